import { loanCalls } from '@sauda/contract/money/loan'
import { dismissRequest, sendIdempotent } from '../../shell/idempotent.ts'
import { useClientQuery, useRefetchAfter } from '../../shell/query.tsx'
import { useSession } from '../../shell/session.ts'
import { loansOf } from './loan.read.ts'

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
