import { dateText, dayInIndia, indiaMilliseconds } from '@sauda/contract/platform/day-text'

/** `2026-11-05 16:05:09` */
export const inIndia = (at: Date): string =>
  new Date(at.getTime() + indiaMilliseconds).toISOString().slice(0, 19).replace('T', ' ')

/** In SQL: the day of a moment. */
export const sqlDayOf = (moment: string): string => `(${moment} at time zone 'Asia/Kolkata')::date`

/** In SQL: today in India; `current_date` is that of UTC. */
export const sqlToday = sqlDayOf('now()')

/** In SQL: a date as `2026-11-05`. */
export const sqlDateText = (date: string): string => `to_char(${date}, 'YYYY-MM-DD')`

/** In SQL: `23 Nov 2026`. */
export const sqlDayText = (date: string): string => `to_char(${date}, 'DD Mon YYYY')`

/** In SQL: the moment at which a day begins. */
export const sqlStartOf = (day: string): string => `(${day}::timestamp at time zone 'Asia/Kolkata')`

/** `2026-11-08` of `2026-11-05` and 3. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** 2026-01-31 and 1 → 2026-02-28: the same day of a later month, or its last day. */
export function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** `2026-11-30` of `2026-11`. */
export const lastDayOf = (month: string): string => monthsAfter(`${month}-31`, 0)

export { dateText, dayInIndia, indiaMilliseconds }

export const daysText = (from: string, to: string): string =>
  from === to ? dateText(to) : `${dateText(from)} to ${dateText(to)}`

/** `5 Nov 2026, 4:05 pm`. Not by Intl, because a statement has a hundred thousand. */
export function momentText(at: Date): string {
  const [day = '', time = ''] = inIndia(at).split(' ')
  const hour = Number(time.slice(0, 2))
  return `${dateText(day)}, ${hour % 12 || 12}:${time.slice(3, 5)} ${hour < 12 ? 'am' : 'pm'}`
}

const months = 'january february march april may june july august september october november december'.split(' ')

/** Some of the patterns below take quadratic time. */
const longestCell = 60

/** A time behind a day, with India's zone or none: in another zone the day may be another one. */
const timeOfDay = /[ T,]+\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:\.\d+)?)?(?: ?[ap]m)?(?: ?(?:ist|\+05:?30))?$/i

/**
 * A date as Indian banks write it (`19/11/2026`, `19-Nov-26`, `Nov 19, 2026`, `19 Nov 2026 10:22`, `2026-11-19`) as ISO,
 * or undefined.
 */
export function dayIn(cell: string): string | undefined {
  if (cell.length > longestCell) return undefined
  const day = cell.replace(timeOfDay, '')
  const digits = /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4}|\d{2})$/.exec(day)
  if (digits) return isoDay(digits[3], digits[2], digits[1])
  const named = /^(\d{1,2})[/. -]?([a-z]{3,9})\.?(?:[/. -]|, ?)?(\d{4}|\d{2})$/i.exec(day)
  if (named) return isoDay(named[3], monthNumber(named[2] ?? ''), named[1])
  const monthFirst = /^([a-z]{3,9})\.?[ -](\d{1,2})(?:, ?| )(\d{4})$/i.exec(day)
  if (monthFirst) return isoDay(monthFirst[3], monthNumber(monthFirst[1] ?? ''), monthFirst[2])
  const iso = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/.exec(day)
  return iso ? isoDay(iso[1], iso[2], iso[3]) : undefined
}

/** The day of a number that a workbook holds without the format of a date: 46296 is 1 October 2026. */
export function dayOfSerial(number: string): string | undefined {
  const days = /^\d{5}$/.test(number) ? Number(number) : 0
  return days < 36_526 || days > 73_050 ? undefined : addDays('1899-12-30', days)
}

/** `nov` and `Sept` are months, `no` and `novem ber` are not. */
function monthNumber(name: string): string {
  const at = months.findIndex((month) => month.startsWith(name.toLowerCase()))
  return at < 0 ? '' : String(at + 1)
}

function isoDay(year = '', month = '', day = ''): string | undefined {
  const text = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${text}T00:00:00Z`)
  // Date would turn the 31st of a shorter month into the 1st of the next.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? undefined : text
}
