import { noticeRules } from '@sauda/contract/notice'
import type { FastifyReply } from 'fastify'

/** One browser's open event stream. */
export type Stream = {
  /** False when the browser has not read what came before; its stream is cut. */
  write(text: string): boolean
  end(): void
}

const retryMilliseconds = 3000

/** Turns the answer into an event stream; `onClose` comes once, whoever ended it. */
export function openStream(reply: FastifyReply, onClose: () => void): Stream {
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
  raw.writeHead(200)
  raw.on('close', onClose)
  // A browser that goes away without a word is no fault of ours.
  raw.on('error', () => {})
  if (reply.request.method === 'HEAD') raw.end()
  else raw.write(`: open\nretry: ${retryMilliseconds}\n\n`)
  return {
    write(text) {
      const isBehind = raw.writableLength > noticeRules.unreadBytes
      if (isBehind) raw.destroy()
      else raw.write(text)
      return !isBehind
    },
    end: () => raw.end(),
  }
}
