import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import { AppError, commonErrors, type ErrorDefinition } from '@sauda/contract/error'
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Log } from './log.ts'

const httpRules = {
  jsonBytes: 64 * 1024,
  /** Per address, all calls together; single calls have lower limits. */
  requestsPerMinute: 1000,
  /** Of pages and their files. */
  pagesPerMinute: 3000,
  /** Until the headers, and until the whole request has arrived: two photos over a poor mobile network take a while. */
  headerSeconds: 20,
  requestSeconds: 120,
  /** How often connections are checked for it. */
  checkMilliseconds: 2000,
} as const

export type HttpOptions = {
  readonly log: Log
  readonly rateLimits: boolean
  readonly trustProxy: number
  /** True if the public address is https: browsers then get HSTS. */
  readonly https: boolean
  /** `'sha256-…'` of each script and style inside our own pages. */
  readonly inline: { readonly scripts: readonly string[]; readonly styles: readonly string[] } | undefined
  /** Other origins whose documents our pages may frame. */
  readonly frames: readonly string[]
}

/**
 * The server without routes: headers, limits, cookies, forms, and the one place where an error becomes `{message,
 * status}`.
 */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: httpRules.jsonBytes,
    // Node swaps the two limits if the one of the headers is longer, so both are set.
    requestTimeout: httpRules.requestSeconds * 1000,
    http: { headersTimeout: httpRules.headerSeconds * 1000, connectionsCheckingInterval: httpRules.checkMilliseconds },
    // Trusts exactly as many forwarded addresses as there are own proxies in front.
    trustProxy: (_address, hop) => hop < options.trustProxy,
    genReqId: () => randomUUID(),
    // We end open event streams at stop; idle connections must not delay it.
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (_error, request, reply) => void unreadable(request, reply as FastifyReply),
    clientErrorHandler: answerMalformed,
    logger: false,
  })
  readJson(app)
  closeUnusedConnections(app)
  await app.register(helmet, helmetOptions(options))
  await app.register(cookie)
  await app.register(multipart)
  if (options.rateLimits) {
    await app.register(rateLimit, {
      max: (request) => (isCall(request) ? httpRules.requestsPerMinute : httpRules.pagesPerMinute),
      timeWindow: 60_000,
      keyGenerator: (request) => `${isCall(request) ? 'call' : 'page'}:${addressOf(request)}`,
      errorResponseBuilder: () => new AppError(commonErrors.tooMany),
    })
  }
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('permissions-policy', 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()')
    if (isCall(request)) reply.header('cache-control', 'no-store')
  })
  app.addHook('onResponse', async (request, reply) => {
    options.log.info(
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply, options.log))
  return app
}

/** By the route as well: an address may be spelled in many ways (`/%61pi/…`, `http://host/api/…`). */
const isCall = ({ url, routeOptions }: FastifyRequest): boolean =>
  url.startsWith('/api/') || routeOptions.url?.startsWith('/api/') === true

/** An empty JSON body counts as no body; the parser rejects prototype keys. */
function readJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else if (hasLongNumber(body as string)) done(new AppError(commonErrors.longNumber))
    else void parse(request, body as string, done)
  })
}

/** A number of more than 15 digits, which JSON.parse would round. */
export function hasLongNumber(json: string): boolean {
  // Most bodies have no such run of digits at all.
  if (!/[\d.]{16}/.test(json)) return false
  // Also matches a text that is never closed: searching for its end from every quote would take quadratic time.
  const outsideTexts = json.replace(/"(?:[^"\\]|\\[^])*(?:"|\\?$)/g, '""')
  const numbers = outsideTexts.match(/\d[\d.]*/g) ?? []
  return numbers.some((number) => number.replace('.', '').replace(/^0+/, '').length > 15)
}

/** Of responses sent outside the hooks. */
const bareHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'",
  'x-content-type-options': 'nosniff',
}

/** Answers an address the router cannot decode with 404. No hook has set its headers yet. */
const unreadable = (request: FastifyRequest, reply: FastifyReply) =>
  reply
    .status(404)
    .headers({ 'x-request-id': request.id, ...bareHeaders })
    .send(commonErrors.notFound)

/** Browsers open connections before they need them. Node counts an unused one as busy, which would delay a stop. */
function closeUnusedConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>()
  app.server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }) => unused.delete(socket))
  app.addHook('preClose', async () => unused.forEach((socket) => socket.destroy()))
}

const helmetOptions = ({ https, inline, frames }: HttpOptions) => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...(inline?.scripts ?? [])],
      styleSrc: ["'self'", ...(inline?.styles ?? [])],
      imgSrc: ["'self'", 'data:', 'blob:'],
      connectSrc: ["'self'"],
      fontSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      frameSrc: ["'self'", ...frames],
    },
  },
  strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  referrerPolicy: { policy: 'same-origin' as const },
  frameguard: { action: 'deny' as const },
})

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply, log: Log) {
  if (error instanceof AppError) {
    if (error.extra.retryAfter !== undefined) reply.header('retry-after', Math.ceil(error.extra.retryAfter))
    return reply.status(error.status).send(errorBody(error, error.extra.need))
  }
  const definition = errorFor(error)
  if (definition.status >= 500)
    log.error(
      {
        requestId: request.id,
        route: request.routeOptions.url,
        err: { type: error.name, code: error.code, message: error.message, stack: error.stack },
      },
      'a request failed',
    )
  if (definition.status === 503) reply.header('retry-after', 2)
  return reply.status(definition.status).send(errorBody(definition))
}

const errorBody = ({ message, status }: ErrorDefinition, need?: string) => ({ message, status, ...(need && { need }) })

/** The database is unreachable, or out of disk, memory, connections or time; the request may be tried again. */
const databaseAway = /^(?:ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|57P0[1-3]|57014|53\w{3}|08\w{3})$/
const databaseSilent = /timeout exceeded when trying to connect|Query read timeout|Connection terminated/

function errorFor(error: FastifyError): ErrorDefinition {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
    case 'FST_PARTS_LIMIT':
    case 'FST_FILES_LIMIT':
    case 'FST_FIELDS_LIMIT':
      return commonErrors.tooLarge
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return commonErrors.wrongType
  }
  const { statusCode: status = 500 } = error
  if (status === 400) return commonErrors.notJson
  if (status > 400 && status < 500) return { ...commonErrors.unreadable, status }
  if (databaseAway.test(error.code ?? '') || databaseSilent.test(error.message)) return commonErrors.busy
  return commonErrors.fault
}

/** A caller who disconnected has no address any more. */
export const addressOf = ({ ip }: { readonly ip: string | undefined }): string => ip ?? 'gone'

/** Answers a malformed or incomplete HTTP request with the usual JSON error and closes the connection. */
function answerMalformed(error: Error & { readonly code?: string }, socket: Socket): void {
  // The caller has disconnected.
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const definition = malformedError(error.code)
  const body = JSON.stringify(definition)
  if (socket.writable)
    socket.write(
      [
        `HTTP/1.1 ${definition.status} ${STATUS_CODES[definition.status]}`,
        'content-type: application/json; charset=utf-8',
        `content-length: ${Buffer.byteLength(body)}`,
        ...Object.entries(bareHeaders).map((header) => header.join(': ')),
        'connection: close',
        '',
        body,
      ].join('\r\n'),
    )
  socket.destroy()
}

function malformedError(code: string | undefined): ErrorDefinition {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return commonErrors.tooSlow
  if (code === 'HPE_HEADER_OVERFLOW') return { ...commonErrors.tooLarge, status: 431 }
  return commonErrors.unreadable
}
