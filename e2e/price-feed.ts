import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** A price feed of one story's own: it says what the story says, and nothing while it is down. */
export interface PriceFeed {
  /** For FEED_URL. */
  url: string
  /** A price of this moment. */
  say: (symbol: string, price: string, previousClose?: string) => void
  /** Breaks every connection; who connects again hears nothing. */
  fail: () => void
  /** Speaks again, to whoever has connected meanwhile. */
  recover: () => void
  close: () => Promise<void>
}

// RFC 6455: what proves that a server speaks WebSocket.
const magic = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const aliveMilliseconds = 1000

export async function startPriceFeed(): Promise<PriceFeed> {
  const sockets = new Set<Socket>()
  const newest = new Map<string, object>()
  let isDown = false
  const send = (socket: Socket, message: object): void => {
    if (!isDown) socket.write(frame(message))
  }
  const tell = (message: object): void => sockets.forEach((socket) => send(socket, message))
  const greet = (socket: Socket): void => {
    send(socket, { type: 'hello', source: 'Story feed' })
    send(socket, { type: 'prices', prices: [...newest.values()] })
  }
  const server = createServer().on('upgrade', (request, stream) => {
    const socket = stream as Socket
    const accept = createHash('sha1').update(`${request.headers['sec-websocket-key']}${magic}`).digest('base64')
    const lines = ['101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade']
    socket.write(`HTTP/1.1 ${[...lines, `Sec-WebSocket-Accept: ${accept}`].join('\r\n')}\r\n\r\n`)
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    // Whatever it asks for: it is told all there is.
    socket.resume()
    greet(socket)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const alive = setInterval(() => tell({ type: 'alive' }), aliveMilliseconds)
  const hangUp = (): void => sockets.forEach((socket) => socket.destroy())
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    say(symbol, price, previousClose) {
      const said = { symbol, price, at: new Date().toISOString(), ...(previousClose && { previousClose }) }
      newest.set(symbol, said)
      tell({ type: 'prices', prices: [said] })
    },
    fail() {
      isDown = true
      hangUp()
    },
    recover() {
      isDown = false
      sockets.forEach(greet)
    },
    close() {
      clearInterval(alive)
      hangUp()
      return new Promise((done) => server.close(() => done()))
    },
  }
}

/** One unmasked text frame, of up to 65,535 bytes. */
function frame(message: object): Buffer {
  const text = Buffer.from(JSON.stringify(message))
  const head = text.length < 126 ? [0x81, text.length] : [0x81, 126, text.length >> 8, text.length & 255]
  return Buffer.concat([Buffer.from(head), text])
}
