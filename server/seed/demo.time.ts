import { dayInIndia } from '../src/platform/india.ts'
import { indianTime, tradingDaysBefore } from '../src/trading/market/trading-day.ts'

/** Run in chronological order, so that numbers, entries and the audit trail are in that order too. */
export type DemoEvent = { readonly at: Date; readonly work: () => Promise<unknown> }

export type AddEvent = (at: Date, work: () => Promise<unknown>) => void

const dayMilliseconds = 86_400_000

/** A time of day in India. */
export const daysAgo = (days: number, time: string): Date =>
  indianTime(dayInIndia(new Date(Date.now() - days * dayMilliseconds)), time)

/** Like `daysAgo`, counting trading days only. */
export function tradingDay(back: number, time: string): Date {
  const today = dayInIndia(new Date())
  return indianTime(tradingDaysBefore(today, back)[0] ?? today, time)
}
