import type { Reply } from '@sauda/contract/platform/call'
import { closingPriceCalls } from '@sauda/contract/trading/closing-price'
import {
  popularSymbols,
  type CandleSpan,
  marketCalls,
  marketLabels,
  type PriceState,
} from '@sauda/contract/trading/market'
import { useQuery } from '@tanstack/react-query'
import { callQuery, useClientQuery } from '../../shell/query.tsx'

export const marketText = {
  chartsBy: 'Live charts by {link}',
  pricesFrom: (source: string) => `Prices from ${source}`,
  source: (source: string) => `Prices: ${source}`,
  chartPrices: (name: string, source: string) => `${name}, prices from ${source}`,
  chartSample: (name: string) => `${name}, ${marketLabels.sample.toLowerCase()}`,
  latestCandles: (chart: string, shown: number, all: number) => `${chart}: latest ${shown} of ${all} candles`,
  noTicker: 'The ticker tape is not available right now.',
  closesOf: (name: string) => `${name}, closing prices`,
  changeIn: (change: string, period: string) => `${change} in ${period}`,
  chartKey: (trades: readonly { isSale: boolean }[], average: string | undefined) =>
    [
      trades.some(({ isSale }) => !isSale) && '● Bought',
      trades.some(({ isSale }) => isSale) && '○ Sold',
      average !== undefined && `Dashed line: average price ${average}`,
    ]
      .filter(Boolean)
      .join(' · '),
  closesFailed: 'The closing prices could not be loaded',
  noCloses: 'No closing prices yet',
  tickerCloses: 'Last closing prices',
  noChart: 'The chart is not available right now',
  pricesFailed: 'The charting service is not responding, and our own prices could not be loaded.',
  noPrices: 'The charting service is not responding, and there are no prices of our own to show.',
  noCandles: 'No candles for this interval yet',
  sampleCloses: 'Example prices, the same for everyone. They are not market prices.',
} as const

/** A close is labelled with its day (`PriceAge`). */
export const priceStateLabels: Record<PriceState, string> = {
  live: 'Live',
  delayed: 'Delayed',
  close: 'Close',
  stale: 'Stale',
  none: marketLabels.noPrice,
}

export type ChartInfo = Reply<typeof marketCalls.charts>['charts'][number]

const refetchMilliseconds = 60_000
const firstPriceMilliseconds = 3000

const rankOf = ({ symbol }: ChartInfo): number =>
  popularSymbols.includes(symbol) ? popularSymbols.indexOf(symbol) : popularSymbols.length

const inOrder = ({ charts }: Reply<typeof marketCalls.charts>) =>
  charts.toSorted((one, other) => rankOf(one) - rankOf(other))

export function useCharts() {
  return useClientQuery(marketCalls.charts, {}, { select: inOrder })
}

/** The latest candles. Sample candles are replaced soon after the first real price arrives. */
export function useCandles(symbol: string | undefined, span: CandleSpan, hasPrice: boolean) {
  return useQuery({
    ...callQuery(marketCalls.candles, { query: { symbol: symbol ?? '', span } }),
    enabled: symbol !== undefined,
    refetchInterval: ({ state }) => (state.data?.sample ? hasPrice && firstPriceMilliseconds : refetchMilliseconds),
  })
}

export type CloseOfDay = Reply<typeof closingPriceCalls.closes>['closes'][number]

export const useCloses = (symbol: string) => useClientQuery(closingPriceCalls.closes, { query: { symbol } })
