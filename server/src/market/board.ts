import { decimalOf } from '@sauda/contract/decimal'
import { marketRules, priceState } from '@sauda/contract/market'
import type { Price, PriceClock, Quote } from '@sauda/contract/market'

/** Who the prices are from, as the feed introduced itself. */
export type Source = { readonly name: string; readonly late: boolean }

/** The newest price of a symbol. */
type Entry = {
  readonly price: Price
  /** Grows with every change of the board: who remembers one knows what came since. */
  readonly seq: number
  /** Written once, however many browsers read it. */
  readonly json: string
}

type Options = { readonly hasFeed: boolean; readonly now?: () => number }

/** The newest prices of this process; of each symbol one, so it is as large as the master and never larger. */
export function createBoard({ hasFeed, now = Date.now }: Options) {
  const entries = new Map<string, Entry>()
  let known: ReadonlySet<string> = new Set()
  let source: Source = { name: '', late: false }
  let heardAt = Number.NEGATIVE_INFINITY
  let seq = 0

  function keep(price: Price): void {
    seq += 1
    entries.set(price.symbol, { price, seq, json: JSON.stringify(price) })
  }
  const feed = (): PriceClock['feed'] => {
    if (!hasFeed) return 'none'
    return now() - heardAt <= marketRules.silentSeconds * 1000 ? 'up' : 'down'
  }
  const clock = (): PriceClock => ({
    now: new Date(now()).toISOString(),
    feed: feed(),
    source: source.name,
    late: source.late,
  })

  return {
    clock,
    feed,
    /** The symbols whose prices are wanted; of others nothing is kept. Answers whether that is news. */
    know(symbols: readonly string[]): boolean {
      const isNews = symbols.length !== known.size || symbols.some((symbol) => !known.has(symbol))
      known = new Set(symbols)
      return isNews
    },
    /** What was last heard before this process started: old prices, and shown as such. */
    restore(days: readonly { symbol: string; close: string; last_at: Date; source: string }[]): void {
      const newest = days.toSorted((one, other) => other.last_at.getTime() - one.last_at.getTime())[0]
      source = { name: newest?.source ?? '', late: false }
      for (const { symbol, close, last_at } of days.filter((day) => day.source === source.name))
        keep({ symbol, price: close, at: last_at.toISOString() })
    },
    /** The feed is there, whatever it said. Prices of one are not shown under the name of another. */
    alive(from: Source): void {
      if (from.name !== source.name) entries.clear()
      source = from
      heardAt = now()
    },
    /** False where the price is not wanted, or older than the one on the board. */
    put(price: Price): boolean {
      const last = entries.get(price.symbol)
      if (!known.has(price.symbol) || (last && Date.parse(price.at) < Date.parse(last.price.at))) return false
      keep(price)
      return true
    },
    entry: (symbol: string): Entry | undefined => entries.get(symbol),
    seq: (): number => seq,
    /** The newest price with what it is worth now; the state none where nobody said one. */
    quote: (symbol: string): Quote => {
      const price = entries.get(symbol)?.price
      return { symbol, ...price, state: priceState(price, clock(), now()) }
    },
  }
}
export type Board = ReturnType<typeof createBoard>

/** Whether one exact price is above another. */
export const isAbove = (one: string, other: string): boolean => (decimalOf(one) ?? 0n) > (decimalOf(other) ?? 0n)
