import { parseRupees, readNumber } from '@sauda/contract/platform/amount-text'
import { type LedgerEvent, ledgerEvents } from '@sauda/contract/core/ledger'
import { rupeesOf } from '@sauda/contract/platform/money'
import { type StatementEvent, statementRules } from '@sauda/contract/books/statement'
import { requireRow, type Sql } from '../../platform/db.ts'
import { dayInIndia, inIndia, lastDayOf } from '../../platform/india.ts'
import {
  batchRows,
  type DayRange,
  type EntryRow,
  type EventRow,
  type Figures,
  findEvent,
  findHolder,
  type Search,
  searchPage,
  selectBatch,
  selectByTradeDay,
  selectClosing,
  selectEntries,
  selectMonths,
  selectOpening,
  selectPage,
} from './statement.sql.ts'
import { entryLabel, eventTitles, narrationOf, titleOf } from './statement.text.ts'

export type RangeInput = { readonly from?: string | undefined; readonly to?: string | undefined }
type PageInput = RangeInput & { readonly before?: string | undefined }
type SearchInput = PageInput & { readonly search?: string | undefined }

/** A range that ends after today ends today: nobody knows the balance of a later day. */
export const dayRange = ({ from, to }: RangeInput): DayRange => ({
  from: from ?? null,
  to: to !== undefined && to < dayInIndia(new Date()) ? to : null,
})

/** Newest first; `before` is the id of the last journal already read. */
export async function statementPage(sql: Sql, clientId: string, input: SearchInput) {
  const { search = '', before = null } = input
  const range = dayRange(input)
  const [rows, opening, closing] = await Promise.all([
    search === ''
      ? selectPage(sql, clientId, range, before)
      : searchPage(sql, clientId, range, before, searchFor(search)),
    openingOf(sql, clientId, range),
    selectClosing(sql, clientId, range),
  ])
  const [page, months] = await Promise.all([
    pageOf(sql, clientId, rows),
    search === '' ? monthsOf(sql, clientId, range, rows.slice(0, statementRules.pageRows)) : [],
  ])
  return {
    ...(before === null && { range: { opening: rupeesOf(opening.cash), closing: rupeesOf(closing?.cash ?? 0n) } }),
    months,
    ...page,
  }
}

/** The same by trade day, in the order of booking; without totals, because balances follow the booking. */
export async function pageByTradeDay(sql: Sql, clientId: string, input: PageInput) {
  const rows = await selectByTradeDay(sql, clientId, dayRange(input), input.before ?? null)
  return { months: [], ...(await pageOf(sql, clientId, rows)) }
}

/** `rows` has one more than a page if another follows. */
async function pageOf(sql: Sql, clientId: string, rows: readonly EventRow[]) {
  const page = rows.slice(0, statementRules.pageRows)
  const ids = page.map(({ id }) => id)
  const entries = await selectEntries(sql, clientId, ids)
  return { events: page.map((row) => eventView(row, entries)), hasMore: rows.length > page.length }
}

/** Throws `Not found`. */
export const requireClient = (sql: Sql, clientId: string) => requireRow(findHolder(sql, clientId))

/** Throws `Not found`. */
export async function statementEvent(sql: Sql, clientId: string, journalId: string): Promise<StatementEvent> {
  const [row, entries] = await Promise.all([
    requireRow(findEvent(sql, clientId, journalId)),
    selectEntries(sql, clientId, [journalId]),
  ])
  return eventView(row, entries)
}

const noFigures: Figures = { cash: 0n, invested: 0n, loan: 0n, cashback: 0n, withheld: 0n, unsettled: 0n, dues: 0n }
/** All zero before the first event. */
export const openingOf = async (sql: Sql, clientId: string, range: DayRange): Promise<Figures> =>
  (await selectOpening(sql, clientId, range)) ?? noFigures

/** With the client's figures before it; `outside` is what was paid outside the wallet. */
export type Event = EventRow & { readonly before: Figures; readonly outside?: bigint | null }

/** The events of a range in batches, oldest first. */
export async function* eventsOf(
  sql: Sql,
  clientId: string,
  range: DayRange,
  opening: Figures,
): AsyncGenerator<readonly Event[]> {
  let before = opening
  for (let last: string | null | undefined = null; last !== undefined;) {
    const rows: EventRow[] = await selectBatch(sql, clientId, range, last)
    yield rows.map((row) => {
      const event = { ...row, before }
      before = row
      return event
    })
    last = rows.length < batchRows ? undefined : rows.at(-1)?.id
  }
}

/** The totals of the months of these rows, within the range. */
async function monthsOf(sql: Sql, clientId: string, { from, to }: DayRange, rows: readonly EventRow[]) {
  const [newest, oldest] = [rows[0], rows.at(-1)]
  if (!newest || !oldest) return []
  const [firstDay, lastDay] = [`${monthOf(oldest.at)}-01`, lastDayOf(monthOf(newest.at))]
  const span = {
    from: from !== null && from > firstDay ? from : firstDay,
    to: to !== null && to < lastDay ? to : lastDay,
  }
  const [before, months] = await Promise.all([openingOf(sql, clientId, span), selectMonths(sql, clientId, span)])
  let balance = before.cash
  return months.map(({ month, money_in: moneyIn, money_out: moneyOut }) => {
    const opening = balance
    balance += moneyIn - moneyOut
    return {
      month,
      opening: rupeesOf(opening),
      moneyIn: rupeesOf(moneyIn),
      moneyOut: rupeesOf(moneyOut),
      closing: rupeesOf(balance),
    }
  })
}

/** `2026-11`, in India. */
const monthOf = (at: Date): string => inIndia(at).slice(0, 7)

/** Events by their title; reasons, references and the stocks of a day's trades by any part; amounts as shown. */
function searchFor(text: string): Search {
  const words = text.toLowerCase()
  const amount = readNumber(text) || undefined
  return {
    pattern: `%${text.replace(/[\\%_]/g, '\\$&')}%`,
    events: ledgerEvents.filter((event: LedgerEvent) => eventTitles[event].toLowerCase().includes(words)),
    amount: amount === undefined ? null : parseRupees(amount),
  }
}

export function eventView(row: EventRow, entries: readonly EntryRow[]): StatementEvent {
  const { id, at, event, reason, reference, cash } = row
  const [title, narration] = [titleOf(row), narrationOf(row)]
  const own = entries.filter(({ journal_id: journalId }) => journalId === id)
  return {
    journalId: id,
    at: at.toISOString(),
    event,
    title,
    ...(reference !== null && { reference }),
    ...(reason !== null && narration !== '' && { reason: narration }),
    amount: rupeesOf(own.reduce((sum, entry) => sum + cashChange(entry), 0n)),
    balance: rupeesOf(cash),
    entries: own.map(({ id: entryId, debit, credit, amount }) => ({
      id: entryId,
      label: event === 'withdrawal.refused' ? title : entryLabel(event, { debit, credit }),
      debit,
      credit,
      amount: rupeesOf(amount),
    })),
    figures: {
      cash: rupeesOf(cash),
      invested: rupeesOf(row.invested),
      loan: rupeesOf(row.loan),
      cashback: rupeesOf(row.cashback),
      withheld: rupeesOf(row.withheld),
      ...(row.unsettled > 0n && { unsettled: rupeesOf(row.unsettled) }),
      ...(row.dues > 0n && { dues: rupeesOf(row.dues) }),
    },
  }
}

const cashChange = ({ debit, credit, amount }: EntryRow): bigint =>
  credit === 'cash' ? amount : debit === 'cash' ? -amount : 0n
