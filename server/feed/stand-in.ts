import { decimalText } from '@sauda/contract/decimal'
import { sampleCandles } from '../src/market/sample.ts'
import { listen } from './socket-server.ts'
import type { SocketServer } from './socket-server.ts'

/** An invented price moves by whole ticks, so that it stays exact. */
type Walk = { readonly tick: bigint; readonly before: bigint; ticks: bigint }

const tickOf = (symbol: string): bigint => (symbol.includes('/') ? 250_000n : 5_000_000n)
const milliseconds = 1000
/** Of the wanted symbols so many move in a round; a market is not all at once. */
const shareThatTransitions = 0.4
const mostTicks = 5
const mostSymbols = 5000

/**
 * STAND-IN, not a market: invents a walk for every symbol somebody wants, and says so in its first word. Live mode refuses it.
 * `port` 0 takes any free one.
 */
export async function startStandIn(port: number): Promise<SocketServer> {
  const starts = new Map([...(await sampleCandles())].map(([symbol, candles]) => [symbol, candles.at(-1)?.close]))
  const walks = new Map<string, Walk>()
  const hello = JSON.stringify({ type: 'hello', source: 'Stand-in', standIn: true })

  const server = await listen(port, {
    open: (listener) => listener.send(hello),
    text: (text, listener) => {
      for (const symbol of wantedIn(text))
        if (!walks.has(symbol) && walks.size < mostSymbols) walks.set(symbol, begin(symbol, starts.get(symbol)))
      // Whoever comes in between does not wait for a price that happens not to move.
      listener.send(said([...walks]))
    },
  })
  const timer = setInterval(() => {
    const moving = [...walks].filter(() => Math.random() < shareThatTransitions)
    for (const [, walk] of moving) step(walk)
    server.send(moving.length > 0 ? said(moving) : JSON.stringify({ type: 'alive' }))
  }, milliseconds)
  return {
    ...server,
    close: () => {
      clearInterval(timer)
      return server.close()
    },
  }
}

/** What cannot be read wants nothing. */
function wantedIn(text: string): string[] {
  try {
    const { type, symbols } = JSON.parse(text) as { type?: unknown; symbols?: unknown }
    if (type !== 'subscribe' || !Array.isArray(symbols)) return []
    return symbols.filter((symbol) => typeof symbol === 'string')
  } catch {
    return []
  }
}

/** A symbol without a sample starts somewhere between ₹100 and ₹3,000, every time at the same price. */
function begin(symbol: string, close: string | undefined): Walk {
  const tick = tickOf(symbol)
  const [whole = '0', part = ''] = (close ?? String(100 + (hash(symbol) % 2900))).split('.')
  const ticks = BigInt(`${whole}${part.padEnd(8, '0')}`) / tick
  return { tick, before: ticks * tick, ticks }
}

const hash = (text: string): number => Buffer.from(text).reduce((sum, byte) => (sum * 31 + byte) % 1_000_003, 7)

function step(walk: Walk): void {
  const by = BigInt(Math.round((Math.random() * 2 - 1) * mostTicks))
  if (walk.ticks + by > 0n) walk.ticks += by
}

function said(walks: readonly (readonly [string, Walk])[]): string {
  const at = new Date().toISOString()
  const prices = walks.map(([symbol, { tick, ticks, before }]) => ({
    symbol,
    price: decimalText(ticks * tick),
    previousClose: decimalText(before),
    at,
  }))
  return JSON.stringify({ type: 'prices', prices })
}
