import { marketWords, type PriceClock, type Quote } from '@sauda/contract/market'
import { formatAge } from '@sauda/web/date-time'
import { priceText } from '../shell/decimal-words.ts'
import { useQuote } from './market.api.ts'

/** What the market says of a stock; beside the field a price is typed into. */
export function QuoteHint({ symbol }: { symbol: string }) {
  const quote = useQuote(symbol).data
  const [one] = quote?.quotes ?? []
  // Where there is no feed at all, every stock would say the same.
  return quote && one && quote.clock.feed !== 'none' ? quoteWords(one, quote.clock) : null
}

const stateWords = { live: 'live', delayed: 'delayed', stale: 'stale', none: '' } as const

/** A price with its age by the server's clock, and how good it is. */
export function quoteWords({ price, at, state }: Quote, { now }: Pick<PriceClock, 'now'>): string {
  if (price === undefined || at === undefined) return marketWords.noPrice
  return `Market ${priceText(price)}, ${formatAge(at, Date.parse(now))}, ${stateWords[state]}`
}
