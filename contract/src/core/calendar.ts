import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { exchangeCsvErrorList, packedFileErrors } from '../platform/csv.ts'
import { conflict, invalid } from '../platform/error.ts'
import { day, keysOf, line, secondFields, unusedColumns } from '../platform/field.ts'
import { sentFileErrors } from './sent-file.ts'

/** calendar: on which days the exchanges are closed or open out of turn, and when unused funds are settled. */

/** session: trading on a Saturday or Sunday. clearing: a settlement holiday, with trading but without pay-in and pay-out. */
export const calendarKinds = ['holiday', 'session', 'clearing', 'monthly', 'quarterly'] as const
const kind = z.enum(calendarKinds, { error: `Choose one of ${calendarKinds.join(', ')}` })
export type CalendarKind = z.infer<typeof kind>

export const calendarKindNames: Record<CalendarKind, string> = {
  holiday: 'Market holiday',
  session: 'Trading session on a weekend',
  clearing: 'Settlement holiday (trading without pay-in and pay-out)',
  monthly: 'Monthly settlement',
  quarterly: 'Quarterly settlement',
}

const entryDay = day('Enter the date as YYYY-MM-DD')
const entry = z.object({ day: entryDay, kind, name: line('Enter a name', 100) })
export type CalendarEntry = z.infer<typeof entry>

const entries = z.object({
  entries: z.array(entry),
  /** Trading days of the exchanges in that year. */
  tradingDays: z.number(),
})

const changedEntries = z.extend(entries, secondFields)

/** What the days of a list are, where no column of it says so. */
export const holidayListNames = {
  trading: 'Trading holidays',
  clearing: 'Clearing holidays',
} as const
export const holidayLists = keysOf(holidayListNames)
export type HolidayListKind = keyof typeof holidayListNames

const listReading = z.object({
  name: z.string(),
  /** Below the header. */
  rows: z.number(),
  /** What changes; `before` and `after` name what the day is. */
  days: z.array(
    z.object({ line: z.number(), day: z.iso.date(), name: z.string(), before: z.string(), after: z.string() }),
  ),
  /** Rows with a day that the calendar has already, and with a Saturday or Sunday without a session. */
  known: z.number(),
  weekends: z.number(),
  /** Sentences: rows that are not used, each with its line. */
  unread: z.array(z.string()),
  unused: unusedColumns,
  /** In the calendar and not in the list; they stay. */
  absent: z.array(z.object({ day: z.iso.date(), name: z.string() })),
})
export type HolidayListReading = z.infer<typeof listReading>

export const calendarErrors = {
  weekend: invalid('The exchanges are closed on Saturdays and Sundays anyway'),
  weekday: invalid('The exchanges trade on this day anyway. Only a Saturday or Sunday can be added.'),
  listColumns: invalid(
    'This is not a list of holidays: a row above the days must name the columns Date and Description (BSE: Holidays). Choose the list of the equity segment as NSE or BSE publishes it, as CSV.',
  ),
  commodity: invalid(
    'This is the list of holidays of the commodity segment, with its morning and evening sessions. Choose that of the equity segment.',
  ),
  noDays: invalid('The list has no days in it'),
  noChange: conflict('The trading calendar has every day of this list already. Nothing was changed.'),
  noContent: packedFileErrors.noContent,
  brokenArchive: packedFileErrors.brokenArchive,
} as const

const e = calendarErrors
const listErrors = [...exchangeCsvErrorList, e.listColumns, e.commodity, e.noDays, e.noContent, e.brokenArchive]
const listQuery = z.object({
  list: z._default(
    z.enum(holidayLists, { error: 'Choose whether the list has trading holidays or clearing holidays' }),
    'trading',
  ),
})

export const calendarCalls = {
  list: call('GET /desk/calendar', 'operator', {
    does: 'Market holidays, trading sessions on weekends and settlement dates of a year.',
    reads: ['market'],
    query: z.object({
      year: z.optional(z.string().check(z.regex(/^(?:19|20|21)\d\d$/, { error: 'Enter a year such as 2026' }))),
    }),
    reply: entries,
  }),
  add: call('POST /desk/calendar', 'operator.manage', {
    does: 'Adds a day to the calendar, or renames it. From the previous trading day on a second administrator must approve it.',
    body: entry,
    reply: changedEntries,
    errors: [calendarErrors.weekend, calendarErrors.weekday],
  }),
  remove: call('POST /desk/calendar/remove', 'operator.manage', {
    does: 'Takes a day out of the calendar. From the previous trading day on a second administrator must approve it.',
    body: z.object({ day: entryDay, kind }),
    reply: changedEntries,
  }),
  previewList: call('POST /desk/calendar/list/preview', 'operator.manage', {
    does: 'What importing a list of holidays (field `file`: CSV, gzip or zip, as NSE or BSE publishes it) would change, day by day. `query` says what its days are where no column does. Changes nothing.',
    csv: 'file',
    query: listQuery,
    reply: z.extend(listReading, { secondReasons: secondFields.secondReasons }),
    errors: listErrors,
  }),
  importList: call('POST /desk/calendar/list', 'operator.manage', {
    does: 'Adds the days of a list of holidays to the calendar, from the previous trading day on. From the second administrator on, one of them must approve it.',
    csv: 'file',
    query: listQuery,
    reply: z.extend(listReading, secondFields),
    errors: [...listErrors, e.noChange, ...sentFileErrors],
  }),
}
