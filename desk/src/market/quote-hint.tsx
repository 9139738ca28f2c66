import { marketLabels, type PriceClock, type Quote } from '@sauda/contract/market'
import { formatAge } from '@sauda/web/date-time'
import { priceText } from '../shell/format.ts'
import { useQuote } from './market.api.ts'

export function QuoteHint({ symbol }: { symbol: string }) {
  const quote = useQuote(symbol).data
  const [one] = quote?.quotes ?? []
  // Without a feed every instrument would show the same text.
  return quote && one && quote.clock.feed !== 'none' ? quoteText(one, quote.clock) : null
}

const stateText = { live: 'live', delayed: 'delayed', stale: 'stale', none: '' } as const

export function quoteText({ price, at, state }: Quote, { now }: Pick<PriceClock, 'now'>): string {
  if (price === undefined || at === undefined) return marketLabels.noPrice
  return `Market ${priceText(price)}, ${formatAge(at, Date.parse(now))}, ${stateText[state]}`
}
