import type { Reply } from '@sauda/contract/platform/call'
import type { closingPriceCalls } from '@sauda/contract/trading/closing-price'
import { popularSymbols, type CandleSpan, type marketCalls } from '@sauda/contract/trading/market'
import { useQuery } from '@tanstack/react-query'
import { standard } from '../../shell/api.ts'
import { useClientQuery } from '../../shell/query.tsx'
import { useSession } from '../../shell/session.ts'

export type ChartInfo = Reply<typeof marketCalls.charts>['charts'][number]

const refetchMilliseconds = 60_000
const firstPriceMilliseconds = 3000

const rankOf = ({ symbol }: ChartInfo): number =>
  popularSymbols.includes(symbol) ? popularSymbols.indexOf(symbol) : popularSymbols.length

export function useCharts() {
  const { token } = useSession()
  return useQuery({
    queryKey: ['market', 'charts'],
    // Without one, the server's rejection would end the session.
    enabled: token !== null,
    queryFn: ({ signal }) => standard.send<typeof marketCalls.charts>('GET /user/charts', {}, { signal }),
    select: ({ charts }) => charts.toSorted((one, other) => rankOf(one) - rankOf(other)),
  })
}

/** The latest candles. Sample candles are replaced soon after the first real price arrives. */
export function useCandles(symbol: string | undefined, span: CandleSpan, hasPrice: boolean) {
  return useQuery({
    queryKey: ['market', 'candles', symbol, span],
    enabled: symbol !== undefined,
    queryFn: ({ signal }) =>
      standard.send<typeof marketCalls.candles>(
        'GET /user/candles',
        { query: { symbol: symbol ?? '', span } },
        { signal },
      ),
    refetchInterval: ({ state }) => (state.data?.sample ? hasPrice && firstPriceMilliseconds : refetchMilliseconds),
  })
}

export type CloseOfDay = Reply<typeof closingPriceCalls.closes>['closes'][number]

export const useCloses = (symbol: string) =>
  useClientQuery<typeof closingPriceCalls.closes>(['market', 'closes', symbol], 'GET /user/closes', undefined, {
    symbol,
  })
