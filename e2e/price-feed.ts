import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'

/** A price feed for one browser test. */
export interface PriceFeed {
  /** For FEED_URL. */
  url: string
  /** Sends a price with the current time, and again every second with the time then, so that it does not become old on a slow machine. */
  say: (symbol: string, price: string, previousClose?: string) => void
  /** Breaks every connection; new connections receive nothing. */
  fail: () => void
  /** Sends again, also to connections opened meanwhile. */
  recover: () => void
  close: () => Promise<void>
}

const aliveMilliseconds = 1000

export async function startPriceFeed(): Promise<PriceFeed> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  const newest = new Map<string, object>()
  const now = () => new Date().toISOString()
  let isDown = false
  const send = (socket: WebSocket, message: object): void => {
    if (!isDown) socket.send(JSON.stringify(message))
  }
  const sendAll = (message: object): void => server.clients.forEach((socket) => send(socket, message))
  const newestPrices = () => ({
    type: 'prices',
    prices: [...newest.values()].map((quote) => ({ ...quote, at: now() })),
  })
  const greet = (socket: WebSocket): void => {
    send(socket, { type: 'hello', source: 'Test feed' })
    send(socket, newestPrices())
  }
  server.on('connection', (socket) => {
    socket.on('error', () => socket.terminate())
    greet(socket)
  })
  await once(server, 'listening')
  const alive = setInterval(() => sendAll(newestPrices()), aliveMilliseconds)
  const disconnectAll = (): void => server.clients.forEach((socket) => socket.terminate())
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    say(symbol, price, previousClose) {
      const quote = { symbol, price, ...(previousClose && { previousClose }) }
      newest.set(symbol, quote)
      sendAll({ type: 'prices', prices: [{ ...quote, at: now() }] })
    },
    fail() {
      isDown = true
      disconnectAll()
    },
    recover() {
      isDown = false
      server.clients.forEach(greet)
    },
    close() {
      clearInterval(alive)
      disconnectAll()
      return new Promise((done) => server.close(() => done()))
    },
  }
}
