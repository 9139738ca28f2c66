import type { Candle, CandleSpan } from '@sauda/contract/market'
import type { CandlestickData, Time, UTCTimestamp } from 'lightweight-charts'

const indiaSeconds = 5.5 * 3600
const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' })
const dayWords = new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', dateStyle: 'medium' })
const momentWords = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
})
const price = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 8 })

/** As the chart draws them: only here, on the screen, does an exact price become a float. */
export function drawn({ start, ...prices }: Candle, span: CandleSpan): CandlestickData<Time> {
  const [open, high, low, close] = [prices.open, prices.high, prices.low, prices.close].map(Number)
  // The library knows no time zones: it writes hours as if they were of Greenwich, and days as they are.
  const time = span === '1d' ? day.format(new Date(start)) : ((Date.parse(start) / 1000 + indiaSeconds) as UTCTimestamp)
  return { time, open: open ?? 0, high: high ?? 0, low: low ?? 0, close: close ?? 0 }
}

/** `5 Nov 2026`; of less than a day also the time. */
export function candleMoment(start: string, span: CandleSpan): string {
  return (span === '1d' ? dayWords : momentWords).format(new Date(start))
}

/** `2950.5` → `2,950.50`, exactly. */
export function priceText(exact: string): string {
  return price.format(exact as `${number}`)
}
