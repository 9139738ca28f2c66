import { listen } from '../feed/socket-server.ts'
import type { Listener } from '../feed/socket-server.ts'

/** Prices for a test: the feed says what it is told to, over a real socket. */
export async function testFeed(port = 0) {
  const heard: { type: string; symbols: string[] }[] = []
  let hello: object | undefined = { type: 'hello', source: 'Test exchange' }
  const server = await listen(port, {
    open(listener: Listener) {
      if (hello) listener.send(JSON.stringify(hello))
    },
    text: (text) => heard.push(JSON.parse(text)),
  })
  const say = (message: unknown) => server.send(JSON.stringify(message))
  return {
    ...server,
    url: `ws://127.0.0.1:${server.port}`,
    /** What the server asked for, oldest first. */
    heard,
    /** What it says first from now on; nothing where undefined. */
    introduce: (words: object | undefined) => (hello = words),
    say,
    /** One price, of this moment unless said otherwise. */
    price: (symbol: string, price: string, more: object = {}) =>
      say({ type: 'prices', prices: [{ symbol, price, at: new Date().toISOString(), ...more }] }),
    alive: () => say({ type: 'alive' }),
  }
}
export type TestFeed = Awaited<ReturnType<typeof testFeed>>
