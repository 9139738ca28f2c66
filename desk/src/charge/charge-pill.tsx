import type { ChargeStatus } from '@sauda/contract/charge'
import { statusPill } from '../shell/lines.tsx'

export const ChargePill = statusPill<ChargeStatus>({
  PENDING: ['neutral', 'Not paid'],
  PAID: ['warn', 'Pending'],
  APPROVED: ['success', 'Paid'],
  REJECTED: ['error', 'Payment rejected'],
})
