import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { commonErrors } from '@sauda/contract/platform/error'

const serverRules = {
  /** Until the headers, and until the whole request has arrived: two photos over a poor mobile network take a while. */
  headerSeconds: 20,
  requestSeconds: 120,
  /** How often connections are checked for it. */
  checkMilliseconds: 2000,
  /** Longer than a proxy keeps an idle connection, so that the proxy is the one who closes it. */
  idleSeconds: 75,
} as const

export const retrySeconds = 2

export type ServerOptions = {
  /** Whether a further call would be too much now. */
  readonly rejects?: () => boolean
  /** When a rejected call may come again. */
  readonly retrySeconds?: () => number
  /** Most connections at a time. */
  readonly connections?: number
}

/** The headers of responses sent outside the hooks. */
export const bareHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'",
  'x-content-type-options': 'nosniff',
}

/** Emitted by the HTTP server, with the seconds from request to answer of a call that `rejects` stopped: no hook sees it. */
export const rejectedEvent = 'sauda rejected'

/** A call too many is answered before any work is done for it, because under overload rejecting is most of the work. */
export function openServer(handler: RequestListener, { rejects, connections = 20_000, ...options }: ServerOptions) {
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    if (!rejects || !isPlainCall(request.url) || !rejects()) return handler(request, response)
    const began = performance.now()
    response.once('finish', () => server.emit(rejectedEvent, (performance.now() - began) / 1000))
    reject(response, options.retrySeconds?.())
  }
  const server = createServer(
    {
      // Node swaps the two limits if the one of the headers is longer, so both are set.
      requestTimeout: serverRules.requestSeconds * 1000,
      headersTimeout: serverRules.headerSeconds * 1000,
      connectionsCheckingInterval: serverRules.checkMilliseconds,
      keepAliveTimeout: serverRules.idleSeconds * 1000,
    },
    listener,
  )
  server.maxConnections = connections
  return server
}

const isPlainCall = (url = ''): boolean => url.startsWith('/api/') && !url.startsWith('/api/health')

const rejection = JSON.stringify(commonErrors.busy)

/** Ends the connection too, because each one takes memory. */
function reject(response: ServerResponse, seconds: number = retrySeconds): void {
  response.writeHead(503, {
    ...bareHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(rejection),
    'retry-after': String(seconds),
    connection: 'close',
  })
  response.end(rejection)
}
