import type { Query, Reply } from '@sauda/contract/platform/call'
import { AppError } from '@sauda/contract/platform/error'
import { rupeesOf } from '@sauda/contract/platform/money'
import { contractCalls, contractErrors, contractRules, type TradeDay } from '@sauda/contract/trading/contract'
import { exchanges } from '@sauda/contract/trading/market'
import { type DayAmounts, dayAmounts, tradeDayCalls, tradeDayRules } from '@sauda/contract/trading/trade-day'
import type { AppContext } from '../../app/app-context.ts'
import { recordByOperator } from '../../core/audit/audit.ts'
import { lock } from '../../platform/advisory-lock.sql.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { dateText } from '../../platform/india.ts'
import type { RequestInput } from '../../platform/mount.ts'
import {
  type DayRow,
  countUncharged,
  earlierUnbooked,
  selectContracts,
  selectDays,
  selectFaults,
  selectTradeDays,
  totalsOf,
} from './contract.read.sql.ts'
import { findClient } from '../trade/trade.sql.ts'
import { clearFaults } from './contract.fault.sql.ts'
import { releaseDay } from './contract.sql.ts'
import { type BookContext, bookDays } from './contract.book.ts'
import { adjustLevies } from './contract.levies.ts'

const listDays = async (sql: Sql): Promise<Reply<typeof contractCalls.days>> => ({
  days: (await selectDays(sql, contractRules.days)).map(viewOf),
})

/** Oldest first; those that an operator books, or whose clients are to be checked. */
export const daysToBook = async (sql: Sql): Promise<string[]> =>
  (await listDays(sql)).days
    .filter(({ state }) => state === 'recorded' || state === 'faulty')
    .map(({ day }) => day)
    .toSorted()

const recordedIn = ({ files }: DayRow) =>
  exchanges.filter((exchange) =>
    files.some((file) => file.exchange === exchange && file.part !== 'T0' && file.status === 'booked'),
  )
const isWaiting = ({ files }: DayRow) => files.some(({ status }) => status !== 'booked')

function stateOf(row: DayRow): TradeDay['state'] {
  if (row.isRequested && row.bookedAt === undefined) return 'booking'
  if (isWaiting(row)) return 'incomplete'
  if (row.bookedAt === undefined) return 'recorded'
  if (row.faults > 0) return 'faulty'
  return row.left > 0 ? 'recorded' : 'booked'
}

function viewOf(row: DayRow): TradeDay {
  const { files: _files, isRequested: _isRequested, ...day } = row
  return { ...day, state: stateOf(row), exchanges: recordedIn(row) }
}

/** In rupees. */
const amountsOf = (row: DayAmounts<bigint>) =>
  Object.fromEntries(Object.keys(dayAmounts).map((key) => [key, rupeesOf(row[key as 'net'])])) as DayAmounts<number>

async function tradeDays(sql: Sql, clientId: string, { before, day }: Query<typeof tradeDayCalls.days>) {
  const page = { before: before ?? null, day: day ?? null, limit: tradeDayRules.pageRows + 1 }
  const rows = await selectTradeDays(sql, clientId, page)
  const days = rows.slice(0, tradeDayRules.pageRows).map((row) => ({ ...row, ...amountsOf(row) }))
  return { days, hasMore: rows.length > days.length, uncharged: await countUncharged(sql, clientId) }
}

async function tradeDaysOfClient(sql: Sql, clientId: string, query: Query<typeof tradeDayCalls.ofClient>) {
  await requireRow(findClient(sql, clientId))
  return tradeDays(sql, clientId, query)
}

const dayOf = async (sql: Sql, day: string): Promise<DayRow> => {
  const [row] = await selectDays(sql, 1, day)
  if (!row) throw new AppError(contractErrors.noTrades)
  return row
}

async function contractsOf(sql: Sql, day: string): Promise<Reply<typeof contractCalls.day>> {
  await dayOf(sql, day)
  return {
    totals: amountsOf(await requireRow(totalsOf(sql, day))),
    contracts: (await selectContracts(sql, day, contractRules.listed)).map((row) => ({ ...row, ...amountsOf(row) })),
    faults: await selectFaults(sql, day, contractRules.listed),
  }
}

const noFileOf = (exchange: string, day: string) => ({
  status: 409,
  message: `There is no final ${exchange} trade file of ${dateText(day)}. Import it, or confirm that no client traded there.`,
})
const earlierFirst = (day: string) => ({
  status: 409,
  message: `Trades of ${dateText(day)} are recorded and not booked. Book that day first, because sales take the oldest purchases.`,
})

/** Releases a day: the job then books it client by client. */
export async function bookDay(
  context: AppContext,
  tx: Tx,
  { operator, ip, body: { day, without } }: Pick<RequestInput<typeof contractCalls.book>, 'operator' | 'ip' | 'body'>,
): Promise<Reply<typeof contractCalls.book>> {
  await lock(tx, 'tradeFiles')
  const row = await dayOf(tx, day)
  const state = stateOf(row)
  if (state === 'booking') throw new AppError(contractErrors.booking)
  if (state === 'incomplete') throw new AppError(contractErrors.waiting)
  if (state === 'booked') throw new AppError(contractErrors.booked)
  const recorded = recordedIn(row)
  const missing = exchanges.find((exchange) => exchange !== without && !recorded.includes(exchange))
  if (missing !== undefined) throw new AppError(noFileOf(missing, day))
  const earlier = await earlierUnbooked(tx, day)
  if (earlier) throw new AppError(earlierFirst(earlier.day))
  await clearFaults(tx, day)
  await releaseDay(tx, day, operator.id)
  const after = { day, trades: row.left, ...(without !== undefined && { without }) }
  await recordByOperator(context, tx, { operator, ip }, { action: 'contract.book', after, topic: 'trade' })
  return { message: `The trades of ${dateText(day)} are being booked` }
}

const bookMilliseconds = 2000

export function contractRoutes(context: BookContext) {
  const { mount, mountCommand, db, every } = context
  mount(contractCalls.days, () => listDays(db))
  mount(contractCalls.day, ({ query }) => contractsOf(db, query.day))
  mount(tradeDayCalls.days, ({ client, query }) => tradeDays(db.historyReader(), client.id, query))
  mount(tradeDayCalls.ofClient, ({ params, query }) => tradeDaysOfClient(db.historyReader(), params.clientId, query))
  mountCommand(contractCalls.book, (tx, given) => bookDay(context, tx, given))
  every(bookMilliseconds, 'booking of trade days', async () => {
    await bookDays(context)
    await adjustLevies(context)
  })
}
