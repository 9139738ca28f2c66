import { marketRules, type marketCalls, type Price, type PriceClock, type Quote } from '@sauda/contract/market'
import { standard } from '../shell/api.ts'
import { readEvents } from '../shell/event-stream.ts'
import { follow } from '../shell/follow.ts'
import { loseSession } from '../shell/return-to.ts'
import type { PriceStore } from './price-store.ts'

const pace = {
  /** Parts of a screen ask one after the other; the stream is opened once for all of them. */
  gatherMilliseconds: 50,
  /** While the stream is down the prices are asked for this often. */
  askMilliseconds: 10_000,
  tickMilliseconds: 1000,
  silentMilliseconds: marketRules.clockSeconds * 2000 + 5000,
} as const

export interface PriceSource {
  /** Until what it answers is called, prices of these symbols come into the store. */
  watch(token: string, symbols: readonly string[]): () => void
}

/** One stream per tab for all that is watched, and none while nobody looks at the tab. */
export function createPriceSource(store: PriceStore): PriceSource {
  const wanted = new Map<string, number>()
  let token = ''
  let running: { stop: AbortController; symbols: ReadonlySet<string> } | undefined
  let gathering: ReturnType<typeof setTimeout> | undefined

  const halt = (): void => {
    running?.stop.abort()
    running = undefined
  }
  const arrange = (): void => {
    gathering = undefined
    const isSeen = !document.hidden && wanted.size > 0
    if (!isSeen) return halt()
    // What nobody wants any more may go on coming; a new stream is only for what is missing.
    if (running && [...wanted.keys()].every((symbol) => running?.symbols.has(symbol))) return
    halt()
    const stop = new AbortController()
    running = { stop, symbols: new Set([...wanted.keys()].slice(0, marketRules.symbols)) }
    const ticking = setInterval(() => store.tick(), pace.tickMilliseconds)
    stop.signal.addEventListener('abort', () => clearInterval(ticking))
    void run(store, token, [...running.symbols].join(','), stop.signal)
  }
  const later = (): void => {
    gathering ??= setTimeout(arrange, pace.gatherMilliseconds)
  }
  return {
    watch(with_, symbols) {
      if (with_ !== token) halt()
      token = with_
      if (wanted.size === 0) document.addEventListener('visibilitychange', later)
      for (const symbol of symbols) wanted.set(symbol, (wanted.get(symbol) ?? 0) + 1)
      later()
      return () => {
        for (const symbol of symbols) {
          const left = (wanted.get(symbol) ?? 1) - 1
          if (left > 0) wanted.set(symbol, left)
          else wanted.delete(symbol)
        }
        if (wanted.size === 0) document.removeEventListener('visibilitychange', later)
        later()
      }
    },
  }
}

/** Asks once, so that the screen has prices at once and we know whether there is a feed at all; then listens. */
async function run(store: PriceStore, token: string, symbols: string, signal: AbortSignal): Promise<void> {
  const ask = async (): Promise<void> => {
    const query = { symbols }
    const answer = await standard
      .send<typeof marketCalls.quotes>('GET /user/quotes', { query }, { quiet: true, signal })
      .catch(() => undefined)
    if (!answer || signal.aborted) return
    store.hear(answer.clock)
    store.take(answer.quotes.flatMap(priceIn))
  }
  await ask()
  if (signal.aborted || store.clock()?.feed === 'none') return
  const path = `/user/prices?${new URLSearchParams({ symbols })}`
  await follow(signal, {
    read: (until, open) =>
      readEvents({ path, token, silentMilliseconds: pace.silentMilliseconds }, until, {
        open,
        event: ({ event, data }) => heard(store, event, data),
      }),
    ask: () => void ask(),
    askMilliseconds: pace.askMilliseconds,
    refused: () => loseSession(token),
  })
}

/** How good it is we judge ourselves, as it grows old on the screen. */
function priceIn({ symbol, price, at, previousClose }: Quote): Price[] {
  return price && at ? [{ symbol, price, at, ...(previousClose && { previousClose }) }] : []
}

/** What we cannot read is left out: the next one may be readable again. */
function heard(store: PriceStore, event: string | undefined, data: string): void {
  try {
    const said: unknown = JSON.parse(data)
    if (event === 'clock') store.hear(said as PriceClock)
    if (event === 'price') store.take((Array.isArray(said) ? said : [said]) as Price[])
  } catch {
    // not JSON
  }
}
