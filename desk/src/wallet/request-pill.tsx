import type { RequestStatus, RequestType } from '@sauda/contract/wallet'
import { statusPill } from '../shell/lines.tsx'

export const requestNames: Record<RequestType, string> = { added: 'Deposit', withdrawal: 'Withdrawal' }

export const RequestPill = statusPill<RequestStatus>({
  pending: ['warn', 'Pending'],
  approved: ['success', 'Approved'],
  rejected: ['error', 'Rejected'],
})
