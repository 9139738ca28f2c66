import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { commonErrors, type ErrorDefinition } from '@sauda/contract/error'

/** Answers a malformed or incomplete HTTP request with the usual JSON error and closes the connection. */
export function answerMalformed(error: Error & { readonly code?: string }, socket: Socket): void {
  // The caller has disconnected.
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const definition = errorFor(error.code)
  const body = JSON.stringify(definition)
  if (socket.writable)
    socket.write(
      [
        `HTTP/1.1 ${definition.status} ${STATUS_CODES[definition.status]}`,
        'content-type: application/json; charset=utf-8',
        `content-length: ${Buffer.byteLength(body)}`,
        'cache-control: no-store',
        "content-security-policy: default-src 'none'",
        'x-content-type-options: nosniff',
        'connection: close',
        '',
        body,
      ].join('\r\n'),
    )
  socket.destroy()
}

function errorFor(code: string | undefined): ErrorDefinition {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return commonErrors.tooSlow
  if (code === 'HPE_HEADER_OVERFLOW') return { ...commonErrors.tooLarge, status: 431 }
  return commonErrors.unreadable
}
