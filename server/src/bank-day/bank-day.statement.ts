import type { BankDay, BankDayPoint } from '@sauda/contract/bank-day'
import { formatRupees } from '@sauda/contract/money'
import { addDays, dateText } from '../platform/india.ts'
import type { Sql } from '../platform/db.ts'
import { enteredBalance, enteredStart, sumOfLines } from './bank-day.balance.sql.ts'
import { balanceBefore, bookedBefore, continues, lineRange, looseBalances } from './bank-day.compare.sql.ts'
import type { Account, Close } from './bank-day.sql.ts'

/** What the imported statements say of an account: how they begin, and how a day ends. */

export type StatementEnd = {
  readonly firstOn: string | null
  readonly closing: bigint | undefined
  readonly points: readonly BankDayPoint[]
  readonly entered?: BankDay['entered']
  readonly balanceEntry?: BankDay['balanceEntry']
}

const missing = (text: string): BankDayPoint => ({ text, blocks: true, page: 'import' })

type Days = { readonly after: string; readonly day: string; readonly last: Close | undefined }

/** The closing balance, if the running balance leads to it without a gap and on to the next line. */
export async function statementOf(
  sql: Sql,
  { id }: Account,
  { after, day, last: lastClose }: Days,
): Promise<StatementEnd> {
  const range = await lineRange(sql, id, after, day)
  const { first: firstOn = null, last = null, covered = null, next = null, withoutBalance = 0 } = { ...range }
  const without = (text: string): StatementEnd => ({ firstOn, closing: undefined, points: [missing(text)] })
  if (firstOn === null || last === null) return statementWithoutLines(sql, id, { after, day, last: lastClose }, range)
  // A statement may end with days on which nothing was booked.
  const until = covered !== null && covered > last ? covered : last
  if (until < day)
    return without(`The imported statements end on ${dateText(until)}. Import the statement up to this day.`)
  if (firstOn > day) return without(`The imported statements begin on ${dateText(firstOn)}.`)
  const balanceEntry = withoutBalance === 0 ? undefined : lastClose ? ('closing' as const) : ('both' as const)
  if (balanceEntry) {
    const found = await enteredEnd(sql, id, { after, day, last: lastClose }, withoutBalance)
    if (typeof found === 'string')
      return { firstOn, closing: undefined, balanceEntry, points: [{ text: found, blocks: true }] }
    return {
      ...(await continued(sql, id, { firstOn, next, closing: found.closing })),
      balanceEntry,
      entered: { by: found.by, at: found.at },
    }
  }
  const from = range?.signedWithoutBalance ? addDays(after, 1) : (range?.signed ?? firstOn)
  const loose = await looseBalances(sql, id, { from, day })
  const [begins, ends] = [loose.filter(({ change }) => change > 0), loose.filter(({ change }) => change < 0)]
  const [begin, end] = [begins.at(-1), ends[0]]
  if (begins.length > 1 && begin && end)
    return without(
      `Bank entries are missing: the entries up to ${dateText(end.last)} end with ${formatRupees(end.value)}, and those from ${dateText(begin.first)} begin with ${formatRupees(begin.value)}.`,
    )
  const closing = end?.value ?? (await balanceBefore(sql, id, from))?.value ?? lastClose?.bankClosing
  if (closing === undefined) return without('The imported statements have no running balance on these days.')
  return continued(sql, id, { firstOn, next, closing })
}

/** Of an account on which nothing was booked yet: its balance is known only from an operator. */
async function statementWithoutLines(
  sql: Sql,
  id: string,
  days: Days,
  range: { readonly begins: string | null; readonly covered: string | null } | undefined,
): Promise<StatementEnd> {
  const { begins = null, covered = null } = { ...range }
  const without = (text: string): StatementEnd => ({ firstOn: null, closing: undefined, points: [missing(text)] })
  if (begins === null || covered === null) return without('No statement of this account was imported yet.')
  if (covered < days.day)
    return without(`The imported statements end on ${dateText(covered)}. Import the statement up to this day.`)
  if (begins > days.day) return without(`The imported statements begin on ${dateText(begins)}.`)
  if (days.last) return continued(sql, id, { firstOn: begins, next: null, closing: days.last.bankClosing })
  const found = await enteredEnd(sql, id, days, 0)
  const balanceEntry = 'both'
  if (typeof found === 'string')
    return { firstOn: begins, closing: undefined, balanceEntry, points: [{ text: found, blocks: true }] }
  const { closing, by, at } = found
  return { ...(await continued(sql, id, { firstOn: begins, next: null, closing })), balanceEntry, entered: { by, at } }
}

/** As an operator entered it, or why it cannot be used. */
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
  const without = (text: string): StatementEnd => ({ firstOn, closing: undefined, points: [missing(text)] })
  if (next === null) {
    const text = 'No later bank entry was imported yet. What the bank adds to this day will count for the next one.'
    return { firstOn, closing, points: [{ text, blocks: false, page: 'import' }] }
  }
  if (!(await continues(sql, id, next, closing)))
    return without(
      `Bank entries are missing: this day ends with ${formatRupees(closing)}, but no entry of ${dateText(next)} continues from that balance.`,
    )
  return { firstOn, closing, points: [] }
}

/** What the statements begin with beyond what was booked without a line until then; undefined if they do not say. */
export async function statementDifference(
  sql: Sql,
  { accountId, firstOn }: { readonly accountId: string; readonly firstOn: string },
): Promise<bigint | undefined> {
  const { begins, booked } = await startOf(sql, accountId, firstOn, 'infinity')
  return begins === undefined ? undefined : begins - booked
}

/** What the bank had before the first imported line, and what was booked without a line until then. */
export async function startOf(sql: Sql, accountId: string, firstOn: string, day: string) {
  const begins = (await looseBalances(sql, accountId, { from: firstOn, day: firstOn })).filter(
    ({ change }) => change > 0,
  )
  const [begin, ...others] = begins
  const entered = await enteredStart(sql, accountId, firstOn)
  const inOrder = begin && others.length === 0 ? begin : await balanceBefore(sql, accountId, firstOn)
  const { amount: booked, opening } = await bookedBefore(sql, accountId, firstOn, day)
  return { begins: entered?.value ?? inOrder?.value, booked, opening }
}
