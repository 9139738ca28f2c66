import type { Candle } from '@sauda/contract/trading/market'
import { dayInIndia } from '@sauda/web/date-time'
import { createSeriesMarkers, type IChartApi, type ISeriesApi, LineStyle, type Time } from 'lightweight-charts'
import { chartCandle } from './candles.ts'

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
