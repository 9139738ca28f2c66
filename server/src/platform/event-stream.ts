import type { FastifyReply } from 'fastify'

export type EventStream = ReturnType<typeof openEventStream>

const retryMilliseconds = 3000

/** Turns the response into an event stream; `onClose` is called once, whichever side ended it. */
export function openEventStream(reply: FastifyReply, onClose: () => void) {
  const { raw } = reply
  // Fastify sends nothing after this, so the headers set so far (security, request id) are copied.
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  raw.setHeader('content-type', 'text/event-stream; charset=utf-8')
  raw.setHeader('cache-control', 'no-store')
  // Otherwise nginx buffers the events.
  raw.setHeader('x-accel-buffering', 'no')
  // A connection that stays open for another request would delay our stop.
  raw.setHeader('connection', 'close')
  // The stream lasts until the connection ends; chunks would need three writes for each event.
  raw.useChunkedEncodingByDefault = false
  raw.writeHead(200)
  raw.on('close', onClose)
  // The browser left before the response, so no close event will follow.
  if (raw.destroyed) setImmediate(onClose)
  // A browser may disconnect at any time.
  raw.on('error', () => {})
  if (reply.request.method === 'HEAD') raw.end()
  else raw.write(`: open\nretry: ${retryMilliseconds}\n\n`)
  return {
    write: (text: string | Uint8Array) => void raw.write(text),
    /** Bytes written that the connection has not sent yet. */
    unread: () => raw.writableLength,
    /** Ends it after everything written has been sent. */
    end: () => void raw.end(),
    disconnect: () => void raw.destroy(),
  }
}
