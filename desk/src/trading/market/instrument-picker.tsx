import { type Instrument, closeText, marketLabels, type PriceClock, type Quote } from '@sauda/contract/trading/market'
import type { Ref } from 'react'
import { Picker, useTyped } from '../../shell/picker.tsx'
import { useInstruments, useQuote } from './market.api.ts'
import { formatAge, formatDate } from '@sauda/web/date-time'
import { priceText } from '../../shell/format.ts'

interface InstrumentPickerProps {
  value: Instrument | null
  onPick: (instrument: Instrument | null) => void
  error: string | undefined
  ref?: Ref<HTMLInputElement>
}

export function InstrumentPicker(props: InstrumentPickerProps) {
  const search = useTyped()
  const query = useInstruments(search.settled)
  return (
    <Picker
      {...props}
      label="Stock"
      placeholder="Symbol or name"
      what="instrument"
      search={search}
      query={query}
      found={query.data?.pages[0]?.instruments.filter(({ active }) => active)}
      searchedOf={({ symbol, name, aliases }) => [symbol, name, ...aliases].join('\n')}
      textOf={({ symbol }) => symbol}
      codeOf={({ symbol }) => symbol}
      linesOf={({ symbol, name }) => [symbol, name]}
      hint={props.value ? `${props.value.name}, ${props.value.exchange}` : '\u00a0'}
    />
  )
}

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
