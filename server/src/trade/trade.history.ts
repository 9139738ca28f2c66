import type { Query } from '@sauda/contract/call'
import { decimalNumber } from '@sauda/contract/decimal'
import { rupeesOf } from '@sauda/contract/money'
import { commonErrors, AppError } from '@sauda/contract/error'
import { tradeRules, type DeskTrade, type Portfolio, type Trade, type tradeCalls } from '@sauda/contract/trade'
import { requireRow, type Sql } from '../platform/db.ts'
import {
  findForDesk,
  selectDays,
  selectHoldings,
  selectPage,
  selectPageForDesk,
  selectRecent,
  selectRecentForDesk,
  selectSales,
} from './trade.history.sql.ts'
import { decimalOfRow, findClient } from './trade.sql.ts'
import { deskViewOf, priceOf, viewOf, type LastPrice } from './trade.view.ts'

type HistoryQuery = Query<typeof tradeCalls.history>

/** Undefined without a query: then every open position and the latest trades. */
function pageOf({ before, action, limit }: HistoryQuery) {
  if (before === undefined && action === undefined && limit === undefined) return undefined
  return { before: before ?? null, action: action ?? null, limit: Number(limit ?? tradeRules.pageSize) }
}

/** Newest first (docs/decisions/0031-pages-of-trades.md). */
export async function history(sql: Sql, clientId: string, input: HistoryQuery, last: LastPrice): Promise<Trade[]> {
  const page = pageOf(input)
  const rows = page ? await selectPage(sql, clientId, page) : await selectRecent(sql, clientId, tradeRules.newest)
  return rows.map((row) => viewOf(row, last))
}

export async function deskHistory(
  sql: Sql,
  clientId: string,
  input: HistoryQuery,
  last: LastPrice,
): Promise<DeskTrade[]> {
  const page = pageOf(input)
  const rows = page
    ? await selectPageForDesk(sql, clientId, page)
    : await selectRecentForDesk(sql, clientId, tradeRules.newest)
  if (rows.length === 0 && !(await findClient(sql, clientId))) throw new AppError(commonErrors.notFound)
  return rows.map((row) => deskViewOf(row, last))
}

export async function deskTrade(sql: Sql, id: string, last: LastPrice): Promise<DeskTrade> {
  return deskViewOf(await requireRow(findForDesk(sql, id)), last)
}

export async function tradeWithSales(sql: Sql, id: string, last: LastPrice) {
  const trade = await deskTrade(sql, id, last)
  return { ...trade, sales: (await selectSales(sql, id, tradeRules.newest)).map((row) => deskViewOf(row, last)) }
}

const sum = <Row>(rows: readonly Row[], part: (row: Row) => bigint): bigint =>
  rows.reduce((total, row) => total + part(row), 0n)
const count = <Row>(rows: readonly Row[], part: (row: Row) => number): number =>
  rows.reduce((total, row) => total + part(row), 0)

export async function portfolio(sql: Sql, clientId: string, last: LastPrice): Promise<Portfolio> {
  const [holdings, days] = [await selectHoldings(sql, clientId), await selectDays(sql, clientId)]
  return {
    totalInvestment: rupeesOf(sum(holdings, ({ cost }) => cost)),
    totalPnL: rupeesOf(sum(days, ({ profit }) => profit)),
    loanPart: rupeesOf(sum(holdings, (holding) => holding.loan_part)),
    openPositions: count(holdings, ({ positions }) => positions),
    sales: count(days, ({ sales }) => sales),
    holdings: holdings.map(({ stock, quantity, cost }) => ({
      stockName: stock,
      quantity: decimalNumber(decimalOfRow(quantity)),
      cost: rupeesOf(cost),
      ...priceOf(stock, last),
    })),
    days: days.slice(-tradeRules.profitDays).map(({ day, profit }) => ({ date: day, profitLoss: rupeesOf(profit) })),
  }
}
