import { connect, type Socket } from 'node:net'
import { quantile } from './faults/requests.ts'

export interface ApiRequest {
  method: 'GET' | 'POST'
  path: string
  token?: string
  key?: string
  body?: object
}

export interface Outcome {
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
}

interface Load {
  port: number
  /** Connections, each with one request at a time. */
  parallel: number
  count: number
  request: (n: number) => ApiRequest
}

/**
 * Sends `count` requests and throws if a response is not 200. It uses plain sockets, because the sender's work reduces
 * what is left for the server.
 */
export async function load({ port, parallel, count, request }: Load): Promise<Outcome> {
  const took: number[] = []
  let next = 0
  const began = performance.now()
  const work = async () => {
    const call = await open(port)
    while (next < count) {
      const sent = performance.now()
      await call(request(next++))
      took.push(performance.now() - sent)
    }
    await call('close')
  }
  await Promise.all(Array.from({ length: parallel }, work))
  const seconds = (performance.now() - began) / 1000
  return { perSecond: count / seconds, p50: quantile(took, 0.5), p99: quantile(took, 0.99) }
}

async function open(port: number) {
  const socket = connect(port, '127.0.0.1').setNoDelay()
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return async (asked: ApiRequest | 'close'): Promise<void> => {
    if (asked === 'close') return void socket.destroy()
    const text = await answer(socket, wire(asked))
    if (!text.startsWith('HTTP/1.1 200 ')) throw new Error(`${asked.method} ${asked.path} answered ${text}`)
  }
}

function wire({ method, path, token, key, body }: ApiRequest): string {
  const json = body === undefined ? '' : JSON.stringify(body)
  const lines = [
    `${method} /api${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...(key === undefined ? [] : [`Idempotency-Key: ${key}`]),
    ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(json)}`]),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${json}`
}

function answer(socket: Socket, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const read = (part: Buffer) => {
      // One character per byte, so that lengths match Content-Length.
      text += part.toString('latin1')
      const head = text.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0)
      if (text.length < head + 4 + length) return
      socket.off('data', read).off('close', fail)
      resolve(text)
    }
    const fail = () => reject(new Error(`The connection closed after:\n${text}`))
    socket.on('data', read).once('close', fail)
    socket.write(request)
  })
}
