import type { Candle, CandleSpan, Quote } from '@sauda/contract/trading/market'
import { dayInIndia, formatDate, formatDayMonth, formatTime } from '@sauda/web/date-time'
import type { CandlestickData, Time, UTCTimestamp } from 'lightweight-charts'
import { decimalOf } from '@sauda/contract/platform/decimal'

const indiaSeconds = 5.5 * 3600
const milliseconds: Record<CandleSpan, number> = { '1m': 60_000, '1h': 3_600_000, '1d': 86_400_000 }

/** In the format of the chart library. Only here an exact price becomes a float. */
export function chartCandle({ start, ...prices }: Candle, span: CandleSpan): CandlestickData<Time> {
  const [open, high, low, close] = [prices.open, prices.high, prices.low, prices.close].map(Number)
  // The library shows times in UTC, so they are shifted to Indian time.
  const time = span === '1d' ? dayInIndia(new Date(start)) : ((Date.parse(start) / 1000 + indiaSeconds) as UTCTimestamp)
  return { time, open: open ?? 0, high: high ?? 0, low: low ?? 0, close: close ?? 0 }
}

/** `5 Nov 2026`, with the time for candles shorter than a day. */
export function candleTime(start: string, span: CandleSpan): string {
  return span === '1d' ? formatDate(start) : `${formatDayMonth(start)}, ${formatTime(start)}`
}

/** The format of the price scale: as many decimals as the prices have. */
export function scaleFormat(candles: readonly Candle[]) {
  const exact = candles.flatMap(({ open, high, low, close }) => [open, high, low, close])
  const places = exact.reduce((most, each) => Math.max(most, each.split('.')[1]?.length ?? 0), 2)
  const text = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: places })
  return { minMove: 10 ** -places, formatter: (float: number): string => text.format(float) }
}

/** The last candle updated with the current price, or a new one after it; undefined without a newer price. */
export function currentCandle(last: Candle | undefined, quote: Quote, span: CandleSpan): Candle | undefined {
  const { price, at, state } = quote
  if (!last || !price || !at || state === 'stale') return undefined
  const steps = Math.floor((Date.parse(at) - Date.parse(last.start)) / milliseconds[span])
  if (steps < 0) return undefined
  if (steps > 0) {
    const start = new Date(Date.parse(last.start) + steps * milliseconds[span]).toISOString()
    return { start, open: price, high: price, low: price, close: price }
  }
  const isAbove = (one: string, other: string): boolean => (decimalOf(one) ?? 0n) > (decimalOf(other) ?? 0n)
  const high = isAbove(price, last.high) ? price : last.high
  return { ...last, high, low: isAbove(last.low, price) ? price : last.low, close: price }
}
