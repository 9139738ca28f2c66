import type { AddressInfo, Socket } from 'node:net'
import { once } from 'node:events'
import { WebSocketServer } from 'ws'

type Handlers = {
  readonly open?: (connection: Connection) => void
  readonly text?: (text: string, connection: Connection) => void
}

export type Connection = { send(text: string): void; cut(): void }

/** A WebSocket server on loopback, for tests and measurements. */
export async function listen(port: number, handlers: Handlers = {}) {
  const server = new WebSocketServer({ port, host: '127.0.0.1' })
  const sockets = new Map<Socket, Connection>()
  let opened = 0
  server.on('connection', (webSocket, { socket }) => {
    const connection: Connection = { send: (text) => webSocket.send(text), cut: () => webSocket.terminate() }
    sockets.set(socket, connection)
    opened += 1
    webSocket.on('message', (data: Buffer) => handlers.text?.(data.toString('utf8'), connection))
    webSocket.on('error', () => webSocket.terminate())
    webSocket.on('close', () => sockets.delete(socket))
    handlers.open?.(connection)
  })
  await once(server, 'listening')
  const cut = (): void => {
    for (const connection of sockets.values()) connection.cut()
  }
  return {
    port: (server.address() as AddressInfo).port,
    send: (text: string): void => {
      for (const connection of sockets.values()) connection.send(text)
    },
    /** Need not be valid frames. */
    raw: (bytes: Buffer): void => {
      for (const socket of sockets.keys()) socket.write(bytes)
    },
    count: (): number => sockets.size,
    /** Connections so far. */
    opened: (): number => opened,
    cut,
    async close(): Promise<void> {
      cut()
      await new Promise((done) => server.close(done))
    },
  }
}
