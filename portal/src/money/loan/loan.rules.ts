import { loanErrors, type LoanStatus } from '@sauda/contract/money/loan'
import { paiseOf } from '@sauda/contract/platform/money'
import type { StatusTone } from '@sauda/ui/badge'
import type { Loan } from './loan.read.ts'

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

export type RepaymentChoice = 'next' | 'whole' | 'part'

/** Paise. `next`: the next instalment, if it is less than `whole`, which closes the loan today and saves `saved` in interest. */
export function repayable({ payoff = 0, outstanding = 0, next }: Pick<Loan, 'payoff' | 'outstanding' | 'next'>) {
  const whole = paiseOf(payoff)
  const due = next && paiseOf(next.amount)
  const saved = paiseOf(outstanding) - whole
  return { whole, next: due !== undefined && due < whole ? due : undefined, saved: saved > 0n ? saved : 0n }
}

/** Paise. */
export type Funds = { readonly own: bigint; readonly borrowed: bigint }

/** The same that the server would answer. */
export function repaymentError(
  paise: bigint,
  loan: Pick<Loan, 'payoff' | 'principal' | 'firstFromOwn'>,
  funds?: Funds,
): string | undefined {
  if (paise === 0n) return loanErrors.amountNeeded.message
  if (paise > paiseOf(loan.payoff ?? 0)) return loanErrors.tooMuch.message
  if (!funds || loan.principal === undefined || loan.firstFromOwn === undefined) return undefined
  // Interest and fee come only from own money, the principal from unused loan money first.
  const first = paiseOf(loan.firstFromOwn)
  const afterFirst = paise > first ? paise - first : 0n
  const borrowed = [afterFirst, paiseOf(loan.principal), funds.borrowed].reduce((least, each) =>
    each < least ? each : least,
  )
  return paise - borrowed > funds.own ? loanErrors.insufficient.message : undefined
}
