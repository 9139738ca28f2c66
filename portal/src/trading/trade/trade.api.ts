import { positionCalls } from '@sauda/contract/trading/position'
import { tradeDayCalls } from '@sauda/contract/trading/trade-day'
import { type Trade, tradeCalls } from '@sauda/contract/trading/trade'
import { ApiError } from '@sauda/web/api-error'
import { useClientPages, useClientQuery } from '../../shell/query.tsx'
import { portfolioOf, tradesOf } from './trade.read.ts'

const pageRows = 50

/** All open positions and the newest other trades. */
export const useTrades = () => useClientQuery(tradeCalls.history, {}, { select: tradesOf })

/** The newest trades of a stock. */
export const useTradesOf = (stock: string) =>
  useClientQuery(tradeCalls.history, { query: { stock, limit: '100' } }, { select: tradesOf })

export const useOrders = () =>
  useClientPages(tradeCalls.history, { action: 'SELL', limit: String(pageRows) }, nextOrders, tradesOf)

/** Undefined at the end, also where the server sends every trade whatever the page. */
export function nextOrders(last: readonly Trade[], pages: readonly (readonly Trade[])[]): string | undefined {
  const isKnown = pages.slice(0, -1).some(([first]) => first?._id === last[0]?._id)
  return last.length !== pageRows || isKnown ? undefined : last.at(-1)?._id
}

/** Trade days with their charges. */
export const useTradeDays = () =>
  useClientPages(tradeDayCalls.days, {}, ({ days, hasMore }) => (hasMore ? days.at(-1)?.day : undefined))

export const useTradeDay = (day: string) => useClientQuery(tradeDayCalls.days, { query: { day } })

export const usePortfolio = () => useClientQuery(tradeCalls.portfolio, {}, { select: portfolioOf })

/** A purchase, or one of its sales. */
export const usePosition = (tradeId: string | undefined) =>
  useClientQuery(positionCalls.position, { params: { tradeId: tradeId ?? '' } }, { enabled: tradeId !== undefined })

/** The address names no trade of this client. */
export const isUnknown = (error: unknown): boolean => error instanceof ApiError && [400, 404].includes(error.status)

export const dayRows = 100

/** The sales in the realised profit of a day, newest first. */
export const useSalesOfDay = (day: string) =>
  useClientQuery(tradeCalls.history, { query: { day, limit: String(dayRows) } }, { select: tradesOf })
