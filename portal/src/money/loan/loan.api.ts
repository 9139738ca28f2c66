import { loanCalls, type Loan as FullLoan, type LoanStatus } from '@sauda/contract/money/loan'
import { dismissRequest, sendIdempotent } from '../../shell/idempotent.ts'
import { useClientQuery, useRefetchAfter } from '../../shell/query.tsx'
import { useSession } from '../../shell/session.ts'
import { givenList, givenRupees, givenText, givenWord } from '../../shell/given.ts'
import type { StatusTone } from '@sauda/ui/badge'

export const releaseRepayment = (): void => dismissRequest(loanCalls.repay)

/** After a failure there are no loans (section 8). */
export const useLoans = () => useClientQuery(loanCalls.list, {}, { select: loansOf })

/** Refetches loans and wallet also after a failure, because the request may have arrived. */
export function useLoanRequests() {
  const { userId } = useSession()
  const refetched = useRefetchAfter('loan')
  return {
    request: () =>
      refetched(
        sendIdempotent(loanCalls.request, { params: { userId: userId ?? '' }, body: userId ? { userId } : {} }),
      ),
    accept: (loanId: string) => refetched(sendIdempotent(loanCalls.accept, { body: { loanId } })),
    decline: (loanId: string) => refetched(sendIdempotent(loanCalls.decline, { body: { loanId } })),
    repay: (loanId: string, amount: number) => refetched(sendIdempotent(loanCalls.repay, { body: { loanId, amount } })),
  }
}

/** The specification does not name the time of a loan. */
export type Loan = Omit<FullLoan, 'createdAt'> & Partial<Pick<FullLoan, 'createdAt'>>

/** An accepted offer is an active loan, whatever its status is called. */
export function loansOf(answer: unknown): Loan[] {
  return givenList<FullLoan>(answer).map((given) => {
    const userAccepted = given.userAccepted === true
    const status = givenWord(given.status, ['pending', 'admin_approved', 'approved', 'closed', 'rejected'], 'pending')
    return {
      ...given,
      _id: givenText(given._id),
      status: userAccepted && status === 'admin_approved' ? 'approved' : status,
      userAccepted,
      total: givenRupees(given.total),
    }
  })
}

/** Section 4, loan lifecycle. */
type ClientLoanStatus = 'none' | 'applied' | 'pending' | 'active'

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
