import type { positionCalls } from '@sauda/contract/position'
import type { tradeCalls } from '@sauda/contract/trade'
import { ApiError } from '@sauda/web/api-error'
import { useQuery } from '@tanstack/react-query'
import { standard } from '../shell/api.ts'
import { useClientPages, useClientQuery } from '../shell/query.tsx'
import { useSession } from '../shell/session.ts'

const pageRows = 50

/** All open positions and the newest other trades. */
export const useTrades = () =>
  useClientQuery<typeof tradeCalls.history>(['trade', 'history'], 'GET /user/trade/history/:userId')

export const useOrders = () =>
  useClientPages<typeof tradeCalls.history>(
    ['trade', 'orders'],
    'GET /user/trade/history/:userId',
    { action: 'SELL', limit: String(pageRows) },
    (last) => (last.length < pageRows ? undefined : last.at(-1)?._id),
  )

export const usePortfolio = () =>
  useClientQuery<typeof tradeCalls.portfolio>(['trade', 'portfolio'], 'GET /user/portfolio/:userId')

/** Of a purchase, or of one of its sales. */
export function usePosition(tradeId: string | undefined) {
  const { token, userId } = useSession()
  return useQuery({
    queryKey: ['trade', 'position', tradeId, userId],
    enabled: token !== null && userId !== null && tradeId !== undefined,
    queryFn: ({ signal }) =>
      standard.send<typeof positionCalls.position>(
        'GET /user/trade/position/:userId/:tradeId',
        { params: { userId: userId ?? '', tradeId: tradeId ?? '' } },
        { signal },
      ),
  })
}

/** The address names no trade of this client. */
export const isUnknown = (error: unknown): boolean => error instanceof ApiError && [400, 404].includes(error.status)

export const dayRows = 100

/** The sales in the realised profit of a day, newest first. */
export function useSalesOfDay(day: string) {
  const { token, userId } = useSession()
  return useQuery({
    queryKey: ['trade', 'day', day, userId],
    enabled: token !== null && userId !== null,
    queryFn: ({ signal }) =>
      standard.send<typeof tradeCalls.history>(
        'GET /user/trade/history/:userId',
        { params: { userId: userId ?? '' }, query: { day, limit: String(dayRows) } },
        { signal },
      ),
  })
}
