import type { Reply } from '@sauda/contract/platform/call'
import { marketRules, marketLabels, type marketCalls } from '@sauda/contract/trading/market'
import { describe, expect, test, vi } from 'vitest'
import { eventually, listen } from '../../../test/events.ts'
import { testFeed } from '../../../test/feed.ts'
import { liveSettings } from '../../../test/live.ts'
import { testServer } from '../../../test/server.ts'
import { createApp, type App } from '../../app/app.ts'
import { startSession } from '../../core/session/session.ts'

// Intervals of 15 s in the product are one or two seconds here.
vi.mock(import('@sauda/contract/trading/market'), async (original) => {
  const real = await original()
  return { ...real, marketRules: { ...real.marketRules, silentSeconds: 4, sessionCheckSeconds: 1 } as never }
})

type Quotes = Reply<typeof marketCalls.quotes>

const feed = await testFeed()
const server = await testServer({ ...liveSettings, FEED_URL: feed.url })
// As docs/feed.md demands, it sends messages continuously.
const talking = setInterval(() => feed.alive(), 200)
const asha = await server.newClient()
const quotes = async (symbols: string) =>
  (await server.call('GET', `/user/quotes?symbols=${symbols}`, { token: asha.token })).body
const priceOf = async (symbol: string) => (await quotes(symbol)).quotes[0]

/** Sends a price until it has arrived, because the feed may still be connecting. */
async function arrives(symbol: string, price: string, more: object = {}) {
  await eventually(async () => {
    feed.price(symbol, price, more)
    return (await priceOf(symbol)).price === price
  })
}

/** The answer of a process without the feed. */
async function quotesOf({ http }: App, symbols: string): Promise<Quotes> {
  const headers = { authorization: `Bearer ${asha.token}` }
  return (await http.inject({ url: `/api/user/quotes?symbols=${symbols}`, headers })).json<Quotes>()
}

test('in live mode a client gets the feed’s price, with its age and source', async () => {
  const at = new Date().toISOString()
  await arrives('TCS', '3100.55', { at, previousClose: '3000' })
  expect(await quotes('TCS,INFY')).toEqual({
    clock: { now: expect.any(String), feed: 'up', source: 'Test exchange', late: false },
    quotes: [
      { symbol: 'TCS', price: '3100.55', at, previousClose: '3000', state: 'live' },
      { symbol: 'INFY', state: 'none' },
    ],
  })
})

test('an old price is shown as delayed, a very old one stale', async () => {
  const ago = (seconds: number) => ({ at: new Date(Date.now() - seconds * 1000).toISOString() })
  await arrives('SBIN', '850', ago(marketRules.staleSeconds + 10))
  expect((await priceOf('SBIN')).state).toBe('stale')
  await arrives('SBIN', '851', ago(marketRules.liveSeconds + 10))
  expect((await priceOf('SBIN')).state).toBe('delayed')
})

test('the feed is subscribed for all instruments, and for those the desk adds', async () => {
  const id = (await server.db.row<{ id: string }>(
    `insert into operator (id, email, name, role, password_hash)
     values (gen_random_uuid(), 'dealer@desk.example', 'Dev', 'dealer', 'x') returning id`,
  ))!.id
  await server.db.run('insert into totp (owner_id, secret, confirmed_at) values ($1, $2, now())', [
    id,
    Buffer.alloc(48),
  ])
  const token = await startSession(server.db, { operatorId: id }, { ip: '127.0.0.1', userAgent: '' })
  await eventually(() => (feed.received.at(-1)?.symbols ?? []).includes('RELIANCE'))
  expect(feed.received.at(-1)?.symbols).toEqual(expect.arrayContaining(['RELIANCE', 'USD/INR', 'ELCIDIN']))
  const body = {
    symbol: 'FRESH',
    name: 'Fresh',
    exchange: 'NSE',
    kind: 'share',
    lot: 1,
    tick: '0.05',
    fractional: false,
    active: true,
  }
  expect((await server.call('POST', '/desk/instruments', { token, body })).status).toBe(200)
  await eventually(() => (feed.received.at(-1)?.symbols ?? []).includes('FRESH'))
  expect(feed.received.at(-1)?.symbols).toContain('FRESH')
  await arrives('FRESH', '1')
  expect((await server.call('GET', '/desk/quotes?symbols=FRESH', { token })).body.quotes[0].price).toBe('1')
})

describe('the price stream', () => {
  test('sends each new price of the symbols a client follows, and no others', async () => {
    await arrives('ITC', '410')
    const stream = await listen(server.url, '/user/prices?symbols=ITC,WIPRO', asha.token)
    feed.price('LT', '3600')
    feed.price('WIPRO', '250.4')
    await eventually(() => stream.text.includes('"250.4"'))
    expect(stream.text).toContain('"symbol":"ITC","price":"410"')
    expect(stream.text).toContain('"symbol":"WIPRO","price":"250.4"')
    expect(stream.text).not.toContain('"LT"')
    stream.stop()
  })

  test('ends at once for a HEAD request', async () => {
    const headers = { authorization: `Bearer ${asha.token}` }
    const answer = await fetch(`${server.url}/api/user/prices?symbols=ITC`, { method: 'HEAD', headers })
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      '',
    ])
  })

  test('ends with the client’s session', async () => {
    const client = await server.newClient()
    const stream = await listen(server.url, '/user/prices?symbols=ITC', client.token)
    expect((await server.call('POST', '/user/logout', { token: client.token })).status).toBe(200)
    await eventually(() => stream.ended)
    expect(stream.ended).toBe(true)
  })
})

test('candles are built of the feed’s prices and carry its name; live mode has no sample', async () => {
  const at = '2026-11-20T05:00:00.000Z'
  const before = (await server.call('GET', '/user/candles?symbol=INFY', { token: asha.token })).body
  expect(before).toMatchObject({ source: '', sample: false, candles: [] })
  await arrives('MARUTI', '16000', { at })
  await server.db.run(
    `insert into candle values ('MARUTI', $1, '1m', '2026-11-20T05:05Z', 9, 9, 9, 9, '2026-11-20T05:05Z', '2026-11-20T05:05Z')`,
    [marketLabels.standIn],
  )
  await eventually(async () => (await candles('1m')).candles.length > 0)
  expect(await candles('1m')).toEqual({
    symbol: 'MARUTI',
    span: '1m',
    source: 'Test exchange',
    sample: false,
    candles: [{ start: at, open: '16000', high: '16000', low: '16000', close: '16000' }],
  })
  const { charts } = (await server.call('GET', '/user/charts', { token: asha.token })).body
  expect(charts).toContainEqual({ symbol: 'MARUTI', name: 'Maruti Suzuki India', source: 'Test exchange' })
  expect(charts.filter(({ source }: { source: string }) => source !== 'Test exchange')).toEqual([])

  async function candles(span: string) {
    return (await server.call('GET', `/user/candles?symbol=MARUTI&span=${span}`, { token: asha.token })).body
  }
})

test('each process of an installation connects to the feed itself', async () => {
  const { config, db, log } = server.app.context
  const other = await createApp({ config, db, log })
  await eventually(() => feed.count() === 2)
  await arrives('ONGC', '250')
  await eventually(async () => (await quotesOf(other, 'ONGC')).quotes[0]?.price === '250')
  expect((await quotesOf(other, 'ONGC')).quotes[0]).toMatchObject({ price: '250', state: 'live' })
  await other.stop()
  await eventually(() => feed.count() === 1)
  expect(feed.count()).toBe(1)
})

test('after a restart the last prices are shown as old while the feed is still unavailable', async () => {
  const { config, db, log } = server.app.context
  const again = await createApp({ config: { ...config, feedUrl: 'ws://127.0.0.1:1' }, db, log })
  const body = await quotesOf(again, 'MARUTI')
  expect(body.clock).toMatchObject({ feed: 'down', source: 'Test exchange' })
  expect(body.quotes[0]).toMatchObject({ symbol: 'MARUTI', price: '16000', state: 'stale' })
  await again.stop()
})

test('a lost feed makes every price stale, and open screens are notified', async () => {
  await arrives('TCS', '3101')
  const stream = await listen(server.url, '/user/prices?symbols=TCS', asha.token)
  clearInterval(talking)
  await feed.close()
  await eventually(() => stream.text.includes('"feed":"down"'))
  expect(stream.text).toContain('"feed":"down"')
  expect(await priceOf('TCS')).toMatchObject({ price: '3101', state: 'stale' })
})
