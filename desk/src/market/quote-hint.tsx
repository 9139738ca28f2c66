import { useQuote } from './market.api.ts'
import { quoteWords } from './quote-words.ts'

/** What the market says of a stock; beside the field a price is typed into. */
export function QuoteHint({ symbol }: { symbol: string }) {
  const quote = useQuote(symbol).data
  const [one] = quote?.quotes ?? []
  // Where there is no feed at all, every stock would say the same.
  return quote && one && quote.clock.feed !== 'none' ? quoteWords(one, quote.clock) : null
}
