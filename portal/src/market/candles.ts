import { decimalOf } from '@sauda/contract/decimal'
import type { Candle, CandleSpan, Quote } from '@sauda/contract/market'
import { dayInIndia, formatDate, formatDayMonth, formatTime } from '@sauda/web/date-time'
import type { CandlestickData, Time, UTCTimestamp } from 'lightweight-charts'

const indiaSeconds = 5.5 * 3600
const milliseconds: Record<CandleSpan, number> = { '1m': 60_000, '1h': 3_600_000, '1d': 86_400_000 }
const price = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 8 })

/** As the chart draws them: only here, on the screen, does an exact price become a float. */
export function drawn({ start, ...prices }: Candle, span: CandleSpan): CandlestickData<Time> {
  const [open, high, low, close] = [prices.open, prices.high, prices.low, prices.close].map(Number)
  // The library knows no time zones: it writes hours as if they were of Greenwich, and days as they are.
  const time = span === '1d' ? dayInIndia(new Date(start)) : ((Date.parse(start) / 1000 + indiaSeconds) as UTCTimestamp)
  return { time, open: open ?? 0, high: high ?? 0, low: low ?? 0, close: close ?? 0 }
}

/** `5 Nov 2026`; of less than a day also the time. */
export function candleMoment(start: string, span: CandleSpan): string {
  return span === '1d' ? formatDate(start) : `${formatDayMonth(start)}, ${formatTime(start)}`
}

/** `2950.5` → `2,950.50`, exactly. */
export function priceText(exact: string): string {
  return price.format(exact as `${number}`)
}

/** How a scale beside them writes: with the decimals their prices have. It asks about floats such as 92.98347826086957. */
export function scaleOf(candles: readonly Candle[]) {
  const exact = candles.flatMap(({ open, high, low, close }) => [open, high, low, close])
  const places = exact.reduce((most, each) => Math.max(most, each.split('.')[1]?.length ?? 0), 2)
  const text = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: places })
  return { minMove: 10 ** -places, formatter: (float: number): string => text.format(float) }
}

/** The candle a price of now belongs to: the last one with it in, or the one after. Undefined where it says nothing new. */
export function candleNow(last: Candle | undefined, quote: Quote, span: CandleSpan): Candle | undefined {
  const { price, at, state } = quote
  if (!last || !price || !at || state === 'stale') return undefined
  const since = Math.floor((Date.parse(at) - Date.parse(last.start)) / milliseconds[span])
  if (since < 0) return undefined
  if (since > 0) {
    const start = new Date(Date.parse(last.start) + since * milliseconds[span]).toISOString()
    return { start, open: price, high: price, low: price, close: price }
  }
  const isAbove = (one: string, other: string): boolean => (decimalOf(one) ?? 0n) > (decimalOf(other) ?? 0n)
  const high = isAbove(price, last.high) ? price : last.high
  return { ...last, high, low: isAbove(last.low, price) ? price : last.low, close: price }
}
