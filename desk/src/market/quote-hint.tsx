import { marketWords, type PriceClock, type Quote } from '@sauda/contract/market'
import { priceText } from '../shell/decimal-words.ts'
import { ageText } from '../shell/time.ts'
import { useQuote } from './market.api.ts'

/** What the market says of a stock, with the age of the price; beside the field a price is typed into. */
export function QuoteHint({ symbol }: { symbol: string }) {
  const quote = useQuote(symbol).data
  const [one] = quote?.quotes ?? []
  // Where there is no feed at all, every stock would say the same.
  return quote && one && quote.clock.feed !== 'none' ? quoteWords(one, quote.clock) : null
}

const stateWords = { live: 'live', delayed: 'delayed', stale: 'too old to act on', none: '' } as const

function quoteWords({ price, at, state }: Quote, { now }: Pick<PriceClock, 'now'>): string {
  if (price === undefined || at === undefined) return marketWords.noPrice
  return `Market ${priceText(price)}, ${ageText(at, Date.parse(now))}, ${stateWords[state]}`
}
