import type { Query, Reply } from '@sauda/contract/platform/call'
import { nameOf } from '@sauda/contract/core/name'
import { decimalNumber, decimalOf, splitBy } from '@sauda/contract/platform/decimal'
import { rupeesOf } from '@sauda/contract/platform/money'
import { type TaxExit, type taxCalls, type TaxReport, taxRules, taxErrors } from '@sauda/contract/books/tax'
import type { tradebookCalls } from '@sauda/contract/books/tradebook'
import { fairValueDay, taxPeriodOf, taxYearOf } from '@sauda/contract/books/tax-year'
import { segmentOf } from '@sauda/contract/trading/trade-error'
import { type Sql, withConnection } from '../../platform/db.ts'
import { dayInIndia } from '../../platform/india.ts'
import { afterCharges, daysHeld, type Exit, fairValueOf, matchTrades, profitOf } from './tax.match.ts'
import { exitsOfYear, reportOf, type ReportTrade, salesOfLine, yearsOfStock } from './tax.report.ts'
import { actionOf, type TaxAction, unpaidOf } from './tax.action.ts'
import {
  type BonusRow,
  findStockName,
  selectBonuses,
  selectFairPrices,
  selectTaxActions,
  selectTaxTrades,
  selectUnpaid,
  type TaxTradeRow,
} from './tax.sql.ts'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import type { Connection } from '../../platform/pool.ts'
import { type TaxSheets, exitRows, schedule112aRows, summaryRows } from './tax.sheets.ts'
import { type Cell, csvOf, workbookOf } from '../../platform/csv.ts'
import {
  matchStated,
  type Stated,
  statedExits,
  statedRows,
  statedView,
  statedYear,
} from '../tradebook/tradebook.match.ts'
import { selectTradebookTrades } from '../tradebook/tradebook.sql.ts'

const currentYear = (): number => taxYearOf(dayInIndia(new Date()))

/** `2025-26` → 2025 */
const yearOf = (name: string | undefined): number => (name === undefined ? currentYear() : Number(name.slice(0, 4)))

async function taxReport(sql: Sql, clientId: string, year: string | undefined): Promise<TaxReport> {
  const { trades, ...around } = await tradedBy(sql, clientId)
  return reportOf(trades, yearOf(year), currentYear(), around)
}

/** The report with every exit, of one reading. */
async function taxYear(sql: Sql, clientId: string, year: string | undefined) {
  const { trades, ...around } = await tradedBy(sql, clientId)
  return {
    report: reportOf(trades, yearOf(year), currentYear(), around),
    exits: exitsOfYear(trades, yearOf(year), around).exits,
    stated: statedExits(await statedOf(sql, clientId), yearOf(year)),
  }
}

async function taxExits(sql: Sql, clientId: string, { year, stock, ...query }: Query<typeof taxCalls.exits>) {
  const { category, period, before } = query
  const { trades, ...around } = await tradedBy(sql, clientId)
  const { exits } = exitsOfYear(trades, yearOf(year), around)
  const chosen = exits.filter(
    (exit) =>
      (stock === undefined || exit.sale.stock === stock) &&
      (category === undefined || exit.category === category) &&
      (period === undefined || taxPeriodOf(exit.sale.day) === Number(period)),
  )
  return { exits: newestOf(chosen, before).map(exitView), total: chosen.length }
}

/** A stock is matched by itself and with the shares that it came from, so their trades are enough. */
async function taxStock(sql: Sql, clientId: string, stock: string): Promise<Reply<typeof taxCalls.stock>> {
  const [{ trades, ...around }, instrument] = [await tradedBy(sql, clientId, stock), await findStockName(sql, stock)]
  if (trades.length === 0 && !instrument) throw new AppError(commonErrors.notFound)
  return { stockName: stock, ...instrument, years: yearsOfStock(stock, trades, currentYear(), around) }
}

async function taxSales(
  sql: Sql,
  clientId: string,
  { year, line, before }: Query<typeof taxCalls.sales>,
): Promise<Reply<typeof taxCalls.sales>> {
  const { trades, ...around } = await tradedBy(sql, clientId)
  const rows = salesOfLine(trades, line, yearOf(year), around)
  const sales = newestOf(rows, before).map(({ sale, amount, matched }) => ({
    _id: sale.id,
    tradeId: sale.tradeId,
    date: sale.day,
    stockName: sale.stock,
    bookedOn: sale.bookedDay,
    portfolio: rupeesOf(sale.lotProfit),
    ...(matched !== undefined && { matched: rupeesOf(matched) }),
    amount: rupeesOf(amount),
  }))
  return { sales, total: rows.length }
}

/** A page; `before` is the number of rows not yet read. */
function newestOf<Row>(rows: readonly Row[], before: string | undefined): Row[] {
  const end = Math.min(rows.length, Number(before ?? rows.length))
  return rows.slice(Math.max(0, end - taxRules.pageRows), end).toReversed()
}

/** The trades in the order of trading, bonus shares as purchases at no cost, and the actions that replaced what was held. */
async function tradedBy(sql: Sql, clientId: string, stock?: string) {
  const rows = await selectTaxTrades(sql, clientId, stock)
  const charges = chargesOf(rows)
  const trades = rows.map((row) => tradeOf(row, charges.get(row.id) ?? { charges: 0n, stt: 0n }))
  const given = (await selectBonuses(sql, clientId, stock)).map(bonusOf)
  const unpaid = (await selectUnpaid(sql, clientId)).map(unpaidOf)
  const actions = [...(await selectTaxActions(sql, clientId)).map(actionOf), ...unpaid]
  const ordered =
    given.length === 0 ? trades : [...given, ...trades].toSorted((one, other) => one.day.localeCompare(other.day))
  return { trades: ordered, actions, fairPrices: await fairPricesOf(sql, trades, actions) }
}

/** The prices of what was bought until 31 January 2018; without such a purchase none is read. */
async function fairPricesOf(sql: Sql, bought: readonly FairlyPriced[], actions: readonly TaxAction[]) {
  const old = bought.filter(({ day, isin }) => day <= fairValueDay && isin !== '')
  if (old.length === 0) return new Map<string, bigint>()
  const received = actions.flatMap(({ exDate: day, otherStock: stock, otherIsin: isin }) =>
    day <= fairValueDay && stock !== undefined && isin !== undefined ? [{ stock, isin, day }] : [],
  )
  const prices = await selectFairPrices(sql, [...old, ...received])
  return new Map(prices.map(({ stock, price }) => [stock, decimalOf(price) ?? 0n]))
}
type FairlyPriced = Pick<ReportTrade, 'stock' | 'isin' | 'day'>

/** What the client's tradebooks of other brokers come to, with the sales here whose cost is unknown. */
async function statedOf(sql: Sql, clientId: string): Promise<Stated> {
  const rows = await selectTradebookTrades(sql, clientId, dayInIndia(new Date()))
  if (rows.length === 0) return { exits: [], unmatched: [] }
  const { trades, actions } = await tradedBy(sql, clientId)
  const { unmatched } = matchTrades(trades, actions)
  // An action did the same to shares that the client held elsewhere.
  const all = (await selectTaxActions(sql)).map(actionOf)
  return matchStated(rows, unmatched, { actions: all, fairPrices: await fairPricesOf(sql, rows, all) })
}

const bonusOf = ({ id, number, kind, stock, isin, quantity, day, ex_date: exDate }: BonusRow): ReportTrade => ({
  ...(kind === 'bonus' && { bonusOn: exDate }),
  id,
  tradeId: nameOf('action', number),
  action: 'BUY',
  stock,
  segment: segmentOf.share,
  isin: isin ?? '',
  quantity: decimalOf(quantity) ?? 0n,
  amount: 0n,
  charges: 0n,
  stt: 0n,
  allCharges: 0n,
  isUncharged: false,
  day,
  bookedDay: day,
  isReversed: false,
  // Never netted with sales of the day.
  isDelivered: true,
  lotProfit: 0n,
})

type TradeCharges = Pick<ReportTrade, 'charges' | 'stt'>

/** The charges of each day's trades, shared among them by value. */
function chargesOf(rows: readonly TaxTradeRow[]): ReadonlyMap<string, TradeCharges> {
  const charged = rows.filter((row) => row.contract_id !== null && !row.is_reversed)
  return new Map(
    [...Map.groupBy(charged, (row) => row.contract_id).values()].flatMap((own) => {
      const values = own.map(({ amount }) => amount)
      const [charges, stt] = [splitBy(own[0]?.charges ?? 0n, values), splitBy(own[0]?.stt ?? 0n, values)]
      return own.map(({ id }, at) => [id, { charges: charges[at] ?? 0n, stt: stt[at] ?? 0n }] as const)
    }),
  )
}

/** Between these days the whole payment of a buyback is a dividend, and the cost a capital loss. */
const dividendDays = { from: '2024-10-01', to: '2026-03-31' }

const isDividend = ({ is_buyback: isBuyback, traded_day: day }: TaxTradeRow): boolean =>
  isBuyback && day >= dividendDays.from && day <= dividendDays.to

const tradeOf = (row: TaxTradeRow, charges: TradeCharges): ReportTrade => ({
  id: row.id,
  tradeId: nameOf('trade', row.number),
  action: row.action,
  stock: row.stock,
  segment: segmentOf[row.kind ?? 'share'],
  isin: row.isin ?? '',
  quantity: decimalOf(row.quantity) ?? 0n,
  amount: isDividend(row) ? 0n : row.amount,
  ...(isDividend(row) && { dividend: row.amount }),
  ...charges,
  allCharges: row.own_charges ?? 0n,
  isUncharged: row.is_uncharged,
  day: row.traded_day,
  bookedDay: row.day,
  isReversed: row.is_reversed,
  isDelivered: row.is_delivered,
  buyId: row.buy_id ?? undefined,
  ...(row.taken_on !== null && { taken: { on: row.taken_on, buyId: row.taken_lot ?? undefined } }),
  lotProfit: row.action === 'SELL' ? row.amount - row.cost : 0n,
})

function exitView(exit: Exit<ReportTrade>): TaxExit {
  const { buy, sale, category, quantity, buyValue, saleValue } = exit
  const trade = ({ id, tradeId, day }: ReportTrade) => ({ _id: id, tradeId, date: day })
  return {
    category,
    stockName: sale.stock,
    ...(sale.isin !== '' && { isin: sale.isin }),
    buy: trade(buy),
    sale: trade(sale),
    quantity: decimalNumber(quantity),
    buyValue: rupeesOf(buyValue),
    saleValue: rupeesOf(saleValue),
    profitLoss: rupeesOf(profitOf(exit)),
    buyCharges: rupeesOf(exit.buyCharges),
    saleCharges: rupeesOf(exit.saleCharges),
    stt: rupeesOf(exit.stt),
    afterCharges: rupeesOf(afterCharges(exit)),
    ...(exit.ignoredLoss !== undefined && { ignoredLoss: rupeesOf(exit.ignoredLoss) }),
    ...fairValueOf(exit),
    daysHeld: daysHeld(exit),
    period: taxPeriodOf(sale.day),
  }
}

// The functions below run in a thread of their own: a report of 100,000 trades takes seconds.

type ClientInput = { readonly connection: Connection; readonly clientId: string }

export const report = ({ connection, clientId, year }: ClientInput & { year: string | undefined }) =>
  withConnection(connection, (db) => taxReport(db, clientId, year))

export const stock = ({ connection, clientId, query }: ClientInput & { query: Query<typeof taxCalls.stock> }) =>
  withConnection(connection, (db) => taxStock(db, clientId, query.stock))

export const exits = ({ connection, clientId, query }: ClientInput & { query: Query<typeof taxCalls.exits> }) =>
  withConnection(connection, (db) => taxExits(db, clientId, query))

export const sales = ({
  connection,
  clientId,
  query,
}: ClientInput & { query: Query<typeof taxCalls.sales> }): Promise<Reply<typeof taxCalls.sales>> =>
  withConnection(connection, (db) => taxSales(db, clientId, query))

export const statedFigures = ({
  connection,
  clientId,
  query,
}: ClientInput & { query: Query<typeof tradebookCalls.year> }) =>
  withConnection(connection, async (db) => statedYear(await statedOf(db, clientId), yearOf(query.year)))

export const statedSales = ({
  connection,
  clientId,
  query,
}: ClientInput & { query: Query<typeof tradebookCalls.exits> }): Promise<Reply<typeof tradebookCalls.exits>> =>
  withConnection(connection, async (db) => {
    const chosen = statedExits(await statedOf(db, clientId), yearOf(query.year), query)
    return { exits: newestOf(chosen, query.before).map(statedView), total: chosen.length }
  })

type FileInput = ClientInput & Pick<TaxSheets, 'client' | 'broker'> & { readonly query: Query<typeof taxCalls.file> }

export async function file({ connection, clientId, client, broker, query: { year, format } }: FileInput) {
  const { report: of, exits: rows, stated } = await withConnection(connection, (db) => taxYear(db, clientId, year))
  if (rows.length > taxRules.fileRows) throw new AppError(taxErrors.tooLarge)
  const sheets = { report: of, exits: rows.map(exitView), client, broker }
  return { year: of.year, bytes: await fileOf(sheets, statedRows(stated.map(statedView), broker), format) }
}

const wide = Array.from({ length: 12 }, () => 16)

const fileOf = (sheets: TaxSheets, stated: Cell[][], format: 'csv' | 'xlsx'): Uint8Array | Promise<Uint8Array> =>
  format === 'csv'
    ? csvOf([...summaryRows(sheets), [], ...exitRows(sheets), ...stated])
    : workbookOf([
        { name: 'Summary', rows: summaryRows(sheets), widths: [46, 32, ...wide] },
        { name: 'Tradewise Exits', rows: exitRows(sheets), widths: [24, ...wide] },
        { name: 'Schedule 112A', rows: schedule112aRows(sheets), widths: wide },
        ...(stated.length === 0 ? [] : [{ name: 'By Client Statement', rows: stated, widths: [24, ...wide] }]),
      ])
