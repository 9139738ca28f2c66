import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, test, vi } from 'vitest'
import { testServer } from '../../test/server.ts'
import { createRateLimit } from './rate-limit.ts'

const server = await testServer({
  RATE_LIMITS: 'on',
  REQUESTS_PER_ADDRESS: '200',
  REQUESTS_PER_SESSION: '50',
  TRUST_PROXY: '1',
})
const { db } = server.app.context

afterEach(() => void vi.useRealTimers())

test('a limit counts per minute', () => {
  let time = 60_000
  const limit = createRateLimit(() => time)
  for (let n = 1; n <= 10; n++) expect(limit.use('a', 10).left).toBe(10 - n)
  time += 20_000
  expect(limit.use('a', 10)).toEqual({ left: -1, seconds: 40 })
  expect(limit.use('b', 10).left).toBe(9)
  time += 40_000
  expect(limit.use('a', 10).left).toBe(9)
})

test.each([
  ['long keys', "'x'.repeat(16_000) + n", 10_000],
  ['many keys', 'n', 1_000_000],
])('%s of one minute fit into little memory', async (_what, key, count) => {
  const code = `
    import { createRateLimit } from ${JSON.stringify(new URL('./rate-limit.ts', import.meta.url).href)}
    const limit = createRateLimit(() => 0)
    for (let n = 0; n < ${count}; n++) limit.use(Buffer.from(String(${key})).toString('latin1'), 10)
  `
  const flags = ['--max-old-space-size=96', '--input-type=module', '-e', code]
  const [exit] = (await once(spawn(process.execPath, flags, { stdio: 'ignore' }), 'close')) as [number | null]
  expect(exit).toBe(0)
})

test('beyond the number of keys each new caller is still limited, and known callers keep their own count', () => {
  const limit = createRateLimit(() => 0)
  limit.use('known', 10)
  for (let n = 0; n < 110_000; n++) limit.use(`filler ${n}`, 1_000_000)
  for (let n = 1; n <= 10; n++) limit.use('late', 10)
  expect(limit.use('late', 10).left).toBeLessThan(0)
  expect(limit.use('known', 10).left).toBe(8)
  expect(limit.use('another', 10).left).toBe(9)
})

test('processes share their counts', async () => {
  const time = () => 120_000
  const [one, two] = [createRateLimit(time), createRateLimit(time)]
  for (let n = 0; n < 30; n++) one.use('shared', 100)
  for (let n = 0; n < 50; n++) two.use('shared', 100)
  await one.share(db)
  await two.share(db)
  expect(two.use('shared', 100).left).toBe(100 - 30 - 51)
  one.use('shared', 100)
  await one.share(db)
  expect(one.use('shared', 100).left).toBe(100 - 32 - 50)
  const { keys } = (await server.db.row<{ keys: string }>("select string_agg(key, ',') as keys from throttle"))!
  expect(keys).not.toContain('shared')
})

test('one login has a limit of its own, many behind one address share a larger one, and health counts for none', async () => {
  // The counts start again with the next minute.
  vi.useFakeTimers({ toFake: ['Date'] })
  const call = (token: string, path = '/brand') =>
    server.call('GET', path, { headers: { authorization: `Bearer ${token}` } })
  const first = await Promise.all(Array.from({ length: 50 }, () => call('one')))
  expect(new Set(first.map(({ status }) => status))).toEqual(new Set([200]))
  const beyond = await call('one')
  expect(beyond.status).toBe(429)
  expect(Number(beyond.headers.get('retry-after'))).toBeGreaterThan(0)
  const others = await Promise.all(Array.from({ length: 149 }, (_, n) => call(`other ${n}`)))
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await call('one more')).status).toBe(429)
  expect((await call('one', '/health')).status).not.toBe(429)
})

test('operators behind one address have a limit each, although their browsers send a cookie and no token', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.advanceTimersByTime(60_000)
  const call = async (cookie: string) => (await server.call('GET', '/brand', { headers: { cookie } })).status
  const statuses = await Promise.all(Array.from({ length: 51 }, () => call('session=one')))
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  expect(await call('session=two')).toBe(200)
})

test('a request beyond the limit of its address does not count for its login', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.advanceTimersByTime(120_000)
  const call = (address: string, token: string) =>
    server.call('GET', '/brand', { headers: { 'x-forwarded-for': address, authorization: `Bearer ${token}` } })
  await Promise.all(Array.from({ length: 200 }, (_, n) => call('192.0.2.1', `filler ${n}`)))
  expect((await call('192.0.2.1', 'new')).status).toBe(429)
  const elsewhere = await call('192.0.2.2', 'new')
  expect(elsewhere.status).toBe(200)
  expect(elsewhere.headers.get('x-ratelimit-remaining')).toBe('49')
})
