import { marketRules, priceState, type Price, type PriceClock, type Quote } from '@sauda/contract/market'

/** Without a word from the server for so long, two missed clocks and a little, nothing it said counts as fresh. */
const silentMilliseconds = marketRules.clockSeconds * 2000 + 5000

/** What is known of prices, each symbol followed by itself, so that a page of five hundred draws only what changed. */
export interface Prices {
  /** The same object until something about it changes. */
  quote(symbol: string): Quote
  follow(symbol: string, changed: () => void): () => void
  /** Undefined until the server has spoken; `down` also where it has fallen silent. */
  clock(): PriceClock | undefined
  followClock(changed: () => void): () => void
}

export interface PriceStore extends Prices {
  hear(clock: PriceClock): void
  /** The newest moment of a symbol wins, whichever way and in whatever order prices come. */
  take(prices: readonly Price[]): void
  /** Time has passed: prices age. */
  tick(): void
}

/** Knows no network and no timer. `now`: this device's milliseconds, only ever used for differences. */
export function createPriceStore(now: () => number = Date.now): PriceStore {
  const newest = new Map<string, Price>()
  const quotes = new Map<string, Quote>()
  const followers = new Map<string, Set<() => void>>()
  const clockFollowers = new Set<() => void>()
  let clock: PriceClock | undefined
  let heardAt = 0

  const judge = (symbol: string): void => {
    const price = newest.get(symbol)
    const serverNow = clock ? Date.parse(clock.now) + now() - heardAt : 0
    const state = clock ? priceState(price, clock, serverNow) : price ? 'stale' : 'none'
    const before = quotes.get(symbol)
    if (before?.state === state && before.at === price?.at && before.price === price?.price) return
    quotes.set(symbol, { symbol, ...price, state })
    tell(followers.get(symbol))
  }
  const judgeAll = (): void => {
    for (const symbol of quotes.keys()) judge(symbol)
  }
  const setClock = (next: PriceClock): void => {
    const isNews = clock?.feed !== next.feed || clock.source !== next.source || clock.late !== next.late
    clock = next
    if (isNews) tell(clockFollowers)
  }
  return {
    quote(symbol) {
      if (!quotes.has(symbol)) judge(symbol)
      return quotes.get(symbol) ?? { symbol, state: 'none' }
    },
    follow(symbol, changed) {
      const those = followers.get(symbol) ?? new Set()
      followers.set(symbol, those.add(changed))
      return () => {
        those.delete(changed)
        if (those.size === 0) followers.delete(symbol)
      }
    },
    clock: () => clock,
    followClock(changed) {
      clockFollowers.add(changed)
      return () => clockFollowers.delete(changed)
    },
    hear(next) {
      heardAt = now()
      setClock(next)
      judgeAll()
    },
    take(prices) {
      for (const price of prices) {
        const known = newest.get(price.symbol)
        if (known && Date.parse(known.at) > Date.parse(price.at)) continue
        newest.set(price.symbol, price)
        judge(price.symbol)
      }
    },
    tick() {
      if (clock && clock.feed === 'up' && now() - heardAt > silentMilliseconds) setClock({ ...clock, feed: 'down' })
      judgeAll()
    },
  }
}

function tell(followers: ReadonlySet<() => void> | undefined): void {
  if (followers) for (const changed of followers) changed()
}
