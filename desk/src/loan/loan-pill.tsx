import type { LoanStatus } from '@sauda/contract/loan'
import { statusPill } from '../shell/lines.tsx'

export const LoanPill = statusPill<LoanStatus>({
  pending: ['warn', 'Pending'],
  admin_approved: ['info', 'Offered'],
  approved: ['success', 'Active'],
  closed: ['neutral', 'Repaid'],
  rejected: ['error', 'Rejected'],
})
