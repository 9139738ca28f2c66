import { loanCalls, type Loan as FullLoan } from '@sauda/contract/money/loan'
import { dismissRequest, sendIdempotent } from '../../shell/idempotent.ts'
import { useClientQuery, useRefetchAfter } from '../../shell/query.tsx'
import { useSession } from '../../shell/session.ts'
import { givenList, givenRupees, givenText, givenWord } from '../../shell/given.ts'

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
        sendIdempotent(loanCalls.request, {
          params: { userId: userId ?? '' },
          body: userId ? { userId } : {},
        }),
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
