import type { Reply } from '@sauda/contract/call'
import type { CandleSpan, marketCalls } from '@sauda/contract/market'
import { useQuery } from '@tanstack/react-query'
import { standard } from '../shell/api.ts'

export type Chart = Reply<typeof marketCalls.charts>['charts'][number]

const againMilliseconds = 60_000
const soonMilliseconds = 3000

/** What most look for comes before what only begins with an A. */
const looked = ['USD/INR', 'RELIANCE', 'TCS', 'HDFCBANK', 'INFY', 'SBIN']
const place = ({ symbol }: Chart): number => (looked.includes(symbol) ? looked.indexOf(symbol) : looked.length)

/** What there are candles of. */
export function useCharts() {
  return useQuery({
    queryKey: ['market', 'charts'],
    queryFn: ({ signal }) => standard.send<typeof marketCalls.charts>('GET /user/charts', {}, { quiet: true, signal }),
    select: ({ charts }) => charts.toSorted((one, other) => place(one) - place(other)),
  })
}

/**
 * The newest candles of a symbol; those of a feed are asked for again each minute. A sample makes room at once for the
 * first candle of a stock that has a price by now.
 */
export function useCandles(symbol: string | undefined, span: CandleSpan, hasPrice: boolean) {
  return useQuery({
    queryKey: ['market', 'candles', symbol, span],
    enabled: symbol !== undefined,
    queryFn: ({ signal }) =>
      standard.send<typeof marketCalls.candles>(
        'GET /user/candles',
        { query: { symbol: symbol ?? '', span } },
        { quiet: true, signal },
      ),
    refetchInterval: ({ state }) => (state.data?.sample ? hasPrice && soonMilliseconds : againMilliseconds),
  })
}
