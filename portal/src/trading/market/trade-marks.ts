import type { Candle, CandleSpan, Quote } from '@sauda/contract/trading/market'
import { dayInIndia, formatDate, formatDayMonth, formatTime } from '@sauda/web/date-time'
import {
  createSeriesMarkers,
  type IChartApi,
  type ISeriesApi,
  LineStyle,
  type Time,
  type CandlestickData,
  type UTCTimestamp,
} from 'lightweight-charts'
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

export type ChartTrade = { readonly at: string; readonly side: 'buy' | 'sell'; readonly price: number }
export type ChartParts = { readonly chart: IChartApi; readonly series: ISeriesApi<'Candlestick'> }
type Marks = { readonly trades: readonly ChartTrade[]; readonly average: number }

const leastCandles = 20

/** The days of the chart in order, with the days of trades without a candle. */
export function daysOfChart(candles: readonly Candle[], trades: readonly ChartTrade[]): string[] {
  return [...new Set([...candles.map(({ start }) => start), ...trades.map(({ at }) => at)].map(dayOf))].toSorted()
}

const dayOf = (moment: string): string => dayInIndia(new Date(moment))

/** Marks each trade beside the daily candle of its day, and the average price as a line. */
export function drawTrades(
  { chart, series }: ChartParts,
  candles: readonly Candle[],
  { trades, average }: Marks,
): void {
  const element = chart.chartElement().parentElement
  if (!element) return
  const { caretColor: ink, columnRuleColor: line } = getComputedStyle(element)
  const days = daysOfChart(candles, trades)
  const byDay = new Map(candles.map((candle) => [dayOf(candle.start), candle]))
  series.setData(
    days.map((day) => {
      const candle = byDay.get(day)
      return candle ? chartCandle(candle, '1d') : { time: day }
    }),
  )
  const prices = [average, ...trades.map(({ price }) => price)]
  series.applyOptions({
    // A second line beside the average would have no label.
    priceLineVisible: false,
    autoscaleInfoProvider: (original: () => { priceRange: { minValue: number; maxValue: number } | null } | null) => {
      const { minValue = average, maxValue = average } = original()?.priceRange ?? {}
      return { priceRange: { minValue: Math.min(minValue, ...prices), maxValue: Math.max(maxValue, ...prices) } }
    },
  })
  // Named below the chart, because its label would cover a price of the scale.
  series.createPriceLine({
    price: average,
    color: line,
    lineWidth: 1,
    lineStyle: LineStyle.Dashed,
    axisLabelVisible: false,
  })
  createSeriesMarkers(
    series,
    trades
      .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
      .map(({ at, side }) => ({
        time: dayOf(at) as Time,
        color: ink,
        ...(side === 'buy'
          ? ({ position: 'belowBar', shape: 'arrowUp', text: 'Buy' } as const)
          : ({ position: 'aboveBar', shape: 'arrowDown', text: 'Sell' } as const)),
      })),
  )
  const first = trades.map(({ at }) => days.indexOf(dayOf(at))).reduce((least, at) => Math.min(least, at), days.length)
  const from = Math.max(-1, Math.min(first - 4, days.length - leastCandles))
  chart.timeScale().setVisibleLogicalRange({ from, to: days.length + 1 })
}
