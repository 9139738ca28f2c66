import {
  type CalendarEntry,
  calendarErrors,
  type CalendarKind,
  calendarKindNames,
  calendarKinds,
} from '@sauda/contract/core/calendar'
import { AppError } from '@sauda/contract/platform/error'
import type { Payload } from '@sauda/contract/core/proposal'
import { settlementIdOf } from '@sauda/contract/trading/market'
import type { AppContext } from '../../app/app-context.ts'
import { changeOrPropose, type ProposalHandlers, secondOf } from '../../core/approval/proposal.ts'
import { tableEvidence, type FileTable } from '../../core/approval/file-proposal.ts'
import { type ByOperator, recordByOperator } from '../../core/audit/audit.ts'
import type { Sql, Tx } from '../../platform/db.ts'
import { dateText, dayInIndia } from '../../platform/india.ts'
import { latestRead } from '../../platform/latest-read.ts'
import { movedSettlements, moveSettlements } from '../clearing/pay-out-day.ts'
import { deleteEntry, entriesOf, exceptions, upsertEntry } from './market.sql.ts'
import { isWeekend, setCalendar, type TradingCalendar, tradingDaysBefore, tradingDaysOf } from './trading-day.ts'

export type Change = Payload<'calendar.change'>
type CalendarCommand<T> = ByOperator & { readonly body: T }

export function calendarFrom(days: readonly Pick<CalendarEntry, 'day' | 'kind'>[]): TradingCalendar {
  const of = (kind: CalendarKind) => new Set(days.filter((entry) => entry.kind === kind).map(({ day }) => day))
  return { holidays: of('holiday'), sessions: of('session'), clearing: of('clearing') }
}

/** Reads the holidays and weekend sessions for trading-day.ts: at start, after each change, and at intervals for changes in other processes. */
export const loadCalendar = latestRead(exceptions, (days) => setCalendar(calendarFrom(days)))

export const calendarOf = async (sql: Sql, year = dayInIndia(new Date()).slice(0, 4)) => ({
  entries: await entriesOf(sql, year),
  tradingDays: tradingDaysOf(year).length,
})

export async function addDay(context: AppContext, { body, ...by }: CalendarCommand<CalendarEntry>) {
  const { day, kind, name } = body
  if ((kind === 'holiday' || kind === 'clearing') && isWeekend(day)) throw new AppError(calendarErrors.weekend)
  if (kind === 'session' && !isWeekend(day)) throw new AppError(calendarErrors.weekday)
  return changeDay(context, by, {
    day,
    kind,
    findName: (before) => (before === name ? undefined : name),
    isRemoved: false,
  })
}

export const removeDay = (
  context: AppContext,
  { body, ...by }: CalendarCommand<{ readonly day: string; readonly kind: CalendarKind }>,
) => changeDay(context, by, { ...body, findName: (before) => before, isRemoved: true })

type RequestedChange = Pick<CalendarEntry, 'day' | 'kind'> & {
  /** The name in the request, given that of the entry until now; undefined if nothing changes. */
  readonly findName: (before: string | undefined) => string | undefined
  readonly isRemoved: boolean
}

/** Pay-outs and the limits of dealers follow the days from the previous trading day on, so two administrators change them. */
async function changeDay(context: AppContext, by: ByOperator, { findName, ...change }: RequestedChange) {
  const { db } = context
  const { day, kind, isRemoved } = change
  const result = await db.transaction(async (tx) => {
    const before = (await entriesOf(tx, day.slice(0, 4))).find((each) => each.day === day && each.kind === kind)
    const name = findName(before?.name)
    if (name === undefined) return { done: undefined }
    const payload: Change = { ...change, name }
    const [previous = ''] = tradingDaysBefore(dayInIndia(new Date()), 1)
    if (day < previous) return { done: await applyChange(context, tx, by, payload) }
    const summary = `${isRemoved ? 'Remove' : 'Add'} ${dateText(day)} ${isRemoved ? 'from' : 'to'} the trading calendar: ${calendarKindNames[kind]}, ${name}`
    const proposed = { kind: 'calendar.change' as const, payload, summary, ...by }
    return changeOrPropose(context, tx, proposed, () => applyChange(context, tx, by, payload))
  })
  await loadCalendar(db)
  return { ...(await calendarOf(db, day.slice(0, 4))), ...secondOf(result) }
}

export async function applyChange(context: AppContext, tx: Tx, by: ByOperator, { isRemoved, ...change }: Change) {
  const entry: CalendarEntry = { ...change, kind: kindOf(change) }
  if (isRemoved) {
    const before = await deleteEntry(tx, entry)
    if (before) await recordByOperator(context, tx, by, { action: 'calendar.remove', before, topic: 'market' })
  } else if ((await upsertEntry(tx, entry)) > 0)
    await recordByOperator(context, tx, by, { action: 'calendar.add', after: entry, topic: 'market' })
  // Other processes, and this one after an approval, read the new calendar a little later.
  await moveSettlements(tx, entry.day, calendarFrom(await exceptions(tx)))
}

const kindOf = ({ kind }: Pick<Change, 'kind'>): CalendarKind =>
  calendarKinds.find((each) => each === kind) ?? 'holiday'

const columnsOfMoved = ['Settlement', 'Trade day', 'Pay-out until now', 'Pay-out afterwards']
const noneMoved: FileTable = { title: 'No pay-out moves', columns: columnsOfMoved, rows: [] }

/** The settlements whose pay-out moves with changes on these days; none if no pay-out does. */
export async function tableOfMoved(tx: Tx, days: readonly string[], calendar: TradingCalendar): Promise<FileTable[]> {
  const moved = new Map<string, readonly string[]>()
  for (const day of days)
    for (const each of await movedSettlements(tx, day, calendar))
      moved.set(settlementIdOf(each), [each.tradedOn, each.before, each.settlesOn])
  if (moved.size === 0) return []
  const rows = [...moved].map(([id, dates]) => [id, ...dates.map(dateText)])
  return [{ title: 'Settlements whose pay-out moves', columns: columnsOfMoved, rows }]
}

export const calendarProposals = (context: AppContext): ProposalHandlers<'calendar.change'> => ({
  'calendar.change': {
    carryOut: (tx, payload, by) => applyChange(context, tx, by, payload),
    async describe(tx, { day, isRemoved, ...change }) {
      const kind = kindOf(change)
      const others = (await exceptions(tx)).filter((each) => each.day !== day || each.kind !== kind)
      const calendar = calendarFrom(isRemoved ? others : [...others, { day, kind }])
      const [table = noneMoved] = await tableOfMoved(tx, [day], calendar)
      return {
        evidence: [tableEvidence(table)],
      }
    },
  },
})
