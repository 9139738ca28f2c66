import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** What RFC 6455 adds to a key before it is hashed. */
const salt = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const opcodes = { text: 1, close: 8 } as const

type On = {
  readonly open?: (listener: Listener) => void
  readonly text?: (text: string, listener: Listener) => void
}

/** One connection of somebody who listens. */
export type Listener = { send(text: string): void; cut(): void }

/**
 * The least WebSocket server a feed needs, on loopback: short texts in both directions. For the stand-in and for tests, never for
 * anything a stranger can reach.
 */
export async function listen(port: number, on: On = {}) {
  const http = createServer((_request, response) => void response.writeHead(426).end())
  const listeners = new Map<Socket, Listener>()
  let opened = 0
  http.on('upgrade', (request, socket: Socket) => {
    const key = String(request.headers['sec-websocket-key'])
    const accept = createHash('sha1').update(`${key}${salt}`).digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    )
    const listener: Listener = { send: (text) => void socket.write(frame(text)), cut: () => void socket.destroy() }
    listeners.set(socket, listener)
    opened += 1
    let unread: Buffer = Buffer.alloc(0)
    socket.on('data', (part: Buffer) => {
      unread = Buffer.concat([unread, part])
      for (let read = readFrame(unread); read; read = readFrame(unread)) {
        unread = unread.subarray(read.length)
        if (read.opcode === opcodes.close) socket.end(Buffer.from([0x80 | opcodes.close, 0]))
        if (read.opcode === opcodes.text) on.text?.(read.text, listener)
      }
    })
    socket.on('error', () => {})
    socket.on('close', () => listeners.delete(socket))
    on.open?.(listener)
  })
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen(port, '127.0.0.1', resolve)
  })
  return {
    port: (http.address() as AddressInfo).port,
    /** Says something to everybody who listens. */
    send: (text: string): void => {
      const bytes = frame(text)
      for (const socket of listeners.keys()) socket.write(bytes)
    },
    /** Sends everybody bytes that are no message of anybody's. */
    raw: (bytes: Buffer): void => {
      for (const socket of listeners.keys()) socket.write(bytes)
    },
    /** How many listen now. */
    count: (): number => listeners.size,
    /** How many came so far. */
    opened: (): number => opened,
    /** Breaks every connection. */
    cut: (): void => {
      for (const listener of listeners.values()) listener.cut()
    },
    async close(): Promise<void> {
      for (const listener of listeners.values()) listener.cut()
      await new Promise<void>((resolve) => void http.close(() => resolve()))
    },
  }
}
export type SocketServer = Awaited<ReturnType<typeof listen>>

function frame(text: string): Buffer {
  const body = Buffer.from(text)
  const long = body.length > 65_535
  const head = Buffer.alloc(body.length < 126 ? 2 : long ? 10 : 4)
  head[0] = 0x80 | opcodes.text
  head[1] = body.length < 126 ? body.length : long ? 127 : 126
  if (long) head.writeBigUInt64BE(BigInt(body.length), 2)
  else if (body.length >= 126) head.writeUInt16BE(body.length, 2)
  return Buffer.concat([head, body])
}

/** The first frame of what arrived; undefined until it is whole. A browser masks what it sends. */
function readFrame(bytes: Buffer): { opcode: number; text: string; length: number } | undefined {
  const short = (bytes[1] ?? 0) & 0x7f
  const head = short === 126 ? 4 : short === 127 ? 10 : 2
  if (bytes.length < head + 4) return undefined
  const size = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short
  const length = head + 4 + size
  if (bytes.length < length) return undefined
  const mask = bytes.subarray(head, head + 4)
  const body = bytes.subarray(head + 4, length).map((byte, index) => byte ^ (mask[index % 4] ?? 0))
  return { opcode: (bytes[0] ?? 0) & 0x0f, text: Buffer.from(body).toString('utf8'), length }
}
