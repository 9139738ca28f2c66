import { connect } from 'node:net'
import { pathOf } from '@sauda/contract/platform/call'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { moneyClient } from '../../test/money.ts'
import { testServer } from '../../test/server.ts'

// Rows of docs/asvs.md that no feature is about.
const lines: string[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
const server = await testServer({ PUBLIC_URL: 'https://sauda.test', TRUST_PROXY: '1', RATE_LIMITS: 'off' }, { log })
const get = (path: string, headers: Record<string, string> = {}) => fetch(`${server.url}${path}`, { headers })

/** Sends raw bytes; resolves to everything received until the server closes the connection. */
const raw = (request: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    const { port, hostname } = new URL(server.url)
    const socket = connect(Number(port), hostname, () => socket.write(request))
    socket.on('data', (part) => (text += String(part)))
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })

test.each(['/api/health', '/api/nowhere', '/login', '/nowhere.js'])(
  '%s asks for https for a year, on every subdomain, and allows no plug-in',
  async (path) => {
    const { headers } = await get(path)
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
    expect(headers.get('content-security-policy')).toContain("object-src 'none'")
  },
)

test.each(['/api/health', '/api/nowhere', '/api/docs', '/api/docs.css'])('%s names its charset', async (path) => {
  expect((await get(path)).headers.get('content-type')).toMatch(/; charset=utf-8$/)
})

test.each(['TRACE', 'CONNECT', 'TRACK'])('%s is not supported', async (method) => {
  const answer = await raw(`${method} /api/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
  expect(answer).not.toMatch(/^HTTP\/1.1 2/)
})

test('a request with both a length and an encoding, or with two lengths, is rejected', async () => {
  const post = 'POST /api/user/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
  const both = await raw(
    `${post}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /api/health HTTP/1.1\r\n`,
  )
  const twice = await raw(`${post}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`)
  for (const answer of [both, twice]) expect(answer).toMatch(/^HTTP\/1.1 400 /)
  expect(both.match(/HTTP\/1.1/g)).toHaveLength(1)
})

test.each([
  '/.git/config',
  '/.git/HEAD',
  '/.env',
  '/package.json',
  '/assets/',
  '/assets',
  '/data/',
  '/../package.json',
])('%s is not served, and no folder is listed', async (path) => {
  const response = await get(path)
  // If the portal is built, an unknown address gets its page for unknown addresses.
  expect([404, (await get('/no-such-page')).status]).toContain(response.status)
  expect(await response.text()).not.toMatch(/repositoryformatversion|"workspaces"|Index of/)
})

test('the API is not redirected, also over http behind the proxy', async () => {
  const response = await fetch(`${server.url}/api/health`, {
    redirect: 'manual',
    headers: { 'x-forwarded-proto': 'http' },
  })
  expect(response.status).toBe(200)
})

test('values in a path are encoded', () => {
  expect(pathOf('/user/:userId/x', { userId: '../a?b=c#d/é' })).toBe('/user/..%2Fa%3Fb%3Dc%23d%2F%C3%A9/x')
})

test('a parameter that is given twice is rejected', async () => {
  const { token } = await moneyClient(server)
  const { status } = await server.call('GET', '/user/quotes?symbols=TCS&symbols=INFY', { token })
  expect(status).toBe(400)
})

test('a password of 128 characters is accepted, and compared as a whole', async () => {
  const password = `Aa1-${'river'.repeat(24)}long`
  expect(password).toHaveLength(128)
  const { email } = await server.newClient({ password })
  const logIn = async (typed: string) =>
    (await server.call('POST', '/user/login', { body: { email, password: typed } })).status
  expect([await logIn(password), await logIn(password.slice(0, -1)), await logIn(password.toLowerCase())]).toEqual([
    200, 401, 401,
  ])
})

test('each login has a token of 256 random bits of its own', async () => {
  const { email, password, token } = await server.newClient()
  const { body } = await server.call('POST', '/user/login', { body: { email, password } })
  for (const each of [token, body.token]) expect(Buffer.from(each, 'base64url')).toHaveLength(32)
  expect(body.token).not.toBe(token)
})

test('a token in the address or in a form is no login', async () => {
  const { token } = await moneyClient(server)
  for (const path of [`/api/user/sessions?token=${token}`, `/api/user/sessions?access_token=${token}`])
    expect((await get(path)).status).toBe(401)
  expect((await get('/api/user/sessions', { authorization: `Bearer ${token}` })).status).toBe(200)
})

test('an entry of the log is one line, whatever the request contains, with time and request id', async () => {
  await get('/api/nowhere%0A%7B%22level%22%3A60%7D', { 'user-agent': 'x{"level":60}' })
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) {
    expect(line.indexOf('\n')).toBe(line.length - 1)
    expect(JSON.parse(line).level).not.toBe(60)
  }
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ requestId: expect.any(String) }),
  )
})

test('a forwarded address is used only if the proxy is trusted', async () => {
  const { email } = await server.newClient()
  const login = (forwarded: string) =>
    server.call('POST', '/user/login', {
      body: { email, password: 'Lamp-Oil-42' },
      headers: { 'x-forwarded-for': forwarded },
    })
  await login('203.0.113.9, 198.51.100.7')
  const row = await server.db.row<{ ip: string }>(
    "select ip from audit where action like 'auth.login%' order by id desc limit 1",
  )
  expect(row?.ip).toBe('198.51.100.7')
})
