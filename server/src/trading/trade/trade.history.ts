import type { Query } from '@sauda/contract/platform/call'
import { nameOf } from '@sauda/contract/core/name'
import { averagePrice, decimalNumber } from '@sauda/contract/platform/decimal'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import type { Quote } from '@sauda/contract/trading/market'
import { rupeesOf, sum } from '@sauda/contract/platform/money'
import {
  type DeskTrade,
  type Portfolio,
  type Trade,
  type tradeCalls,
  profitRanges,
} from '@sauda/contract/trading/trade'
import { tradeRules } from '@sauda/contract/trading/trade-error'
import { valueHoldings } from '@sauda/contract/trading/valuation'
import { requireRow, type Sql } from '../../platform/db.ts'
import { dayInIndia, monthsAfter } from '../../platform/india.ts'
import { type HoldingRow, selectHoldings, selectRecent } from './lot.sql.ts'
import {
  type DeskRow,
  decimalOfRow,
  findClient,
  findForDesk,
  selectDays,
  selectDeskTrades,
  selectSales,
  selectTrades,
  type TradeRow,
  type DayRow,
} from './trade.sql.ts'
import { taxYearDays, taxYearOf } from '@sauda/contract/books/tax-year'

export type LastPrice = (symbol: string) => Pick<Quote, 'price' | 'at' | 'previousClose' | 'state' | 'isSample'>

const numberOf = (text: string): number => decimalNumber(decimalOfRow(text))

/** The name of a purchase, or of the corporate action that opened a lot without one. */
export const positionName = ({ number, opened }: Pick<TradeRow, 'number' | 'opened'>): string =>
  number === 0n && opened ? opened.name : tradeName(number)

export const tradeName = (number: bigint): string => nameOf('trade', number)

function priceOf(stock: string, last: LastPrice) {
  const { price, at } = last(stock)
  return price === undefined || at === undefined ? undefined : { currentPrice: Number(price), priceAt: at }
}

function viewOf(row: TradeRow, last: LastPrice): Trade {
  const isBuy = row.action === 'BUY'
  const isReversed = row.reversed_at !== null
  const avgPrice = numberOf(row.buy_price ?? row.price)
  return {
    _id: row.id,
    tradeId: positionName(row),
    stockName: row.stock,
    action: row.action,
    status: isBuy && decimalOfRow(row.open_quantity) > 0n ? 'OPEN' : 'CLOSED',
    quantity: isBuy ? numberOf(row.open_quantity) : isReversed ? 0 : numberOf(row.quantity),
    bookedQuantity: numberOf(row.quantity),
    avgPrice,
    ...(priceOf(row.stock, last) ?? { currentPrice: avgPrice }),
    amount: rupeesOf(row.amount),
    cost: rupeesOf(isBuy ? row.open_cost : row.cost),
    loanPart: rupeesOf(isBuy ? row.open_loan_part : row.loan_part),
    ...(!isBuy && { sellPrice: numberOf(row.price), profitLoss: isReversed ? 0 : rupeesOf(row.amount - row.cost) }),
    ...(row.buy_id !== null && {
      buyId: row.buy_id,
      buyTradeId: positionName({ ...row, number: row.buy_number ?? 0n }),
    }),
    ...(row.opened && {
      opened: {
        kind: row.opened.kind,
        held: row.opened.held,
        given: row.opened.given,
        exDate: row.opened.exDate,
        ...(row.opened.creditedOn !== null && { creditedOn: row.opened.creditedOn }),
        ...(row.opened.isFraction && { isFraction: true }),
      },
    }),
    createdAt: row.created_at.toISOString(),
    date: row.created_at.toISOString(),
    ...(row.traded_at !== null && { tradedAt: row.traded_at.toISOString() }),
    ...(row.exchange !== null && { exchange: row.exchange }),
    ...(row.order_number !== null && { orderNumber: row.order_number }),
    ...(row.exchange_trade_number !== null && { exchangeTradeNumber: row.exchange_trade_number }),
    ...(row.charges !== null && { charges: rupeesOf(row.charges) }),
    ...(row.reversed_at !== null && {
      reversed: { reason: row.reversed_reason ?? '', at: row.reversed_at.toISOString() },
    }),
  }
}

export const deskViewOf = (row: DeskRow, last: LastPrice): DeskTrade => ({
  ...viewOf(row, last),
  clientId: row.client_id,
  clientName: row.client_name,
  saudaId: row.sauda_id,
  bookedBy: row.booked_by_name,
  ...(row.reference !== null && { reference: row.reference }),
  ...(row.waiting_id !== null && {
    waitingReversal: {
      _id: row.waiting_id,
      reason: row.waiting_reason ?? '',
      requestedBy: row.waiting_by ?? '',
      requestedById: row.waiting_by_id ?? '',
    },
  }),
})

type HistoryQuery = Query<typeof tradeCalls.history>

/** Newest first (docs/decisions/0033-files-of-trades.md). */
export const history = async (sql: Sql, clientId: string, query: HistoryQuery, last: LastPrice): Promise<Trade[]> =>
  (await selectTrades(sql, clientId, query)).map((row) => viewOf(row, last))

export async function deskHistory(sql: Sql, clientId: string, query: HistoryQuery, last: LastPrice) {
  const rows = await selectDeskTrades(sql, clientId, query)
  if (rows.length === 0 && !(await findClient(sql, clientId))) throw new AppError(commonErrors.notFound)
  return rows.map((row) => deskViewOf(row, last))
}

export const deskTrade = async (sql: Sql, id: string, last: LastPrice): Promise<DeskTrade> =>
  deskViewOf(await requireRow(findForDesk(sql, id)), last)

export async function tradeWithSales(sql: Sql, id: string, last: LastPrice) {
  const trade = await deskTrade(sql, id, last)
  return { ...trade, sales: (await selectSales(sql, id, tradeRules.newest)).map((row) => deskViewOf(row, last)) }
}

export async function portfolio(sql: Sql, clientId: string, last: LastPrice): Promise<Portfolio> {
  const [held, days] = [await selectHoldings(sql, clientId), await selectDays(sql, clientId)]
  const recent = Map.groupBy(await selectRecent(sql, clientId, tradeRules.recentDays), ({ stock }) => stock)
  const holdings = held.map((row) => ({ ...row, recent: recent.get(row.stock)?.map(recentOf) }))
  const total = realisedOf(days)
  return {
    totalInvestment: rupeesOf(sum(holdings.map(({ cost }) => cost))),
    totalPnL: total.profitLoss,
    loanPart: rupeesOf(sum(holdings.map(({ loan_part }) => loan_part))),
    openPositions: holdings.reduce((count, { positions }) => count + positions, 0),
    sales: total.sales,
    holdings: holdings.map(({ stock, quantity, cost, loan_part, recent: bought }) => ({
      stockName: stock,
      quantity: decimalNumber(decimalOfRow(quantity)),
      cost: rupeesOf(cost),
      avgPrice: decimalNumber(averagePrice(cost, decimalOfRow(quantity))),
      loanPart: rupeesOf(loan_part),
      ...priceOf(stock, last),
      ...closeBefore(last(stock)),
      ...(bought && { recent: bought }),
    })),
    valuation: valuationOf(holdings, last),
    days: days.slice(-tradeRules.profitDays).map((row) => ({ date: row.day, ...realisedOf([row]) })),
    months: monthsOf(days),
    ranges: rangesOf(days, dayInIndia(new Date())),
  }
}

function closeBefore({ price, state, previousClose, isSample }: ReturnType<LastPrice>) {
  if (price === undefined) return undefined
  return {
    priceState: state,
    ...(previousClose !== undefined && { previousClose: Number(previousClose) }),
    ...(isSample === true && { isSample }),
  }
}

type Recent = NonNullable<Portfolio['holdings'][number]['recent']>

const recentOf = ({ day, quantity, cost }: Awaited<ReturnType<typeof selectRecent>>[number]): Recent[number] => ({
  day,
  quantity: decimalNumber(decimalOfRow(quantity)),
  cost: rupeesOf(cost),
})

function valuationOf(
  holdings: readonly (HoldingRow & { readonly recent: Recent | undefined })[],
  last: LastPrice,
): Portfolio['valuation'] {
  const priced = holdings.map(({ stock, quantity, cost, recent }) => ({
    ...last(stock),
    quantity,
    cost: rupeesOf(cost),
    recent,
  }))
  const { value, cost, dayChange, unpriced, worst } = valueHoldings(priced)
  return {
    value: rupeesOf(value),
    profit: rupeesOf(value - cost),
    ...(dayChange !== undefined && { dayChange: rupeesOf(dayChange) }),
    unpriced,
    ...(worst && { priceState: worst.state, priceAt: worst.at }),
  }
}

const realisedOf = (days: readonly DayRow[]) => ({
  profitLoss: rupeesOf(sum(days.map(({ profit }) => profit))),
  sales: days.reduce((count, { sales }) => count + sales, 0),
})

/** `days` with the oldest first. */
export function monthsOf(days: readonly DayRow[]): Portfolio['months'] {
  const byMonth = Map.groupBy(days, ({ day }) => day.slice(0, 'YYYY-MM'.length))
  return [...byMonth].map(([month, own]) => ({ month, ...realisedOf(own) }))
}

/** Up to `today`, a day in India; `All` starts with the first sale. */
export function rangesOf(days: readonly DayRow[], today: string): Portfolio['ranges'] {
  const starts = {
    '1M': monthsAfter(today, -1),
    '3M': monthsAfter(today, -3),
    FY: taxYearDays(taxYearOf(today)).from,
  }
  return profitRanges.map((range) => {
    const from = range === 'All' ? days[0]?.day : starts[range]
    return {
      range,
      ...(from !== undefined && { from }),
      ...realisedOf(from === undefined ? [] : days.filter(({ day }) => day >= from)),
    }
  })
}
