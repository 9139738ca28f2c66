import type { loanCalls } from '@sauda/contract/loan'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { standard } from '../shell/api.ts'
import { sendIdempotent } from '../shell/idempotent.ts'
import { useSession } from '../shell/session.ts'

/** The client's loans, newest first. A failure is only logged: then there are none (section 8). */
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

/** What a client can do about loans; afterwards loans and wallet are read again, however it went. */
export function useLoanRequests() {
  const { userId } = useSession()
  const queries = useQueryClient()
  const refetched = async <Answer>(answer: Promise<Answer>) => {
    const again = () => {
      void queries.invalidateQueries({ queryKey: ['wallet'] })
      return queries.invalidateQueries({ queryKey: ['loan'] })
    }
    try {
      const said = await answer
      await again()
      return said
    } catch (error) {
      // Why it failed is said at once, and not only when the list has failed too.
      void again()
      throw error
    }
  }
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
      refetched(sendIdempotent<typeof loanCalls.repay>('POST /user/loan/repay', { body: { loanId, amount } })),
  }
}
