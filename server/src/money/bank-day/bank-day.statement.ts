import type { BankDay, BankDayPoint } from '@sauda/contract/money/bank-day'
import { formatRupees } from '@sauda/contract/platform/money'
import { addDays, dateText } from '../../platform/india.ts'
import type { Sql } from '../../platform/db.ts'
import {
  balanceBefore,
  bookedBefore,
  continues,
  enteredBalance,
  enteredStart,
  lineRange,
  looseBalances,
  sumOfLines,
} from './bank-day.compare.sql.ts'
import type { Account, Close } from './bank-day.sql.ts'

/** The opening and closing balances of an account by the imported statements. */

export type StatementEnd = {
  readonly firstOn: string | null
  readonly closing: bigint | undefined
  readonly points: readonly BankDayPoint[]
  readonly entered?: BankDay['entered']
  readonly balanceEntry?: BankDay['balanceEntry']
}

const missing = (text: string): BankDayPoint => ({ text, blocks: true, page: 'import' })

type Days = { readonly after: string; readonly day: string; readonly last: Close | undefined }

/** The closing balance, if the running balance leads to it without a gap and on to the next line, or an operator entered it. */
export async function statementOf(sql: Sql, { id }: Account, days: Days): Promise<StatementEnd> {
  const { after, day, last } = days
  const range = await lineRange(sql, id, after, day)
  const { begins, until, next } = range
  const without = (text: string): StatementEnd => ({
    firstOn: range.first,
    closing: undefined,
    points: [missing(text)],
  })
  if (begins === null || until === null) return without('No statement of this account was imported yet.')
  if (until < day)
    return without(`The imported statements end on ${dateText(until)}. Import the statement up to this day.`)
  if (begins > day) return without(`The imported statements begin on ${dateText(begins)}.`)
  const end = (closing: bigint) => continued(sql, id, { firstOn: begins, next, closing })
  if (range.withoutBalance > 0 || (range.first === null && !last)) {
    const balanceEntry = last ? 'closing' : 'both'
    const found = await enteredEnd(sql, id, days, range.withoutBalance)
    if (typeof found === 'string')
      return { firstOn: begins, closing: undefined, balanceEntry, points: [{ text: found, blocks: true }] }
    return { ...(await end(found.closing)), balanceEntry, entered: { by: found.by, at: found.at } }
  }
  const from = range.signedWithoutBalance ? addDays(after, 1) : (range.signed ?? begins)
  const loose = await looseBalances(sql, id, { from, day })
  const [starts, ends] = [loose.filter(({ change }) => change > 0), loose.filter(({ change }) => change < 0)]
  const [start, stop] = [starts.at(-1), ends[0]]
  if (starts.length > 1 && start && stop)
    return without(
      `Bank entries are missing: the entries up to ${dateText(stop.last)} end with ${formatRupees(stop.value)}, and those from ${dateText(start.first)} begin with ${formatRupees(start.value)}.`,
    )
  const closing = stop?.value ?? (await balanceBefore(sql, id, from))?.value ?? last?.bankClosing
  return closing === undefined
    ? without('The imported statements have no running balance on these days.')
    : end(closing)
}

/** The balance entered by an operator, or why it cannot be used. */
async function enteredEnd(sql: Sql, id: string, { after, day, last }: Days, lines: number) {
  const entered = await enteredBalance(sql, id, day)
  if (!entered && lines === 0)
    return 'The imported statements have no bank entry yet. Enter the opening and the closing balance printed on the statement.'
  if (!entered)
    return `${lines === 1 ? 'One bank entry has' : `${lines} bank entries have`} no running balance. Enter the closing balance printed on the statement.`
  const { closing, opening, by, at } = entered
  const expected = (last?.bankClosing ?? opening) + (await sumOfLines(sql, id, after, day))
  if (closing !== expected)
    return `${by} entered a closing balance of ${formatRupees(closing)}, but the entries now lead to ${formatRupees(expected)}. Compare them with the statement and enter it again.`
  return { closing, by, at: at.toISOString() }
}

type Ending = { readonly firstOn: string; readonly next: string | null; readonly closing: bigint }

/** Whether the next line continues from the closing balance. */
async function continued(sql: Sql, id: string, { firstOn, next, closing }: Ending): Promise<StatementEnd> {
  if (next === null) {
    const text = 'No later bank entry was imported yet. What the bank adds to this day will count for the next one.'
    return { firstOn, closing, points: [{ text, blocks: false, page: 'import' }] }
  }
  if (await continues(sql, id, next, closing)) return { firstOn, closing, points: [] }
  const text = `Bank entries are missing: this day ends with ${formatRupees(closing)}, but no entry of ${dateText(next)} continues from that balance.`
  return { firstOn, closing: undefined, points: [missing(text)] }
}

/** The opening balance of the statements less the bookings without a line until then; undefined if they have none. */
export async function statementDifference(
  sql: Sql,
  { accountId, firstOn }: { readonly accountId: string; readonly firstOn: string },
): Promise<bigint | undefined> {
  const { begins, booked } = await startOf(sql, accountId, firstOn, 'infinity')
  return begins === undefined ? undefined : begins - booked
}

/** The bank's balance before the first imported line, and the bookings without a line until then. */
export async function startOf(sql: Sql, accountId: string, firstOn: string, day: string) {
  const loose = await looseBalances(sql, accountId, { from: firstOn, day: firstOn })
  const [begin, ...others] = loose.filter(({ change }) => change > 0)
  const entered = await enteredStart(sql, accountId, firstOn)
  const inOrder = begin && others.length === 0 ? begin : await balanceBefore(sql, accountId, firstOn)
  const { amount: booked, opening } = await bookedBefore(sql, accountId, firstOn, day)
  return { begins: entered?.value ?? inOrder?.value, booked, opening }
}
