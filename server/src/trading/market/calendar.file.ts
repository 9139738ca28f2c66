import {
  calendarErrors,
  type CalendarEntry,
  type CalendarKind,
  calendarKindNames,
  holidayListNames,
  type HolidayListKind,
  type HolidayListReading,
  type calendarCalls,
} from '@sauda/contract/core/calendar'
import { secondAdministrator } from '@sauda/contract/core/approval'
import type { Payload } from '@sauda/contract/core/proposal'
import { exchangeCsvErrors } from '@sauda/contract/platform/csv'
import { AppError } from '@sauda/contract/platform/error'
import { formatCount } from '@sauda/contract/platform/decimal'
import { listText } from '@sauda/contract/platform/sentence'
import type { AppContext } from '../../app/app-context.ts'
import { announceChange } from '../../core/approval/proposal.ts'
import { changeReasons } from '../../core/approval/approval.policy.ts'
import { type FileFormat, type FileTable, type FileToCount, sendFile } from '../../core/approval/file-proposal.ts'
import { inChild } from '../../platform/child.ts'
import type { Sql, Tx } from '../../platform/db.ts'
import { dateText, dayInIndia } from '../../platform/india.ts'
import type { RequestInput } from '../../platform/mount.ts'
import { applyChange, calendarFrom, type Change, loadCalendar, tableOfMoved } from './calendar.ts'
import type * as lists from './calendar.read.ts'
import type { HolidayList, ListedDay } from './calendar.read.ts'
import { exceptions } from './market.sql.ts'
import { isWeekend, tradingDaysBefore } from './trading-day.ts'

const child = inChild<typeof lists>(new URL('./calendar.read.ts', import.meta.url), exchangeCsvErrors.tooMuch)

/** Kinds of which a day has one: which of them it is, decides whether the exchanges trade and whether pay-outs are made. */
const exclusive: readonly CalendarKind[] = ['holiday', 'session', 'clearing']

/** What a day of the list is; undefined for a Saturday or Sunday without a session. */
function kindOf({ day, closed, hasSession }: ListedDay, list: HolidayListKind): CalendarKind | undefined {
  const isTradingHoliday = closed ? closed.trading : list === 'trading'
  const isClearingHoliday = closed ? closed.clearing : list === 'clearing'
  if (isWeekend(day)) return isTradingHoliday && hasSession ? 'session' : undefined
  if (isTradingHoliday) return hasSession ? 'clearing' : 'holiday'
  return isClearingHoliday ? 'clearing' : undefined
}

/** What the list changes of the calendar. Changes nothing. */
async function compare(sql: Sql, { rows, days, unread, unused, list }: ListFile, name: string) {
  const calendar = await exceptions(sql)
  const [previous = ''] = tradingDaysBefore(dayInIndia(new Date()), 1)
  const changed: HolidayListReading['days'] = []
  const changes: Change[] = []
  const tooEarly: string[] = []
  let [known, weekends] = [0, 0]
  for (const listed of days) {
    const { line, day, name: title } = listed
    const kind = kindOf(listed, list)
    const before = calendar.filter((each) => each.day === day && exclusive.includes(each.kind))
    const now = before.find((each) => each.kind === 'holiday') ?? before[0]
    // No pay-in and pay-out is made on a holiday of the exchanges either.
    const isKnown = now?.kind === kind || (now?.kind === 'holiday' && !isOpened(listed, list))
    if (kind === undefined) weekends += 1
    else if (isKnown) known += 1
    else if (day < previous)
      tooEarly.push(
        `Line ${line}: ${dateText(day)} is before the previous trading day. Check it, and enter it with Add day.`,
      )
    else {
      changed.push({
        line,
        day,
        name: title,
        before: before.length === 0 ? usual(day) : listText(before.map(describe)),
        after: describe({ kind, name: title }),
      })
      changes.push(...before.map((each) => ({ ...each, isRemoved: true })))
      changes.push({ day, kind, name: title, isRemoved: false })
    }
  }
  const years = new Set(days.map(({ day }) => day.slice(0, 4)))
  const named = new Set(days.map(({ day }) => day))
  const kinds: readonly CalendarKind[] = list === 'trading' ? ['holiday', 'session'] : ['clearing']
  const absent = calendar
    .filter(({ day, kind }) => kinds.includes(kind) && !(kind === 'holiday' && isWeekend(day)))
    .filter(({ day }) => day >= previous && years.has(day.slice(0, 4)) && !named.has(day))
    .map(({ day, name: title }) => ({ day, name: title }))
    .toSorted((one, other) => one.day.localeCompare(other.day))
  const reading: HolidayListReading = {
    name,
    rows,
    days: changed,
    known,
    weekends,
    unread: [...unread, ...tooEarly],
    unused: [...unused],
    absent,
  }
  return { reading, changes, calendar }
}

/** Whether the list says that the exchanges hold a session on a weekday that would be a holiday. */
const isOpened = (listed: ListedDay, list: HolidayListKind): boolean =>
  listed.hasSession && (listed.closed?.trading ?? list === 'trading')

const usual = (day: string): string => (isWeekend(day) ? 'Closed, as on every weekend' : 'Trading day')
const describe = ({ kind, name }: Pick<CalendarEntry, 'kind' | 'name'>): string => `${calendarKindNames[kind]}: ${name}`

type ListFile = HolidayList & { readonly list: HolidayListKind }

/** Lists of holidays. A second administrator must approve what a list adds to the calendar. `sent`: what the sender chose. */
export const holidayLists = (
  context: AppContext,
  sent?: { readonly list: HolidayListKind },
): FileFormat<ListFile, HolidayListReading> => ({
  kind: 'calendar-list.count',
  lock: 'brokerChanges',
  read: async ({ bytes }, about = sent) => ({
    ...(await child('readHolidays', { bytes })),
    ...(about as Payload<'calendar-list.count'>),
  }),
  about: ({ list }) => ({ list }),
  count: (tx, file) => countList(context, tx, file),
  committed: () => loadCalendar(context.db),
})

async function countList(
  context: AppContext,
  tx: Tx,
  { csv, content, approvedBy, operator, ip }: FileToCount<ListFile>,
) {
  const { list } = content
  const { reading, changes, calendar } = await compare(tx, content, csv.name)
  if (changes.length === 0) throw new AppError(calendarErrors.noChange)
  const by = { operator, ip }
  const summary = `Add ${daysIn(reading)} of ${csv.name} to the trading calendar as ${holidayListNames[list].toLowerCase()}`
  const isRemoved = (each: Pick<CalendarEntry, 'day' | 'kind'>) =>
    changes.some((change) => change.isRemoved && change.day === each.day && change.kind === each.kind)
  const added = changes.filter((change) => !change.isRemoved)
  const moved = await tableOfMoved(
    tx,
    added.map(({ day }) => day),
    calendarFrom([...calendar.filter((each) => !isRemoved(each)), ...added] as CalendarEntry[]),
  )
  const isAlone = approvedBy === null && (await changeReasons(tx)).length === 0
  if (isAlone)
    await announceChange(context, tx, summary, [
      `${operator.name} imported it.`,
      'There was only one administrator, so it did not need a second one.',
    ])
  for (const change of changes) await applyChange(context, tx, by, change)
  const { days, unread } = reading
  return {
    reading,
    summary,
    reasons: isAlone ? [] : [`The list changes ${daysIn(reading)}. ${secondAdministrator}`],
    changes: [],
    tables: [tableOfDays(reading), tableOfUnread(reading), ...moved],
    audited: {
      action: 'calendar.import',
      after: { list, days, unread },
      topic: 'market' as const,
    },
  }
}

const daysIn = ({ days }: HolidayListReading): string =>
  days.length === 1 ? '1 day' : `${formatCount(days.length)} days`

const tableOfDays = ({ days }: HolidayListReading): FileTable => ({
  title: 'Days that change',
  columns: ['Line', 'Date', 'Until now', 'Afterwards'],
  rows: days.map(({ line, day, before, after }) => [formatCount(line), dateText(day), before, after]),
})

const tableOfUnread = ({ unread }: HolidayListReading): FileTable => ({
  title: 'Rows that are not used',
  columns: ['Row'],
  rows: unread.map((text) => [{ text, warns: true as const }]),
})

/** Changes nothing. */
export async function previewList(
  context: AppContext,
  { csv, query }: Pick<RequestInput<typeof calendarCalls.previewList>, 'csv' | 'query'>,
) {
  const content = await holidayLists(context, query).read(csv)
  const { reading } = await compare(context.db, content, csv.name)
  const reasons = await context.db.transaction((tx) => changeReasons(tx))
  return { ...reading, ...(reasons.length > 0 && reading.days.length > 0 && { secondReasons: reasons }) }
}

export const importList = (context: AppContext, given: RequestInput<typeof calendarCalls.importList>) =>
  sendFile(context, holidayLists(context, given.query), given)
