import type { Body } from '@sauda/contract/platform/call'
import { watchCalls, type AlertSide } from '@sauda/contract/trading/watch'
import { standard } from '../../shell/api.ts'
import { useClientQuery, useRefetchAfter } from '../../shell/query.tsx'

export const watchText = {
  empty: 'Your watchlist is empty',
  emptyHint: 'Add a symbol above to follow its price.',
  failed: 'Your watchlist could not be loaded',
  noMatch: 'No instrument matches',
  /** The side of an open alert follows from the price beside it. */
  alerts: (texts: readonly string[]) =>
    texts.length === 0 ? '' : texts.length === 1 ? `\u00a0· alert ${texts[0]}` : `\u00a0· ${texts.length} alerts`,
  alert: (side: AlertSide, price: string) => `${side === 'above' ? 'At or above' : 'At or below'} ${price}`,
  fired: (price: string, moment: string) => `reached at ${price} on ${moment}`,
  once: 'We send one mail and one notification when a later price or close gets there.',
  addSymbol: 'Add to watchlist',
  removeSymbol: (symbol: string) => `Remove ${symbol}`,
  removeAlert: (alert: string) => `Remove alert ${alert}`,
} as const

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
