import type { Body } from '@sauda/contract/platform/call'
import { watchCalls } from '@sauda/contract/trading/watch'
import { standard } from '../../shell/api.ts'
import { useClientQuery, useRefetchAfter } from '../../shell/query.tsx'

export const useWatchlist = () => useClientQuery(watchCalls.list)

export function useFoundInstruments(search: string) {
  return useClientQuery(watchCalls.find, { query: { search } }, { enabled: search !== '' })
}

/** Each refetches the list also after a failure, because the request may have arrived. */
export function useWatchActions() {
  const refetched = useRefetchAfter('market')
  return {
    add: (symbol: string) => refetched(standard.send(watchCalls.add, { body: { symbol } })),
    remove: (symbol: string) => refetched(standard.send(watchCalls.remove, { body: { symbol } })),
    addAlert: ({ symbol, side }: Pick<Body<typeof watchCalls.addAlert>, 'symbol' | 'side'>, price: string) =>
      refetched(standard.send(watchCalls.addAlert, { body: { symbol, side, price } })),
    removeAlert: (alertId: string) => refetched(standard.send(watchCalls.removeAlert, { params: { alertId } })),
  }
}
