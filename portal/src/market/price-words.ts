import { marketWords, type PriceState } from '@sauda/contract/market'

const time = new Intl.DateTimeFormat('en-IN', { timeStyle: 'short', hour12: true })
const day = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short' })

export const stateWords: Record<PriceState, string> = {
  live: 'Live',
  delayed: 'Delayed',
  stale: 'Stale',
  none: marketWords.noPrice,
}

/** `as of 3:29 pm`; of another day `as of 4 Nov, 3:29 pm`. */
export function asOf(at: string, now = new Date()): string {
  const then = new Date(at)
  const isToday = then.toDateString() === now.toDateString()
  return `as of ${isToday ? '' : `${day.format(then)}, `}${time.format(then)}`
}
