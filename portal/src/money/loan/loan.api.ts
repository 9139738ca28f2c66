import type { loanCalls } from '@sauda/contract/money/loan'
import { dismissRequest, sendIdempotent } from '../../shell/idempotent.ts'
import { useClientQuery, useRefetchAfter } from '../../shell/query.tsx'
import { useSession } from '../../shell/session.ts'
import { type Loan, loansOf } from './loan.read.ts'

const repayAddress = 'POST /user/loan/repay'

export const releaseRepayment = (): void => dismissRequest(repayAddress)

/** After a failure there are no loans (section 8). */
export const useLoans = () =>
  useClientQuery<typeof loanCalls.list, Loan[]>(['loan'], 'GET /user/loan/get-loans-by-user/:userId', loansOf)

/** Refetches loans and wallet also after a failure, because the request may have arrived. */
export function useLoanRequests() {
  const { userId } = useSession()
  const refetched = useRefetchAfter('loan')
  return {
    request: () =>
      refetched(
        sendIdempotent<typeof loanCalls.request>('POST /user/loan/request/:userId', {
          params: { userId: userId ?? '' },
          body: userId ? { userId } : {},
        }),
      ),
    accept: (loanId: string) =>
      refetched(sendIdempotent<typeof loanCalls.accept>('POST /user/loan/accept', { body: { loanId } })),
    decline: (loanId: string) =>
      refetched(sendIdempotent<typeof loanCalls.decline>('POST /user/loan/decline', { body: { loanId } })),
    repay: (loanId: string, amount: number) =>
      refetched(sendIdempotent<typeof loanCalls.repay>(repayAddress, { body: { loanId, amount } })),
  }
}
