import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { decimalText } from '@sauda/contract/platform/decimal'
import { sampleCandles } from '../src/trading/market/chart.ts'
import { WebSocketServer } from 'ws'

/** Moves by whole ticks, so that it stays exact. */
type Walk = { readonly tick: bigint; readonly before: bigint; ticks: bigint }

const tickOf = (symbol: string): bigint => (symbol.includes('/') ? 250_000n : 5_000_000n)
const roundMilliseconds = 1000
/** Share of the subscribed symbols that change price in each round. */
const shareMoving = 0.4
const mostTicks = 5
const mostSymbols = 5000

/**
 * A simulated price feed: a random walk per subscribed symbol. Its first message marks it as simulated, and live
 * mode rejects it.
 */
export async function startStandIn(port: number) {
  const starts = new Map([...(await sampleCandles())].map(([symbol, candles]) => [symbol, candles.at(-1)?.close]))
  const walks = new Map<string, Walk>()
  const hello = JSON.stringify({ type: 'hello', source: 'Stand-in', standIn: true })

  const server = new WebSocketServer({ port, host: '127.0.0.1' })
  server.on('connection', (socket) => {
    socket.send(hello)
    socket.on('error', () => socket.terminate())
    socket.on('message', (data: Buffer) => {
      for (const symbol of subscribedSymbols(data.toString()))
        if (!walks.has(symbol) && walks.size < mostSymbols) walks.set(symbol, begin(symbol, starts.get(symbol)))
      // A new subscriber gets every price at once, also unchanged ones.
      socket.send(pricesMessage([...walks]))
    })
  })
  await once(server, 'listening')
  const timer = setInterval(() => {
    const moving = [...walks].filter(() => Math.random() < shareMoving)
    for (const [, walk] of moving) step(walk)
    const message = moving.length > 0 ? pricesMessage(moving) : JSON.stringify({ type: 'alive' })
    for (const socket of server.clients) socket.send(message)
  }, roundMilliseconds)
  return {
    server,
    port: (server.address() as AddressInfo).port,
    async close(): Promise<void> {
      clearInterval(timer)
      for (const socket of server.clients) socket.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function subscribedSymbols(text: string): string[] {
  try {
    const { type, symbols } = JSON.parse(text) as { type?: unknown; symbols?: unknown }
    if (type !== 'subscribe' || !Array.isArray(symbols)) return []
    return symbols.filter((symbol) => typeof symbol === 'string')
  } catch {
    return []
  }
}

/** A symbol without sample data starts between ₹100 and ₹3,000, always at the same price. */
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

function pricesMessage(walks: readonly (readonly [string, Walk])[]): string {
  const at = new Date().toISOString()
  const prices = walks.map(([symbol, { tick, ticks, before }]) => ({
    symbol,
    price: decimalText(ticks * tick),
    previousClose: decimalText(before),
    at,
  }))
  return JSON.stringify({ type: 'prices', prices })
}
