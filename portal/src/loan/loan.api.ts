import type { loanCalls } from '@sauda/contract/loan'
import { useQuery } from '@tanstack/react-query'
import { standard } from '../shell/api.ts'
import { dismissRequest, sendIdempotent } from '../shell/idempotent.ts'
import { useRefetchAfter } from '../shell/query.tsx'
import { useSession } from '../shell/session.ts'

const repayAddress = 'POST /user/loan/repay'

export const releaseRepayment = (): void => dismissRequest(repayAddress)

/** A failure is only logged: then there are no loans (section 8). */
export function useLoans() {
  const { token, userId } = useSession()
  return useQuery({
    queryKey: ['loan', userId],
    enabled: token !== null && userId !== null,
    queryFn: ({ signal }) =>
      standard.send<typeof loanCalls.list>(
        'GET /user/loan/get-loans-by-user/:userId',
        { params: { userId: userId ?? '' } },
        { quiet: true, signal },
      ),
  })
}

/** Refetches loans and wallet also after a failure, because the request may have arrived. */
export function useLoanRequests() {
  const { userId } = useSession()
  const refetched = useRefetchAfter('loan', 'wallet')
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
