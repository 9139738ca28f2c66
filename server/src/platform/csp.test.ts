import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { createHttp, type HttpOptions } from './http.ts'
import { createRateLimit } from './rate-limit.ts'

const lines: Record<string, unknown>[] = []
const log = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(JSON.parse(line)) })
const open = (options: Partial<HttpOptions> = {}) =>
  createHttp({
    log,
    rateLimits: { perAddress: 1000, perSession: 1000 },
    rateLimit: createRateLimit(() => 0),
    trustProxy: 0,
    https: false,
    inline: undefined,
    frames: [],
    ...options,
  })
const http = await open()
http.post('/api/other', async () => 'taken')
afterAll(() => http.close())

const send = (body: object | string, type = 'application/csp-report', remoteAddress = '203.0.113.1') =>
  http.inject({
    method: 'POST',
    url: '/api/csp-report',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    remoteAddress,
  })
const violations = () => lines.splice(0).filter(({ directive }) => directive !== undefined)
const report = (more: object) => ({ 'csp-report': { 'effective-directive': 'script-src-elem', ...more } })

test('the policy demands Trusted Types and says where to report; over https by the Reporting API too', async () => {
  const { headers } = await http.inject('/nowhere')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain(
    "require-trusted-types-for 'script';trusted-types service-worker aadhaar-qr;report-uri /api/csp-report",
  )
  expect([policy.includes('report-to'), headers['reporting-endpoints']]).toEqual([false, undefined])
  const secure = await open({ https: true })
  const answer = await secure.inject('/nowhere')
  expect(answer.headers['content-security-policy']).toContain('report-to csp')
  expect(answer.headers['reporting-endpoints']).toBe('csp="/api/csp-report"')
  await secure.close()
})

test('a report is logged without personal data', async () => {
  const secret = 'asha@example.com'
  const answer = await send(
    report({
      'blocked-uri': `https://evil.example/take?mail=${secret}`,
      'document-uri': `https://sauda.example/desk/clients/5f1b?name=${secret}`,
      referrer: `https://sauda.example/?${secret}`,
      'script-sample': secret,
      'source-file': 'https://sauda.example/desk/assets/index-DttqmbIo.js',
      'line-number': 7,
    }),
  )
  expect([answer.statusCode, answer.body]).toEqual([204, ''])
  expect(JSON.stringify(lines)).not.toContain('asha')
  expect(violations()).toEqual([
    {
      level: 40,
      msg: 'a browser reports a violation of the content security policy',
      directive: 'script-src-elem',
      blocked: 'https://evil.example',
      page: 'desk',
      source: 'index-DttqmbIo.js',
      line: 7,
    },
  ])
})

test('reports of the Reporting API are read, several at once', async () => {
  const body = { effectiveDirective: 'require-trusted-types-for', blockedURL: 'trusted-types-sink', sourceFile: 'x' }
  const sent = [1, 2].map((lineNumber) => ({ type: 'csp-violation', body: { ...body, lineNumber } }))
  expect((await send(sent, 'application/reports+json')).statusCode).toBe(204)
  expect(violations()).toMatchObject([
    { directive: 'require-trusted-types-for', blocked: 'trusted-types-sink', page: 'portal', line: 1 },
    { line: 2 },
  ])
})

test.each([
  ['an address with a name in its path', 'chrome-extension://asha/x.js', 'chrome-extension:'],
  ['a text', 'Asha Rao', 'unreadable'],
  ['a host of 200 characters', `https://${'a'.repeat(200)}.example`, 'https:'],
])('of %s only the kind is logged', async (_what, address, blocked) => {
  await send(report({ 'blocked-uri': address }))
  expect(violations()).toMatchObject([{ blocked }])
})

test('the same report is logged once, and of different ones a hundred an hour', async () => {
  await send(report({ 'line-number': 90 }))
  await send(report({ 'line-number': 90 }))
  expect(violations()).toHaveLength(1)
  for (let n = 0; n < 120; n++) await send(report({ 'line-number': 100 + n }), undefined, `198.51.100.${n}`)
  expect(violations().length).toBeLessThan(100)
})

test('one address may send thirty a minute, counted apart from its other requests', async () => {
  const codes: number[] = []
  for (let n = 0; n < 31; n++) codes.push((await send(report({}), undefined, '192.0.2.9')).statusCode)
  expect(codes).toEqual([...Array.from({ length: 30 }, () => 204), 429])
  const { headers } = await http.inject({ method: 'POST', url: '/api/other', remoteAddress: '192.0.2.9' })
  expect(headers['x-ratelimit-remaining']).toBe('999')
})

test.each([
  ['no JSON', '{', 'application/csp-report', 400],
  ['a text', '"x"', 'application/csp-report', 204],
  ['fields of other kinds', '{"csp-report":{"blocked-uri":7}}', 'application/csp-report', 204],
  ['40 KB', JSON.stringify('x'.repeat(40_000)), 'application/csp-report', 413],
  ['a type it does not take', 'x', 'application/xml', 415],
])('%s logs nothing', async (what, body, type, status) => {
  expect((await send(body, type, `192.0.2.${100 + what.length}`)).statusCode).toBe(status)
  expect(violations()).toEqual([])
})

test('no other call accepts reports', async () => {
  const headers = { 'content-type': 'application/csp-report' }
  expect((await http.inject({ method: 'POST', url: '/api/other', headers, body: '{}' })).statusCode).toBe(415)
})
