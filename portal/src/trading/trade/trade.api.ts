import type { positionCalls } from '@sauda/contract/trading/position'
import type { tradeDayCalls } from '@sauda/contract/trading/trade-day'
import type { Trade, tradeCalls } from '@sauda/contract/trading/trade'
import { ApiError } from '@sauda/web/api-error'
import { useQuery } from '@tanstack/react-query'
import { standard } from '../../shell/api.ts'
import { useClientPages, useClientQuery } from '../../shell/query.tsx'
import { useSession } from '../../shell/session.ts'
import { portfolioOf, type Portfolio, tradesOf } from './trade.read.ts'

const pageRows = 50

/** All open positions and the newest other trades. */
export const useTrades = () =>
  useClientQuery<typeof tradeCalls.history, Trade[]>(['trade', 'history'], 'GET /user/trade/history/:userId', tradesOf)

/** The newest trades of a stock. */
export const useTradesOf = (stock: string) =>
  useClientQuery<typeof tradeCalls.history, Trade[]>(
    ['trade', 'stock', stock],
    'GET /user/trade/history/:userId',
    tradesOf,
    { stock, limit: '100' },
  )

export const useOrders = () =>
  useClientPages<typeof tradeCalls.history, Trade[]>(
    ['trade', 'orders'],
    'GET /user/trade/history/:userId',
    { action: 'SELL', limit: String(pageRows) },
    nextOrders,
    tradesOf,
  )

/** Undefined at the end, also where the server sends every trade whatever the page. */
export function nextOrders(last: readonly Trade[], pages: readonly (readonly Trade[])[]): string | undefined {
  const isKnown = pages.slice(0, -1).some(([first]) => first?._id === last[0]?._id)
  return last.length !== pageRows || isKnown ? undefined : last.at(-1)?._id
}

/** Trade days with their charges. */
export const useTradeDays = () =>
  useClientPages<typeof tradeDayCalls.days>(
    ['trade', 'days'],
    'GET /user/trade/days/:userId',
    {},
    ({ days, hasMore }) => (hasMore ? days.at(-1)?.day : undefined),
  )

export const useTradeDay = (day: string) =>
  useClientQuery<typeof tradeDayCalls.days>(['trade', 'charges', day], 'GET /user/trade/days/:userId', undefined, {
    day,
  })

export const usePortfolio = () =>
  useClientQuery<typeof tradeCalls.portfolio, Portfolio>(
    ['trade', 'portfolio'],
    'GET /user/portfolio/:userId',
    portfolioOf,
  )

/** A purchase, or one of its sales. */
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
    queryFn: async ({ signal }) =>
      tradesOf(
        await standard.send<typeof tradeCalls.history>(
          'GET /user/trade/history/:userId',
          { params: { userId: userId ?? '' }, query: { day, limit: String(dayRows) } },
          { signal },
        ),
      ),
  })
}
