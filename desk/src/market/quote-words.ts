import { marketWords, type PriceClock, type Quote } from '@sauda/contract/market'
import { priceText } from '../shell/decimal-words.ts'
import { formatAge } from '@sauda/web/date-time'

const stateWords = { live: 'live', delayed: 'delayed', stale: 'stale', none: '' } as const

/** A price with its age by the server's clock, and how good it is. */
export function quoteWords({ price, at, state }: Quote, { now }: Pick<PriceClock, 'now'>): string {
  if (price === undefined || at === undefined) return marketWords.noPrice
  return `Market ${priceText(price)}, ${formatAge(at, Date.parse(now))}, ${stateWords[state]}`
}
