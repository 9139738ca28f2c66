import { decimalOf } from '@sauda/contract/platform/decimal'
import {
  type Close,
  marketRules,
  type Price,
  type PriceClock,
  type Quote,
  quoteOf,
} from '@sauda/contract/trading/market'
import { dayInIndia } from '../../platform/india.ts'

/** The feed's identity from its hello message. */
export type Source = { readonly name: string; readonly late: boolean }

type Entry = {
  readonly price: Price
  /** Increases with every change: a stream compares it with what it last sent. */
  readonly seq: number
  /** Serialised once for all browsers. */
  readonly json: string
}

type Options = { readonly hasFeed: boolean; readonly now?: () => number }

export function createBoard({ hasFeed, now = Date.now }: Options) {
  const entries = new Map<string, Entry>()
  let known: ReadonlySet<string> = new Set()
  let closes: ReadonlyMap<string, Close> = new Map()
  let source: Source = { name: '', late: false }
  let lastMessageAt = Number.NEGATIVE_INFINITY
  let seq = 0

  function store(price: Price): void {
    seq += 1
    entries.set(price.symbol, { price, seq, json: JSON.stringify(price) })
  }
  const feed = (): PriceClock['feed'] => {
    if (!hasFeed) return 'none'
    return now() - lastMessageAt <= marketRules.silentSeconds * 1000 ? 'up' : 'down'
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
    /** Sets the symbols to store prices of; returns true if they changed. */
    setSymbols(symbols: readonly string[]): boolean {
      const isChanged = symbols.length !== known.size || symbols.some((symbol) => !known.has(symbol))
      known = new Set(symbols)
      return isChanged
    },
    /** Loads the last prices stored before this process started. */
    restore(days: readonly { symbol: string; close: string; last_at: Date; source: string }[]): void {
      const newest = days.toSorted((one, other) => other.last_at.getTime() - one.last_at.getTime())[0]
      source = { name: newest?.source ?? '', late: false }
      for (const { symbol, close, last_at } of days.filter((day) => day.source === source.name))
        store({ symbol, price: close, at: last_at.toISOString() })
    },
    /** The feed sent something. Prices of one source are not shown under the name of another. */
    alive(from: Source): void {
      if (from.name !== source.name) entries.clear()
      source = from
      lastMessageAt = now()
    },
    /** Returns false for an unknown symbol or a price older than the stored one. */
    put(price: Price): boolean {
      const last = entries.get(price.symbol)
      if (!known.has(price.symbol) || (last && Date.parse(price.at) < Date.parse(last.price.at))) return false
      store(price)
      return true
    },
    /** A price from before an ex-date is no longer that of one share; until the next one the adjusted close counts. */
    setCloses(all: readonly (Close & { readonly exDate?: string })[]): void {
      closes = new Map(all.map((close) => [close.symbol, close]))
      for (const { symbol, exDate } of all) {
        const last = entries.get(symbol)
        if (last && exDate !== undefined && dayInIndia(new Date(last.price.at)) < exDate) entries.delete(symbol)
      }
    },
    entry: (symbol: string): Entry | undefined => entries.get(symbol),
    seq: (): number => seq,
    quote: (symbol: string): Quote =>
      quoteOf(symbol, { price: entries.get(symbol)?.price, close: closes.get(symbol) }, clock(), now()),
  }
}
export type Board = ReturnType<typeof createBoard>

export const isAbove = (one: string, other: string): boolean => (decimalOf(one) ?? 0n) > (decimalOf(other) ?? 0n)
