import { marketHours } from '@sauda/contract/trading/market'
import { addDays, dayInIndia, inIndia } from '../../platform/india.ts'

/** Trading days of the Indian exchanges, as days in India (YYYY-MM-DD). */

export type TradingCalendar = {
  readonly holidays: ReadonlySet<string>
  readonly sessions: ReadonlySet<string>
  /** Trading days without pay-in and pay-out. */
  readonly clearing?: ReadonlySet<string>
}

/** From the table `calendar_day`, read by calendar.ts. */
let calendar: TradingCalendar = { holidays: new Set(), sessions: new Set() }

export function setCalendar(read: TradingCalendar): void {
  calendar = read
}

/** A time of a day in India. */
export const indianTime = (day: string, time: string): Date => new Date(`${day}T${time}:00+05:30`)

/** The end of the session of a trading day. */
export const closeOf = (day: string): Date => indianTime(day, marketHours.closes)

export function isWeekend(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekday === 0 || weekday === 6
}

export const isTradingDay = (day: string, of = calendar): boolean =>
  isWeekend(day) ? of.sessions.has(day) : !of.holidays.has(day)

/** The next day after this one on which the clearing corporations pay in and out. */
export function nextSettlementDay(day: string, of = calendar): string {
  let next = addDays(day, 1)
  while (!isTradingDay(next, of) || of.clearing?.has(next)) next = addDays(next, 1)
  return next
}

/** The trading days of a year, oldest first. */
export function tradingDaysOf(year: string): string[] {
  const days = tradingDaysBefore(`${Number(year) + 1}-01-01`, 366)
  return days.filter((day) => day.startsWith(year))
}

/** The last `count` trading days before a day, oldest first. */
export function tradingDaysBefore(day: string, count: number): string[] {
  const days: string[] = []
  for (let earlier = addDays(day, -1); days.length < count; earlier = addDays(earlier, -1))
    if (isTradingDay(earlier)) days.unshift(earlier)
  return days
}

/** The first known holiday. */
const firstDay = (): string | undefined => [...calendar.holidays].toSorted()[0]

/** For the features that check dates. */
export const tradingDays = { before: tradingDaysBefore, first: firstDay }

/** Whether the equity market is open. */
export function isMarketOpen(at: Date): boolean {
  const time = inIndia(at).slice(11, 16)
  return isTradingDay(dayInIndia(at)) && time >= marketHours.opens && time < marketHours.closes
}

/** The given moment if the market is open, otherwise the last minute in which it was. */
export function lastMarketTime(at: Date): Date {
  if (isMarketOpen(at)) return at
  const today = dayInIndia(at)
  const isAfterClose = isTradingDay(today) && inIndia(at).slice(11, 16) >= marketHours.closes
  const [day = today] = isAfterClose ? [today] : tradingDaysBefore(today, 1)
  return new Date(indianTime(day, marketHours.closes).getTime() - 60_000)
}
