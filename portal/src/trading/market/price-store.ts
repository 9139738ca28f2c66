import {
  type Close,
  marketRules,
  type Price,
  type PriceClock,
  type Quote,
  quoteOf,
} from '@sauda/contract/trading/market'
import { createListeners } from '@sauda/web/listeners'

/** After two missed clocks no price counts as fresh. */
const silentMilliseconds = marketRules.clockSeconds * 2000 + 5000

/** Each symbol is subscribed to by itself, so that a page of five hundred renders only what changed. */
export interface Prices {
  /** The same object until something about it changes. */
  quote(symbol: string): Quote
  follow(symbol: string, changed: () => void): () => void
  /** Undefined until the first reply; `down` also after a long silence of the server. */
  clock(): PriceClock | undefined
  followClock(changed: () => void): () => void
}

export interface PriceStore extends Prices {
  setClock(clock: PriceClock): void
  /** The newest price of a symbol wins, in whatever order prices arrive. */
  addPrices(prices: readonly Price[]): void
  addCloses(closes: readonly Close[]): void
  /** Called as time passes: prices age. */
  tick(): void
}

/** Uses no network and no timer. `now`: this device's milliseconds, used for differences only. */
export function createPriceStore(now: () => number = Date.now): PriceStore {
  const newest = new Map<string, Price>()
  const closes = new Map<string, Close>()
  const quotes = new Map<string, Quote>()
  const followers = createListeners()
  const clockFollowers = createListeners<'clock'>()
  let clock: PriceClock | undefined
  let receivedAt = 0

  const judge = (symbol: string): void => {
    const serverNow = clock ? Date.parse(clock.now) + now() - receivedAt : 0
    const known = { price: newest.get(symbol), close: closes.get(symbol) }
    const quote = quoteOf(symbol, known, clock ?? { feed: 'down', late: false }, serverNow)
    const before = quotes.get(symbol)
    const isSame = (['state', 'at', 'price', 'notTradedSince', 'isSample'] as const).every(
      (key) => before?.[key] === quote[key],
    )
    if (before && isSame) return
    quotes.set(symbol, quote)
    followers.notify(symbol)
  }
  const judgeAll = (): void => {
    for (const symbol of quotes.keys()) judge(symbol)
  }
  const replaceClock = (next: PriceClock): void => {
    const hasChanged = clock?.feed !== next.feed || clock.source !== next.source || clock.late !== next.late
    clock = next
    if (hasChanged) clockFollowers.notify('clock')
  }
  return {
    quote(symbol) {
      if (!quotes.has(symbol)) judge(symbol)
      return quotes.get(symbol) ?? { symbol, state: 'none' }
    },
    follow: followers.subscribe,
    clock: () => clock,
    followClock: (changed) => clockFollowers.subscribe('clock', changed),
    setClock(next) {
      receivedAt = now()
      replaceClock(next)
      judgeAll()
    },
    addPrices(prices) {
      for (const price of prices) {
        const known = newest.get(price.symbol)
        if (known && Date.parse(known.at) > Date.parse(price.at)) continue
        newest.set(price.symbol, price)
        judge(price.symbol)
      }
    },
    addCloses(received) {
      for (const close of received) {
        closes.set(close.symbol, close)
        judge(close.symbol)
      }
    },
    tick() {
      if (clock && clock.feed === 'up' && now() - receivedAt > silentMilliseconds)
        replaceClock({ ...clock, feed: 'down' })
      judgeAll()
    },
  }
}
