import type { Body } from '@sauda/contract/platform/call'
import type { watchCalls } from '@sauda/contract/trading/watch'
import { useQuery } from '@tanstack/react-query'
import { standard } from '../../shell/api.ts'
import { useClientQuery, useRefetchAfter } from '../../shell/query.tsx'
import { useSession } from '../../shell/session.ts'

export const useWatchlist = () => useClientQuery<typeof watchCalls.list>(['market', 'watchlist'], 'GET /user/watchlist')

export function useFoundInstruments(search: string) {
  const { token } = useSession()
  return useQuery({
    queryKey: ['market', 'found', search],
    enabled: token !== null && search !== '',
    queryFn: ({ signal }) =>
      standard.send<typeof watchCalls.find>('GET /user/instruments', { query: { search } }, { signal }),
  })
}

/** Each refetches the list also after a failure, because the request may have arrived. */
export function useWatchActions() {
  const refetched = useRefetchAfter('market')
  return {
    add: (symbol: string) =>
      refetched(standard.send<typeof watchCalls.add>('POST /user/watchlist', { body: { symbol } })),
    remove: (symbol: string) =>
      refetched(standard.send<typeof watchCalls.remove>('POST /user/watchlist/remove', { body: { symbol } })),
    addAlert: ({ symbol, side }: Pick<Body<typeof watchCalls.addAlert>, 'symbol' | 'side'>, price: string) =>
      refetched(
        standard.send<typeof watchCalls.addAlert>('POST /user/watchlist/alerts', { body: { symbol, side, price } }),
      ),
    removeAlert: (alertId: string) =>
      refetched(
        standard.send<typeof watchCalls.removeAlert>('DELETE /user/watchlist/alerts/:alertId', { params: { alertId } }),
      ),
  }
}
