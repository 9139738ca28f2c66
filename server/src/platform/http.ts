import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import helmet from 'helmet'
import { AppError, commonErrors, type ErrorDefinition, type ErrorExtra } from '@sauda/contract/platform/error'
import { acceptReports, cspDirectives, reportingEndpoints, type CspOptions } from './csp.ts'
import { bareHeaders, openServer, retrySeconds, type ServerOptions } from './http-server.ts'
import { isDatabaseAway } from './database-fault.ts'
import type { Log } from './log.ts'
import { type RateLimit, type RateLimits, networkOf } from './rate-limit.ts'
import { beginTrace, fieldsOf, withTrace, type Trace } from './trace.ts'

declare module 'fastify' {
  interface FastifyRequest {
    trace: Trace
  }
  interface FastifyContextConfig {
    /** Set by `Call.always`. */
    always?: true
    /** The limit of one address, apart from its other requests. */
    perMinute?: number
  }
}

const httpRules = {
  jsonBytes: 64 * 1024,
  /** A page is counted with its files. */
  pageFactor: 3,
} as const

export type HttpOptions = CspOptions &
  ServerOptions & {
    readonly log: Log
    /** Undefined: no limits. */
    readonly rateLimits: RateLimits | undefined
    readonly rateLimit: RateLimit
    readonly trustProxy: number
    /** True if the public address is https: browsers then get HSTS. */
    readonly https: boolean
    readonly isStopping?: () => boolean
  }

/**
 * The server without routes: headers, limits, cookies, forms, and the one place where an error becomes `{message,
 * status}`.
 */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: httpRules.jsonBytes,
    serverFactory: (handler) => openServer(handler, options),
    // Trusts exactly as many forwarded addresses as there are own proxies in front.
    trustProxy: (_address, hop) => hop < options.trustProxy,
    genReqId: () => randomUUID(),
    // We end open event streams at stop; idle connections must not delay it.
    forceCloseConnections: 'idle',
    // Requests that arrive on an open connection meanwhile are still answered.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (_error, request, reply) => void unreadable(request, reply as FastifyReply),
    clientErrorHandler: answerMalformed,
    logger: false,
  })
  readJson(app)
  closeConnections(app)
  traceRequests(app)
  // Computed once, because the plugin computes every header for each request.
  const setHeaders = helmet(helmetOptions(options))
  app.addHook('onRequest', (request, reply, done) =>
    setHeaders(request.raw, reply.raw, (error) => done(error as Error | undefined)),
  )
  await app.register(cookie)
  await app.register(multipart)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('permissions-policy', 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()')
    if (options.https) reply.header('reporting-endpoints', reportingEndpoints)
    if (isCall(request)) reply.header('cache-control', 'no-store')
    // A proxy then opens its next connection to another process.
    if (options.isStopping?.()) reply.header('connection', 'close')
    if (options.rateLimits && !request.routeOptions.config.always)
      limitRate(request, reply, options.rateLimits, options)
  })
  app.addHook('onResponse', async (request, reply) => {
    // Probes come every few seconds; what they find out is logged when it changes.
    if (request.routeOptions.config.always) return
    options.log.info(
      {
        ...fieldsOf(request.trace),
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply, options.log))
  await acceptReports(app, options.log)
  return app
}

/** Each log line of a request names it; `traceparent` of the caller is continued. */
function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('trace')
  app.addHook('onRequest', (request, _reply, done) => {
    request.trace = beginTrace(request.id, request.headers.traceparent)
    withTrace(request.trace, done)
  })
  // Reading a body loses what is known of its request.
  app.addHook('preValidation', (request, _reply, done) => withTrace(request.trace, done))
}

/** By the route as well: an address may be spelled in many ways (`/%61pi/…`, `http://host/api/…`). */
const isCall = ({ url, routeOptions }: FastifyRequest): boolean =>
  url.startsWith('/api/') || routeOptions.url?.startsWith('/api/') === true

/** A client's login sends a token, an operator's a cookie. */
const loginOf = ({ headers }: FastifyRequest): string | undefined => headers.authorization ?? headers.cookie

/** Calls count by login and by address, since a mobile network or an office puts many people behind one address. */
function limitRate(
  request: FastifyRequest,
  reply: FastifyReply,
  { perAddress, perSession }: RateLimits,
  { rateLimit }: HttpOptions,
): void {
  const kind = isCall(request) ? 'call' : 'page'
  const factor = kind === 'call' ? 1 : httpRules.pageFactor
  const address = networkOf(addressOf(request))
  const { url, config } = request.routeOptions
  const limits =
    config.perMinute === undefined
      ? [
          { key: `${kind}:${address}`, most: factor * perAddress },
          { key: `${kind} of ${loginOf(request) ?? address}`, most: factor * perSession },
        ]
      : [{ key: `${url}:${address}`, most: config.perMinute }]
  let nearest: { readonly most: number; readonly left: number; readonly seconds: number } | undefined
  for (const { key, most } of limits) {
    const used = { most, ...rateLimit.use(key, most) }
    if (nearest === undefined || used.left < nearest.left) nearest = used
    // A caller whose address is over its limit must not add keys for ever new logins.
    if (used.left < 0) break
  }
  if (nearest === undefined) return
  if (kind === 'call') {
    reply.header('x-ratelimit-limit', nearest.most)
    reply.header('x-ratelimit-remaining', Math.max(0, nearest.left))
  }
  if (nearest.left < 0) throw new AppError(commonErrors.tooMany, { retryAfter: nearest.seconds })
}

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

/** Answers an address the router cannot decode with 404. No hook has set its headers yet. */
const unreadable = (request: FastifyRequest, reply: FastifyReply) =>
  reply
    .status(404)
    .headers({ 'x-request-id': request.id, ...bareHeaders })
    .send(commonErrors.notFound)

const helmetOptions = (options: HttpOptions) => ({
  contentSecurityPolicy: { useDefaults: false, directives: cspDirectives(options) },
  strictTransportSecurity: options.https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  referrerPolicy: { policy: 'same-origin' as const },
  frameguard: { action: 'deny' as const },
  // For browsers that have not been made for years.
  dnsPrefetchControl: false,
  ieNoOpen: false,
  permittedCrossDomainPolicies: false,
  xssFilter: false,
})

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply, log: Log) {
  const { definition, extra } =
    error instanceof AppError
      ? { definition: { status: error.status, message: error.message }, extra: error.extra }
      : { definition: errorFor(error), extra: {} }
  const cause = error instanceof AppError ? (error.cause as FastifyError | undefined) : error
  const line = { ...fieldsOf(request.trace), route: request.routeOptions.url }
  if (cause && definition.status === 503)
    log.warn({ ...line, err: { code: cause.code, message: cause.message } }, 'the database cannot answer')
  else if (cause && definition.status >= 500)
    log.error(
      { ...line, err: { type: cause.name, code: cause.code, message: cause.message, stack: cause.stack } },
      'a request failed',
    )
  const wait = extra.retryAfter ?? (definition.status === 503 ? retrySeconds : undefined)
  if (wait !== undefined) reply.header('retry-after', Math.ceil(wait))
  return reply.status(definition.status).send(errorBody(definition, extra))
}

const errorBody = ({ message, status }: ErrorDefinition, { need, from, passkey }: ErrorExtra = {}) => ({
  message,
  status,
  ...(need && { need }),
  ...(from && { from }),
  ...(passkey && { passkey }),
})

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
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return commonErrors.notJson
  }
  const { statusCode: status = 500 } = error
  if (status >= 400 && status < 500) return { ...commonErrors.unreadable, status }
  if (isDatabaseAway(error)) return commonErrors.busy
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

const stopRules = {
  /** For a connection without a request. */
  unusedMilliseconds: 500,
  turnMilliseconds: 0.5,
} as const

/** Browsers open connections before they need them. Node counts an unused one as busy, which would delay a stop. */
function closeConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>()
  app.server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }) => unused.delete(socket))
  app.addHook('preClose', async () => {
    // A proxy may be sending its request at this moment.
    setTimeout(() => unused.forEach((socket) => socket.destroy()), stopRules.unusedMilliseconds)
    await untilAccepted()
  })
}

/** The system resets connections that are not accepted when listening ends; after a short turn of the loop there are none. */
async function untilAccepted(): Promise<void> {
  for (let turns = 0; turns < 1000; turns += 1) {
    const began = performance.now()
    await new Promise(setImmediate)
    if (performance.now() - began < stopRules.turnMilliseconds) return
  }
}
