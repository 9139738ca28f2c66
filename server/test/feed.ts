import { listen, type Connection } from './socket-server.ts'

/** A price feed for a test, over a real socket. */
export async function testFeed(port = 0) {
  const received: { type: string; symbols: string[] }[] = []
  let hello: object | undefined = { type: 'hello', source: 'Test exchange' }
  const server = await listen(port, {
    open(connection: Connection) {
      if (hello) connection.send(JSON.stringify(hello))
    },
    text: (text) => received.push(JSON.parse(text)),
  })
  const say = (message: unknown) => server.send(JSON.stringify(message))
  return {
    ...server,
    url: `ws://127.0.0.1:${server.port}`,
    /** The subscriptions the server sent, oldest first. */
    received,
    /** Sets the first message of each new connection; undefined for none. */
    introduce: (message: object | undefined) => (hello = message),
    say,
    /** Sends one price, with the current time unless `more` has another. */
    price: (symbol: string, price: string, more: object = {}) =>
      say({ type: 'prices', prices: [{ symbol, price, at: new Date().toISOString(), ...more }] }),
    alive: () => say({ type: 'alive' }),
  }
}
export type TestFeed = Awaited<ReturnType<typeof testFeed>>
