import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { day, line, secondFields } from '../platform/field.ts'
import { invalid } from '../platform/error.ts'

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

export const calendarErrors = {
  weekend: invalid('The exchanges are closed on Saturdays and Sundays anyway'),
  weekday: invalid('The exchanges trade on this day anyway. Only a Saturday or Sunday can be added.'),
} as const

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
}
