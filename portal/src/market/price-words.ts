import { marketWords, type PriceState } from '@sauda/contract/market'
import { dayInIndia, formatDayMonth, formatTime } from '@sauda/web/date-time'

export const stateWords: Record<PriceState, string> = {
  live: 'Live',
  delayed: 'Delayed',
  stale: 'Stale',
  none: marketWords.noPrice,
}

/** `as of 3:29 pm`; of another day `as of 4 Nov, 3:29 pm`. */
export function asOf(at: string, now = new Date()): string {
  const isToday = dayInIndia(new Date(at)) === dayInIndia(now)
  return `as of ${isToday ? '' : `${formatDayMonth(at)}, `}${formatTime(at)}`
}
