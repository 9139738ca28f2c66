import { type CalendarEntry, calendarErrors, type CalendarKind } from '@sauda/contract/core/calendar'
import { AppError } from '@sauda/contract/platform/error'
import type { AppContext } from '../../app-context.ts'
import type { Sql } from '../../platform/db.ts'
import { dayInIndia } from '../../platform/india.ts'
import { latestRead } from '../../platform/latest-read.ts'
import type { CurrentOperator } from '../../platform/mount.ts'
import { recordByOperator } from '../../core/audit/audit.ts'
import { moveSettlements } from '../clearing/pay-out-day.ts'
import { deleteEntry, entriesOf, exceptions, upsertEntry } from './market.sql.ts'
import { isWeekend, setCalendar, tradingDaysOf } from './trading-day.ts'

type CalendarChange<T> = { readonly operator: CurrentOperator; readonly ip: string; readonly body: T }

/** Reads the holidays and weekend sessions for trading-day.ts: at start, after each change, and at intervals for changes in other processes. */
export const loadCalendar = latestRead(exceptions, (days) => {
  const of = (kind: CalendarKind) => new Set(days.filter((entry) => entry.kind === kind).map(({ day }) => day))
  setCalendar({ holidays: of('holiday'), sessions: of('session'), clearing: of('clearing') })
})

export const calendarOf = async (sql: Sql, year = dayInIndia(new Date()).slice(0, 4)) => ({
  entries: await entriesOf(sql, year),
  tradingDays: tradingDaysOf(year).length,
})

export async function addDay(context: AppContext, { body, ...by }: CalendarChange<CalendarEntry>) {
  const { day, kind } = body
  if ((kind === 'holiday' || kind === 'clearing') && isWeekend(day)) throw new AppError(calendarErrors.weekend)
  if (kind === 'session' && !isWeekend(day)) throw new AppError(calendarErrors.weekday)
  await context.db.transaction(async (tx) => {
    if ((await upsertEntry(tx, body)) === 0) return
    await recordByOperator(context, tx, by, { action: 'calendar.add', after: body, topic: 'market' })
  })
  return changed(context, day)
}

export async function removeDay(
  context: AppContext,
  { body, ...by }: CalendarChange<{ readonly day: string; readonly kind: CalendarKind }>,
) {
  await context.db.transaction(async (tx) => {
    const before = await deleteEntry(tx, body)
    if (before) await recordByOperator(context, tx, by, { action: 'calendar.remove', before, topic: 'market' })
  })
  return changed(context, body.day)
}

async function changed({ db }: AppContext, day: string) {
  await loadCalendar(db)
  await db.transaction((tx) => moveSettlements(tx, day))
  return calendarOf(db, day.slice(0, 4))
}
