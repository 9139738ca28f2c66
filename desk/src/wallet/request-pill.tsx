import type { RequestStatus, RequestType } from '@sauda/contract/wallet'
import { StatusPill, type StatusTone } from '@sauda/ui/badge'

export const requestNames: Record<RequestType, string> = { added: 'Deposit', withdrawal: 'Withdrawal' }

const states: Record<RequestStatus, [StatusTone, string]> = {
  pending: ['warn', 'Pending'],
  approved: ['success', 'Approved'],
  rejected: ['error', 'Rejected'],
}

export function RequestPill({ status }: { status: RequestStatus }) {
  const [tone, words] = states[status]
  return <StatusPill tone={tone}>{words}</StatusPill>
}
