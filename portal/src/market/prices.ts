import { marketRules, type PriceClock, type Quote } from '@sauda/contract/market'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { useSession } from '../shell/session.ts'
import { createPriceSource } from './price-source.ts'
import { createPriceStore, type Prices } from './price-store.ts'

const store = createPriceStore()
const source = createPriceSource(store)
const followClock = (changed: () => void) => store.followClock(changed)
const clock = () => store.clock()

/** What this tab knows of prices, for whoever follows them without drawing each. */
export const prices: Prices = store

/**
 * Keeps the prices of these symbols coming while the calling screen stands; `useQuote` and `prices` then tell them. Any
 * number of screens and parts share one stream. Where the server has no feed, as in demo, no stream is opened and every
 * price is `none`.
 */
export function useWatch(symbols: readonly string[]): void {
  const { token } = useSession()
  const key = [...new Set(symbols)].sort().slice(0, marketRules.symbols).join(',')
  useEffect(() => (token && key ? source.watch(token, key.split(',')) : undefined), [token, key])
}

/** One price and how good it is now; draws again only when one of the two changes. */
export function useQuote(symbol: string): Quote {
  const follow = useCallback((changed: () => void) => store.follow(symbol, changed), [symbol])
  return useSyncExternalStore(follow, () => store.quote(symbol))
}

/** Whose prices these are and whether they are coming; undefined until the server has said. */
export function usePriceClock(): PriceClock | undefined {
  return useSyncExternalStore(followClock, clock)
}
