import type { LoanStatus } from '@sauda/contract/money/loan'
import type { StatusTone } from '@sauda/ui/badge'
import type { Loan } from './loan.api.ts'

/** Section 4, loan lifecycle. */
export type ClientLoanStatus = 'none' | 'applied' | 'pending' | 'active'

type LoanSummary = Pick<Loan, '_id' | 'status' | 'userAccepted'>

/** A closed or rejected loan does not prevent the next one. */
export function openLoans<One extends LoanSummary>(loans: readonly One[]): One[] {
  return loans.filter(({ status }) => status !== 'closed' && status !== 'rejected')
}

/** `submittedId`: an accepted request that the list may not contain yet. */
export function clientStatusOf(loans: readonly LoanSummary[], submittedId?: string): ClientLoanStatus {
  const open = openLoans(loans)
  if (open.some((loan) => loan.status === 'admin_approved' && !loan.userAccepted)) return 'pending'
  if (open.some((loan) => loan.userAccepted)) return 'active'
  const isUnlisted = submittedId !== undefined && loans.every((loan) => loan._id !== submittedId)
  return open.length > 0 || isUnlisted ? 'applied' : 'none'
}

export function viewOf(status: ClientLoanStatus, hasLoan: boolean) {
  if (status === 'applied' || status === 'pending') return status
  return hasLoan || status === 'active' ? 'exists' : 'apply'
}

const badges = { none: undefined, pending: 'Pending', applied: 'Applied', active: 'Active' } as const

export function bannerOf(loans: readonly LoanSummary[], status: ClientLoanStatus) {
  const [first] = openLoans(loans)
  if (first && first.status !== 'pending') return undefined
  return {
    badge: badges[status],
    button: first
      ? undefined
      : {
          label: status === 'none' ? 'Apply Now' : 'View Status',
          disabled: status === 'pending' || status === 'applied',
        },
  }
}

/** An offer that is not accepted yet is Pending for the client. */
export const statusLabels = {
  pending: { label: 'Pending', tone: 'warn' },
  admin_approved: { label: 'Pending', tone: 'warn' },
  approved: { label: 'Approved', tone: 'success' },
  closed: { label: 'Closed', tone: 'neutral' },
  rejected: { label: 'Rejected', tone: 'error' },
} as const satisfies Record<LoanStatus, { label: string; tone: StatusTone }>

/** Paise. */
export type Funds = { readonly own: bigint; readonly borrowed: bigint }
