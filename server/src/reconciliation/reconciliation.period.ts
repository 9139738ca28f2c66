import { dayIn } from '../platform/day-cell.ts'
import { addDays, dayInIndia } from '../platform/india.ts'

/** The days that a statement covers, also those without a booking. */
export type Period = { readonly from: string; readonly to: string }

const day = '(\\d{1,2}[/. -](?:\\d{1,2}|[a-z]{3,9})[/. -]\\d{2,4})'
const patterns = [
  `\\b(?:from|period|between)(?: date)?[ :.-]{0,5}${day}[ ,]{0,3}(?:to|till|and|-|–)(?: date)?[ :.-]{0,5}${day}`,
  `\\bstart date[ :.-]{0,5}${day}.{0,40}?\\bend date[ :.-]{0,5}${day}`,
].map((pattern) => new RegExp(pattern, 'i'))

/** As the text above or below the table names it: `Statement From : 01/11/2026 To : 30/11/2026`. */
export function periodIn(text: string): Period | undefined {
  for (const pattern of patterns) {
    const [, from = '', to = ''] = pattern.exec(text.slice(0, 1000)) ?? []
    const period = { from: dayIn(from), to: dayIn(to) }
    if (period.from !== undefined && period.to !== undefined && period.from <= period.to)
      return { from: period.from, to: period.to }
  }
  return undefined
}

/** The days of the bookings, and of the named period those that are over. Undefined if there are none. */
export function coveredBy(named: Period | undefined, days: readonly string[]): Period | undefined {
  const over = addDays(dayInIndia(new Date()), -1)
  const known = named && named.from <= over ? [named.from, named.to < over ? named.to : over] : []
  const all = [...known, ...days].toSorted()
  const [from, to] = [all[0], all.at(-1)]
  return from === undefined || to === undefined ? undefined : { from, to }
}
