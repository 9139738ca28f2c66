import type { tradeCalls } from '@sauda/contract/trade'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { standard } from '../shell/api.ts'
import { useSession } from '../shell/session.ts'

const pageRows = 50

/** All open positions and the newest other trades. A failure shows no toast (section 8). */
export function useTrades() {
  const { token, userId } = useSession()
  return useQuery({
    queryKey: ['trade', 'history', userId],
    enabled: token !== null && userId !== null,
    queryFn: ({ signal }) =>
      standard.send<typeof tradeCalls.history>(
        'GET /user/trade/history/:userId',
        { params: { userId: userId ?? '' } },
        { signal },
      ),
  })
}

export function useOrders() {
  const { token, userId } = useSession()
  return useInfiniteQuery({
    queryKey: ['trade', 'orders', userId],
    enabled: token !== null && userId !== null,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      standard.send<typeof tradeCalls.history>(
        'GET /user/trade/history/:userId',
        {
          params: { userId: userId ?? '' },
          query: { action: 'SELL', limit: String(pageRows), ...(pageParam !== '' && { before: pageParam }) },
        },
        { signal },
      ),
    getNextPageParam: (last) => (last.length < pageRows ? undefined : last.at(-1)?._id),
  })
}

export function usePortfolio() {
  const { token, userId } = useSession()
  return useQuery({
    queryKey: ['trade', 'portfolio', userId],
    enabled: token !== null && userId !== null,
    queryFn: ({ signal }) =>
      standard.send<typeof tradeCalls.portfolio>(
        'GET /user/portfolio/:userId',
        { params: { userId: userId ?? '' } },
        { signal },
      ),
  })
}
