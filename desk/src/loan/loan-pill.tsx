import type { LoanStatus } from '@sauda/contract/loan'
import { StatusPill, type StatusTone } from '@sauda/ui/badge'

const states: Record<LoanStatus, [StatusTone, string]> = {
  pending: ['warn', 'Pending'],
  admin_approved: ['info', 'Offered'],
  approved: ['success', 'Active'],
  closed: ['neutral', 'Repaid'],
  rejected: ['error', 'Rejected'],
}

export function LoanPill({ status }: { status: LoanStatus }) {
  const [tone, words] = states[status]
  return <StatusPill tone={tone}>{words}</StatusPill>
}
