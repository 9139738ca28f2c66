import { tradeDayCalls } from '@sauda/contract/trading/trade-day'
import { type Trade, tradeCalls } from '@sauda/contract/trading/trade'
import { ApiError } from '@sauda/web/api-error'
import { useClientPages, useClientQuery } from '../../shell/query.tsx'
import type { Reply } from '@sauda/contract/platform/call'
import { decimalOf, moneyOf } from '@sauda/contract/platform/decimal'
import { rupeesOf } from '@sauda/contract/platform/money'
import { givenDecimal, givenList, givenRupees, givenText, shortId } from '../../shell/given.ts'
import { profitOf } from './trade.ts'

const pageRows = 50

/** All open positions and the newest other trades. */
export const useTrades = () => useClientQuery(tradeCalls.history, {}, { select: tradesOf })

/** The trades of a stock, newest first. */
export const useTradesOf = (stock: string) =>
  useClientPages(tradeCalls.history, { stock, limit: String(pageRows) }, nextOrders, tradesOf)

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

/** The address names nothing of this client. */
export const isUnknown = (error: unknown): boolean => error instanceof ApiError && [400, 404].includes(error.status)

export const dayRows = 100

/** The sales in the realised profit of a day, newest first. */
export const useSalesOfDay = (day: string) =>
  useClientQuery(tradeCalls.history, { query: { day, limit: String(dayRows) } }, { select: tradesOf })

/** The specification names the fields of a trade up to `profitLoss`; the rest follows from them. */
export function tradesOf(answer: unknown): Trade[] {
  return givenList<Trade>(answer).map((given) => {
    const _id = givenText(given._id)
    const [quantity, avgPrice] = [givenDecimal(given.quantity), givenDecimal(given.avgPrice)]
    const currentPrice = givenDecimal(given.currentPrice ?? avgPrice)
    const isSale = given.action === 'SELL'
    const prices = { quantity, avgPrice, currentPrice, sellPrice: optional(given.sellPrice, givenDecimal) }
    const createdAt = givenText(given.createdAt, givenText(given.date))
    const profitLoss = isSale ? givenRupees(given.profitLoss ?? rupeesOf(profitOf(prices))) : undefined
    return {
      ...given,
      ...prices,
      _id,
      tradeId: givenText(given.tradeId, shortId(_id)),
      stockName: givenText(given.stockName),
      action: isSale ? 'SELL' : 'BUY',
      status: isSale || given.status === 'CLOSED' ? 'CLOSED' : 'OPEN',
      bookedQuantity: givenDecimal(given.bookedQuantity ?? quantity),
      amount: givenRupees(given.amount ?? worth(prices.sellPrice ?? (isSale ? currentPrice : avgPrice), quantity)),
      cost: givenRupees(given.cost ?? worth(avgPrice, quantity)),
      loanPart: givenRupees(given.loanPart),
      profitLoss,
      createdAt,
      date: givenText(given.date, createdAt),
    }
  })
}

type FullPortfolio = Reply<typeof tradeCalls.portfolio>
/** The specification names two fields; without the others the screens leave out the parts that need them. */
type Portfolio = Pick<FullPortfolio, 'totalInvestment' | 'totalPnL'> & Partial<FullPortfolio>

export function portfolioOf(answer: Partial<Portfolio> | null): Portfolio {
  const { totalInvestment, totalPnL } = answer ?? {}
  return { ...answer, totalInvestment: givenRupees(totalInvestment), totalPnL: givenRupees(totalPnL) }
}

const optional = <Value>(value: unknown, read: (value: unknown) => Value): Value | undefined =>
  value === undefined || value === null ? undefined : read(value)

const worth = (price: number, quantity: number): number =>
  rupeesOf(moneyOf(decimalOf(price) ?? 0n, decimalOf(quantity) ?? 0n))
