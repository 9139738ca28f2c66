import {
  marketRules,
  type PriceClock,
  type Quote,
  type Close,
  marketCalls,
  type Price,
} from '@sauda/contract/trading/market'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { useSession, sharedName } from '../../shell/session.ts'
import { createPriceStore, type Prices, type PriceStore } from './price-store.ts'
import { shareStream, type StreamEvent } from '@sauda/web/shared-stream'
import { standard } from '../../shell/api.ts'
import { expireSession } from '../../shell/return-to.ts'

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

const milliseconds = {
  /** The parts of a screen subscribe one after the other; one stream is opened for all of them. */
  gather: 50,
  poll: 10_000,
  tick: 1000,
  silent: marketRules.clockSeconds * 2000 + 5000,
} as const

interface PriceSource {
  /** Brings prices of these symbols into the store until the returned function is called. */
  watch(token: string, symbols: readonly string[]): () => void
}

/** Follows the symbols watched in this tab, and none while the tab is hidden. */
function createPriceSource(store: PriceStore): PriceSource {
  const watchers = new Map<string, number>()
  let token = ''
  let running: { stop: AbortController; symbols: ReadonlySet<string> } | undefined
  let gathering: ReturnType<typeof setTimeout> | undefined

  const stop = (): void => {
    running?.stop.abort()
    running = undefined
  }
  const update = (): void => {
    gathering = undefined
    if (document.hidden || watchers.size === 0) return stop()
    // An unused symbol costs nothing; only a missing one is worth a new stream.
    if (running && [...watchers.keys()].every((symbol) => running?.symbols.has(symbol))) return
    stop()
    running = {
      stop: new AbortController(),
      symbols: new Set([...watchers.keys()].slice(0, marketRules.symbols)),
    }
    void run(store, token, [...running.symbols], running.stop.signal)
  }
  const updateSoon = (): void => {
    gathering ??= setTimeout(update, milliseconds.gather)
  }
  return {
    watch(currentToken, symbols) {
      if (currentToken !== token) stop()
      token = currentToken
      if (watchers.size === 0) document.addEventListener('visibilitychange', updateSoon)
      for (const symbol of symbols) watchers.set(symbol, (watchers.get(symbol) ?? 0) + 1)
      updateSoon()
      return () => {
        for (const symbol of symbols) {
          const count = (watchers.get(symbol) ?? 1) - 1
          if (count > 0) watchers.set(symbol, count)
          else watchers.delete(symbol)
        }
        if (watchers.size === 0) document.removeEventListener('visibilitychange', updateSoon)
        updateSoon()
      }
    },
  }
}

/** Requests prices once, to show some immediately and to learn whether there is a feed at all; then follows the stream. */
async function run(store: PriceStore, token: string, symbols: readonly string[], signal: AbortSignal): Promise<void> {
  const ticking = setInterval(() => store.tick(), milliseconds.tick)
  signal.addEventListener('abort', () => clearInterval(ticking))
  const load = async (): Promise<void> => {
    const query = { symbols: symbols.join(',') }
    const reply = await standard.send(marketCalls.quotes, { query }, { signal }).catch(() => undefined)
    if (!reply || signal.aborted) return
    store.setClock(reply.clock)
    store.addPrices(reply.quotes.filter(({ state }) => state !== 'close').flatMap(priceOf))
    store.addCloses(reply.quotes.filter(({ state }) => state === 'close').flatMap(closeOf))
  }
  await load()
  if (signal.aborted || store.clock()?.feed === 'none') return
  const stop = shareStream({
    name: sharedName('portal-prices'),
    topics: symbols,
    mostTopics: marketRules.symbols,
    path: (all) => `/user/prices?${new URLSearchParams({ symbols: all.join(',') })}`,
    headers: { authorization: `Bearer ${token}` },
    silentMilliseconds: milliseconds.silent,
    pollMilliseconds: milliseconds.poll,
    onEvent: (event) => receive(store, event),
    onPoll: () => void load(),
    onRejected: () => expireSession(token),
  })
  signal.addEventListener('abort', stop)
}

/** The store computes the state of a quote, because a price ages while it is shown. */
function priceOf({ symbol, price, at, previousClose }: Quote): Price[] {
  return price && at ? [{ symbol, price, at, ...(previousClose && { previousClose }) }] : []
}

const closeOf = (quote: Quote): Close[] =>
  priceOf(quote).map((price) => ({
    ...price,
    notTradedSince: quote.notTradedSince === true,
    isSample: quote.isSample === true,
  }))

/** Skips an event that cannot be parsed. */
function receive(store: PriceStore, { event, data }: StreamEvent): void {
  try {
    const content: unknown = JSON.parse(data)
    if (event === 'clock') store.setClock(content as PriceClock)
    if (event === 'price') store.addPrices([content].flat() as Price[])
  } catch {
    // not JSON, or of another form
  }
}
