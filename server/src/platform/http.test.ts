import { randomUUID } from 'node:crypto'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { commonErrors, AppError } from '@sauda/contract/platform/error'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, describe, expect, inject, test, vi } from 'vitest'
import { eventually } from '../../test/events.ts'
import { databaseUrl } from '../../test/global-setup.ts'
import { testServer } from '../../test/server.ts'
import { createHttp, type HttpOptions } from './http.ts'
import { makeLog } from './log.ts'
import { createRateLimit } from './rate-limit.ts'

const server = await testServer()
const thousand = { perAddress: 1000, perSession: 1000 }

afterEach(() => void vi.useRealTimers())

describe('every answer', () => {
  test.each(['/api/health', '/api/nowhere', '/nowhere.js', '/api/docs'])(
    '%s carries the security headers and a request id',
    async (path) => {
      const { headers } = await fetch(`${server.url}${path}`)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('permissions-policy')).toContain('microphone=()')
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      expect(headers.get('x-powered-by')).toBeNull()
      expect(headers.get('server')).toBeNull()
      expect(headers.get('access-control-allow-origin')).toBeNull()
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toMatch(/default-src '(self|none)'/)
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain("base-uri 'none'")
      expect(policy).not.toMatch(/unsafe|\*/)
    },
  )

  test('of the API is not cached', async () => {
    expect((await fetch(`${server.url}/api/health`)).headers.get('cache-control')).toBe('no-store')
  })

  test('asks browsers to stay on https where the public address is https, and only there', async () => {
    expect((await fetch(`${server.url}/api/health`)).headers.get('strict-transport-security')).toBeNull()
    const secure = await testServer({ PUBLIC_URL: 'https://sauda.test' })
    const { headers } = await fetch(`${secure.url}/api/health`)
    expect(headers.get('strict-transport-security')).toContain('max-age=31536000')
  })

  test('has a request id made by the server, whatever the caller sends', async () => {
    const response = await fetch(`${server.url}/api/health`, { headers: { 'x-request-id': 'mine' } })
    expect(response.headers.get('x-request-id')).not.toBe('mine')
  })
})

describe('what cannot be answered', () => {
  test.each([
    ['GET', ''],
    ['GET', '/nowhere'],
    ['GET', '/user'],
    ['POST', '/user/nowhere'],
    ['DELETE', '/health'],
    ['GET', '/user/%zz'],
    ['GET', '/user/%00'],
    ['GET', `/user/profile/${'x'.repeat(500)}`],
  ])('%s /api%s: 404 in JSON', async (method, path) => {
    const answer = await server.call(method, path)
    expect(answer.headers.get('content-type')).toContain('application/json')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 404, body: commonErrors.notFound })
  })

  test.each([
    ['not JSON', '{"email":', 400],
    ['a prototype key', '{"__proto__":{"admin":true}}', 400],
    ['a constructor key', '{"constructor":{"prototype":{"admin":true}}}', 400],
    ['too large', JSON.stringify({ email: 'x'.repeat(100_000) }), 413],
    ['empty', '', 400],
    ['a list', '[]', 400],
    ['null', 'null', 400],
  ])('a body that is %s', async (_what, body, status) => {
    const answer = await server.call('POST', '/user/login', { body, headers: { 'content-type': 'application/json' } })
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual({ message: expect.any(String), status })
  })

  test('a form with a prototype key, which is not JSON', async () => {
    const { token } = await server.newClient()
    const body = new FormData()
    body.append('__proto__', 'x')
    expect(await server.call('POST', '/user/upload-profile', { token, body })).toMatchObject({
      status: 400,
      body: commonErrors.unreadable,
    })
  })

  test.each([
    ['GET / HTTP/1.1', 400, commonErrors.unreadable.message],
    ['hello', 400, commonErrors.unreadable.message],
    [`GET /${'x'.repeat(17_000)} HTTP/1.1\r\nhost: x`, 431, commonErrors.tooLarge.message],
    ['POST /api/user/login HTTP/1.1\r\nhost: x\r\ncontent-length: -1', 400, commonErrors.unreadable.message],
  ])('bytes that are not a request: %#', async (head, status, message) => {
    const answer = await raw(`${head}\r\n${head.startsWith('GET / ') ? 'a b\r\n' : ''}\r\n`)
    expect(answer).toContain(`HTTP/1.1 ${status} `)
    expect(answer).toContain('x-content-type-options: nosniff')
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({ message, status })
  })

  test('a caller who disconnects before the answer is not a server error', async () => {
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
    const http = await bareHttp({ log, rateLimits: thousand })
    let asked = 0
    http.addHook('onRequest', async (request) => void request.raw.socket.destroy())
    http.get('/api/x', async () => void (asked += 1))
    await http.listen({ port: 0, host: '127.0.0.1' })
    const { port } = http.server.address() as AddressInfo
    await expect(fetch(`http://127.0.0.1:${port}/api/x`)).rejects.toThrow()
    await eventually(async () => asked === 1)
    await http.close()
    expect(lines).toEqual([])
  })

  test('a body of an unexpected content type', async () => {
    const answer = await server.call('POST', '/user/login', { body: 'a=b', headers: { 'content-type': 'text/x-odd' } })
    expect(answer).toMatchObject({ status: 415, body: commonErrors.wrongType })
  })

  test('a server error reveals nothing about its cause', async () => {
    const http = await bareHttp()
    http.get('/api/broken', () => {
      throw new Error('select secret from safe')
    })
    http.get('/api/waits', () => {
      throw new AppError(commonErrors.busy, { retryAfter: 2.3 })
    })
    const broken = await http.inject('/api/broken')
    expect(broken.statusCode).toBe(500)
    expect(broken.json()).toEqual(commonErrors.fault)
    const waits = await http.inject('/api/waits')
    expect(waits.headers['retry-after']).toBe('3')
    await http.close()
  })
})

test('too many requests from one address wait, calls and pages separately', async () => {
  // The counts start again with the next minute.
  vi.useFakeTimers({ toFake: ['Date'] })
  const http = await bareHttp({ rateLimits: thousand })
  http.get('/api/x', async () => ({}))
  http.get('/page', async () => ({}))
  for (let n = 0; n < 1000; n++) await http.inject('/api/x')
  const refused = await http.inject('/api/x')
  expect(refused.json()).toEqual(commonErrors.tooMany)
  for (let n = 0; n < 3000; n++) await http.inject('/page')
  expect((await http.inject('/page')).statusCode).toBe(429)
  expect((await http.inject({ url: '/page', remoteAddress: '192.0.2.7' })).statusCode).toBe(200)
  expect((await http.inject({ url: '/api/x', remoteAddress: '192.0.2.7' })).statusCode).toBe(200)
  // A forwarded address is believed only from proxies of our own.
  const forged = { url: '/api/x', headers: { 'x-forwarded-for': '192.0.2.8' } }
  expect((await http.inject(forged)).statusCode).toBe(429)
  await http.close()
})

test.each(['/api/x', '/%61pi/x', '/api/%78?a=b'])(
  'a call is recognised in every spelling of its address: %s',
  async (url) => {
    const http = await bareHttp({ rateLimits: thousand })
    http.get('/api/x', async () => ({}))
    const { headers } = await http.inject(url)
    expect(headers).toMatchObject({ 'x-ratelimit-limit': '1000', 'cache-control': 'no-store' })
    await http.close()
  },
)

test('a request that stalls gets an answer, and its connection is closed', async () => {
  const http = await bareHttp()
  http.post('/api/x', async () => ({}))
  await http.listen({ port: 0, host: '127.0.0.1' })
  // Node exchanges the two where the first is longer.
  expect(http.server.headersTimeout).toBeLessThan(http.server.requestTimeout)
  http.server.requestTimeout = http.server.headersTimeout = 50
  const { port } = http.server.address() as AddressInfo
  const answer = await raw('POST /api/x HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{', port)
  expect(answer).toContain('HTTP/1.1 408 ')
  expect(answer).toContain(commonErrors.tooSlow.message)
  await http.close()
})

test('an idle connection does not delay a stop', async () => {
  const http = await bareHttp()
  await http.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((http.server.address() as AddressInfo).port, '127.0.0.1').resume()
  let cut = false
  socket.on('error', () => {}).once('close', () => (cut = true))
  await eventually(async () => (await new Promise((say) => http.server.getConnections((_, count) => say(count)))) === 1)
  await http.close()
  await eventually(() => cut)
  expect(cut).toBe(true)
})

test.each(['53100', '25006', '25P02', '57014', '57P01', '08006', 'ECONNREFUSED'])(
  'the database reports %s: 503 with Retry-After',
  async (code) => {
    const http = await bareHttp()
    http.get('/api/x', async () => {
      throw Object.assign(new Error('no space left on device'), { code })
    })
    const answer = await http.inject('/api/x')
    expect(answer.json()).toEqual(commonErrors.busy)
    expect(answer.headers['retry-after']).toBe('2')
    await http.close()
  },
)

describe('while the database is unavailable', async () => {
  const name = `away_${randomUUID().replaceAll('-', '')}`
  const base = inject('postgresUrl')
  const admin = new pg.Client({ connectionString: base })
  await admin.connect()
  await admin.query(`create database ${name} template template_sauda`)
  const away = await between(databaseUrl(base, name))
  afterAll(async () => {
    away.end()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  const broken = await testServer({ DATABASE_URL: away.url })

  test('calls answer 503 with Retry-After, and work again without a restart', async () => {
    const client = await broken.newClient()
    const profile = () => broken.call('GET', `/user/profile/${client.id}`, { token: client.token })
    expect((await profile()).status).toBe(200)
    away.cut()
    const answer = await profile()
    expect(answer).toMatchObject({ status: 503, body: commonErrors.busy })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await broken.call('GET', '/health')).toMatchObject({
      status: 503,
      body: { status: 'failing', database: 'failing' },
    })
    expect((await fetch(`${broken.url}/api/openapi.json`)).status).toBe(200)
    away.mend()
    await eventually(async () => (await profile()).status === 200)
    expect((await profile()).status).toBe(200)
    await eventually(async () => (await broken.call('GET', '/health')).status === 200)
  })

  test('a database that hangs does not delay the health answer', async () => {
    const { id, token } = await broken.newClient()
    const healths = async () => {
      const answers = await Promise.all(Array.from({ length: 30 }, () => broken.call('GET', '/health')))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
    }
    away.hold()
    let isGivenUp = false
    const held = broken.call('GET', `/user/profile/${id}`, { token }).then(() => (isGivenUp = true))
    await healths()
    await healths()
    // Before the wait for the database ends.
    expect(isGivenUp).toBe(false)
    away.mend()
    await held
    await eventually(async () => (await broken.call('GET', '/health')).status === 200)
    expect((await broken.call('GET', '/health')).status).toBe(200)
  })
})

/** The bare server, without features. */
function bareHttp(options: Partial<HttpOptions> = {}) {
  const quiet = {
    log: makeLog('silent'),
    rateLimits: undefined,
    rateLimit: createRateLimit(() => 0),
    trustProxy: 0,
    https: false,
    inline: undefined,
    frames: [],
  }
  return createHttp({ ...quiet, ...options })
}

/** Sends these bytes; resolves to everything received until the connection ends. */
async function raw(bytes: string, port = Number(new URL(server.url).port)): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  let answer = ''
  for await (const chunk of socket) answer += String(chunk)
  return answer
}

/** A proxy between server and database that can be cut or stop forwarding. */
async function between(url: string) {
  const target = new URL(url)
  const host = decodeURIComponent(target.hostname)
  const where = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${target.port}` } : { host, port: Number(target.port) }
  const sockets = new Set<Socket>()
  let isCut = false
  let isHeld = false
  const wire = createServer((near) => {
    if (isCut) return near.destroy()
    const far = connect(where)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {}).on('close', () => to.destroy())
      from.pipe(to)
      if (isHeld) from.pause()
    }
    return undefined
  })
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve))
  const near = new URL(url.replace(target.host, '127.0.0.1'))
  near.port = String((wire.address() as AddressInfo).port)
  const each = (act: (socket: Socket) => void) => {
    for (const socket of sockets) act(socket)
  }
  return {
    url: near.href,
    cut() {
      isCut = true
      each((socket) => socket.destroy())
      sockets.clear()
    },
    hold() {
      isHeld = true
      each((socket) => socket.pause())
    },
    mend() {
      isCut = false
      isHeld = false
      each((socket) => socket.resume())
    },
    end() {
      each((socket) => socket.destroy())
      wire.close()
    },
  }
}
