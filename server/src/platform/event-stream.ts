import type { FastifyReply } from 'fastify'

/** One browser's open stream of server-sent events. */
export type EventStream = {
  write(text: string | Uint8Array): void
  /** Bytes written that the connection has not taken yet. */
  unread(): number
  /** Ends it once everything written is read. */
  end(): void
  /** Ends it as it is. */
  cut(): void
}

const retryMilliseconds = 3000

/** Turns the answer into an event stream; `onClose` comes once, whoever ended it. */
export function openEventStream(reply: FastifyReply, onClose: () => void): EventStream {
  const { raw } = reply
  // From here on the answer is ours; the headers set so far (security, request id) go along.
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  raw.setHeader('content-type', 'text/event-stream; charset=utf-8')
  raw.setHeader('cache-control', 'no-store')
  // nginx would collect the events otherwise.
  raw.setHeader('x-accel-buffering', 'no')
  // Kept for another request after its end, the connection would hold up our stop.
  raw.setHeader('connection', 'close')
  // It lasts until the connection ends: counting every piece as a chunk would make three writes of each.
  raw.useChunkedEncodingByDefault = false
  raw.writeHead(200)
  raw.on('close', onClose)
  // Gone before we came to answer: the event is over and will not come again.
  if (raw.destroyed) setImmediate(onClose)
  // A browser that goes away without a word is no fault of ours.
  raw.on('error', () => {})
  if (reply.request.method === 'HEAD') raw.end()
  else raw.write(`: open\nretry: ${retryMilliseconds}\n\n`)
  return {
    write: (text) => void raw.write(text),
    unread: () => raw.writableLength,
    end: () => void raw.end(),
    cut: () => void raw.destroy(),
  }
}
