import { marketRules, type PriceClock, type Quote } from '@sauda/contract/trading/market'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { useSession } from '../../shell/session.ts'
import { createPriceSource } from './price-source.ts'
import { createPriceStore, type Prices } from './price-store.ts'

const store = createPriceStore()
const source = createPriceSource(store)
const followClock = (changed: () => void) => store.followClock(changed)
const clock = () => store.clock()

export const prices: Prices = store

/**
 * Streams the prices of these symbols while the component is mounted; read them with `useQuote` or `prices`. All tabs
 * share one stream. Without a price feed, as in demo mode, there is no stream and every price is `none`.
 */
export function useWatch(symbols: readonly string[]): void {
  const { token } = useSession()
  const key = [...new Set(symbols)].sort().slice(0, marketRules.symbols).join(',')
  useEffect(() => (token && key ? source.watch(token, key.split(',')) : undefined), [token, key])
}

export function useQuote(symbol: string): Quote {
  const follow = useCallback((changed: () => void) => store.follow(symbol, changed), [symbol])
  return useSyncExternalStore(follow, () => store.quote(symbol))
}

/** The source and the state of the price feed; undefined until the server has answered. */
export function usePriceClock(): PriceClock | undefined {
  return useSyncExternalStore(followClock, clock)
}
