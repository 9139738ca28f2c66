import type { LoanStatus } from '@sauda/contract/loan'
import { StatusPill, type StatusTone } from '@sauda/ui/badge'

const states: Record<LoanStatus, [StatusTone, string]> = {
  pending: ['warn', 'Waits for us'],
  admin_approved: ['info', 'Offered'],
  approved: ['success', 'Running'],
  closed: ['neutral', 'Paid back'],
  rejected: ['error', 'Refused'],
}

/** How far a loan is. */
export function LoanPill({ status }: { status: LoanStatus }) {
  const [tone, words] = states[status]
  return <StatusPill tone={tone}>{words}</StatusPill>
}
