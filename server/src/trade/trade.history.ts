import type { Query } from '@sauda/contract/call'
import { decimalNumber } from '@sauda/contract/decimal'
import { AppError, commonErrors } from '@sauda/contract/error'
import type { Quote } from '@sauda/contract/market'
import { rupeesOf } from '@sauda/contract/money'
import { type DeskTrade, type Portfolio, type Trade, type tradeCalls, tradeRules } from '@sauda/contract/trade'
import { requireRow, type Sql } from '../platform/db.ts'
import {
  type DeskRow,
  decimalOfRow,
  findClient,
  findForDesk,
  selectDays,
  selectDeskTrades,
  selectHoldings,
  selectSales,
  selectTrades,
  type TradeRow,
} from './trade.sql.ts'

export type LastPrice = (symbol: string) => Pick<Quote, 'price' | 'at' | 'previousClose'>

const numberOf = (text: string): number => decimalNumber(decimalOfRow(text))

export const tradeName = (number: bigint): string => `TRD${number}`

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
    tradeId: tradeName(row.number),
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
    ...(row.buy_id !== null && { buyId: row.buy_id, buyTradeId: tradeName(row.buy_number ?? 0n) }),
    createdAt: row.created_at.toISOString(),
    date: row.created_at.toISOString(),
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

/** Undefined without a query. */
function pageOf({ before, action, limit }: HistoryQuery) {
  if (before === undefined && action === undefined && limit === undefined) return undefined
  return { before: before ?? null, action: action ?? null, limit: Number(limit ?? tradeRules.pageSize) }
}

/** Newest first (docs/decisions/0031-pages-of-trades.md). */
export const history = async (sql: Sql, clientId: string, query: HistoryQuery, last: LastPrice): Promise<Trade[]> =>
  (await selectTrades(sql, clientId, pageOf(query))).map((row) => viewOf(row, last))

export async function deskHistory(sql: Sql, clientId: string, query: HistoryQuery, last: LastPrice) {
  const rows = await selectDeskTrades(sql, clientId, pageOf(query))
  if (rows.length === 0 && !(await findClient(sql, clientId))) throw new AppError(commonErrors.notFound)
  return rows.map((row) => deskViewOf(row, last))
}

export const deskTrade = async (sql: Sql, id: string, last: LastPrice): Promise<DeskTrade> =>
  deskViewOf(await requireRow(findForDesk(sql, id)), last)

export async function tradeWithSales(sql: Sql, id: string, last: LastPrice) {
  const trade = await deskTrade(sql, id, last)
  return { ...trade, sales: (await selectSales(sql, id, tradeRules.newest)).map((row) => deskViewOf(row, last)) }
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

export async function portfolio(sql: Sql, clientId: string, last: LastPrice): Promise<Portfolio> {
  const [holdings, days] = [await selectHoldings(sql, clientId), await selectDays(sql, clientId)]
  return {
    totalInvestment: rupeesOf(sum(holdings.map(({ cost }) => cost))),
    totalPnL: rupeesOf(sum(days.map(({ profit }) => profit))),
    loanPart: rupeesOf(sum(holdings.map(({ loan_part }) => loan_part))),
    openPositions: holdings.reduce((count, { positions }) => count + positions, 0),
    sales: days.reduce((count, { sales }) => count + sales, 0),
    holdings: holdings.map(({ stock, quantity, cost }) => ({
      stockName: stock,
      quantity: decimalNumber(decimalOfRow(quantity)),
      cost: rupeesOf(cost),
      ...priceOf(stock, last),
    })),
    days: days.slice(-tradeRules.profitDays).map(({ day, profit }) => ({ date: day, profitLoss: rupeesOf(profit) })),
  }
}
