import type { Reply } from '@sauda/contract/platform/call'
import { closingPriceCalls } from '@sauda/contract/trading/closing-price'
import { popularSymbols, type CandleSpan, marketCalls } from '@sauda/contract/trading/market'
import { useQuery } from '@tanstack/react-query'
import { callQuery, useClientQuery } from '../../shell/query.tsx'

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
