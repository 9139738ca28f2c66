import { closeText, marketLabels, type PriceClock, type Quote } from '@sauda/contract/trading/market'
import { formatAge, formatDate } from '@sauda/web/date-time'
import { priceText } from '../../shell/format.ts'
import { useQuote } from './market.api.ts'

export function QuoteHint({ symbol }: { symbol: string }) {
  const quote = useQuote(symbol).data
  const [one] = quote?.quotes ?? []
  // Without a feed every instrument would show the same text.
  return quote && one && (quote.clock.feed !== 'none' || one.price !== undefined) ? quoteText(one, quote.clock) : null
}

const stateText = { live: 'live', delayed: 'delayed', close: '', stale: 'stale', none: '' } as const

export function quoteText(quote: Quote, { now }: Clock): string {
  const { price, at, state } = quote
  if (price === undefined || at === undefined) return marketLabels.noPrice
  if (state === 'close') return closeText(quote, formatDate(at), priceText(price))
  return `Market ${priceText(price)}, ${ageText(quote, { now })}`
}

type Clock = Pick<PriceClock, 'now'>
const ageText = ({ at = '', state }: Quote, { now }: Clock): string =>
  `${formatAge(at, Date.parse(now))}, ${stateText[state]}`

/** When an instrument had its last price. */
export function quoteTime(quote: Quote, clock: Clock): string {
  if (quote.at === undefined) return ''
  return quote.state === 'close' ? closeText(quote, formatDate(quote.at)) : ageText(quote, clock)
}
