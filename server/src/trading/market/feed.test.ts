import { createServer, type AddressInfo, type Socket } from 'node:net'
import { marketLabels, type Price } from '@sauda/contract/trading/market'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { eventually } from '../../../test/events.ts'
import { testFeed, type TestFeed } from '../../../test/feed.ts'
import { makeLog, type Log } from '../../platform/log.ts'
import type { Source } from './board.ts'
import { openFeed } from './feed.ts'

let feed: TestFeed
let prices: Price[]
let sources: Source[]
let said: string[]
let stops: (() => void)[]

const silent = makeLog('silent')
const log = {
  ...silent,
  warn: (_: object, words: string) => said.push(words),
  error: (_: object, words: string) => said.push(words),
} as unknown as Log

function open(url: string, more: Partial<Parameters<typeof openFeed>[0]> = {}) {
  const opened = openFeed(
    { url, log, isStandInAllowed: true, firstRetryMilliseconds: 10, ...more },
    { alive: (from) => sources.push(from), prices: (some) => prices.push(...some) },
  )
  stops.push(() => opened.stop())
  return opened
}

beforeEach(async () => {
  feed = await testFeed()
  prices = []
  sources = []
  said = []
  stops = []
})
afterEach(async () => {
  for (const stop of stops) stop()
  await feed.close()
})

const at = '2026-11-20T05:00:00.000Z'
const tcs = { symbol: 'TCS', price: '3100.5', at }

test('subscribes to the symbols when it connects, and again when they change', async () => {
  const opened = open(feed.url)
  opened.want(['TCS'])
  await eventually(() => feed.received.length > 0)
  expect(feed.received).toEqual([{ type: 'subscribe', symbols: ['TCS'] }])
  opened.want(['TCS', 'INFY'])
  await eventually(() => feed.received.length > 1)
  expect(feed.received[1]).toEqual({ type: 'subscribe', symbols: ['TCS', 'INFY'] })
})

test('prices arrive exactly as sent, with their source', async () => {
  open(feed.url)
  await eventually(() => sources.length > 0)
  feed.price('USD/INR', '88.12250000', { at: '2026-11-20T10:30:00+05:30', previousClose: '88.0' })
  await eventually(() => prices.length > 0)
  expect(prices).toEqual([{ symbol: 'USD/INR', price: '88.1225', at, previousClose: '88' }])
  expect(sources.at(-1)).toEqual({ name: 'Test exchange', late: false })
})

test('a feed that declares a delay is delayed', async () => {
  feed.introduce({ type: 'hello', source: 'Slow exchange', delaySeconds: 900 })
  open(feed.url)
  await eventually(() => sources.length > 0)
  expect(sources).toEqual([{ name: 'Slow exchange', late: true }])
})

describe('unreadable messages', () => {
  const lines: [string, unknown][] = [
    ['no JSON', '{"type":'],
    ['no object', '7'],
    ['null', 'null'],
    ['no type', '{}'],
    ['an unknown type', '{"type":"order"}'],
    ['prices that are no list', '{"type":"prices","prices":"TCS"}'],
    ['more prices than one message may have', JSON.stringify({ type: 'prices', prices: Array(2001).fill(tcs) })],
    ['a million characters', `"${'x'.repeat(1_000_000)}"`],
  ]
  test.each(lines)('%s is dropped and counted, and the next price is read', async (_, line) => {
    const opened = open(feed.url)
    await eventually(() => sources.length > 0)
    feed.send(String(line))
    feed.price('TCS', '1')
    await eventually(() => prices.length > 0)
    expect([prices.map(({ price }) => price), opened.dropped()]).toEqual([['1'], 1])
  })

  const soon = new Date(Date.now() + 3_600_000).toISOString()
  const wrong: [string, object][] = [
    ['a price that is a JSON number', { ...tcs, price: 3100.5 }],
    ['a price of nothing', { ...tcs, price: '0.00' }],
    ['a negative price', { ...tcs, price: '-1' }],
    ['a price with an exponent', { ...tcs, price: '1e308' }],
    ['a price with commas', { ...tcs, price: '3,100.50' }],
    ['a price of nine decimals', { ...tcs, price: '0.123456789' }],
    ['a price that is no number', { ...tcs, price: 'NaN' }],
    ['no price', { symbol: 'TCS', at }],
    ['no symbol', { price: '1', at }],
    ['no moment', { symbol: 'TCS', price: '1' }],
    ['a moment that is none', { ...tcs, at: 'yesterday' }],
    ['a moment still to come', { ...tcs, at: soon }],
    ['a previous close that is none', { ...tcs, previousClose: 'x' }],
  ]
  test.each(wrong)('%s is dropped alone: the other prices of its message are read', async (_, price) => {
    const opened = open(feed.url)
    await eventually(() => sources.length > 0)
    feed.say({ type: 'prices', prices: [price, { ...tcs, symbol: 'INFY' }] })
    await eventually(() => prices.length > 0)
    expect([prices.map(({ symbol }) => symbol), opened.dropped()]).toEqual([['INFY'], 1])
  })

  test('prices before the feed’s identity are ignored', async () => {
    feed.introduce(undefined)
    const opened = open(feed.url)
    await eventually(() => feed.opened() > 0)
    feed.price('TCS', '1')
    await eventually(() => opened.dropped() > 0)
    feed.say({ type: 'hello', source: 'Late word' })
    feed.price('TCS', '2')
    await eventually(() => prices.length > 0)
    expect(prices.map(({ price }) => price)).toEqual(['2'])
  })
})

describe('a lost feed', () => {
  test('is reconnected, and both are logged once', async () => {
    const opened = open(feed.url)
    opened.want(['TCS'])
    await eventually(() => feed.received.length > 0)
    feed.cut()
    await eventually(() => feed.received.length > 1)
    feed.price('TCS', '7')
    await eventually(() => prices.length > 0)
    expect(prices.map(({ price }) => price)).toEqual(['7'])
    expect(said).toEqual(['the price feed is away; it is tried again and again', 'the price feed is back'])
  })

  test('may be unavailable at the start and connect later', async () => {
    const { port } = feed
    await feed.close()
    open(`ws://127.0.0.1:${port}`)
    await eventually(() => said.length > 0)
    feed = await testFeed(port)
    await eventually(() => sources.length > 0)
    expect(sources).toHaveLength(1)
  })

  test('is disconnected if it stays silent', async () => {
    open(feed.url, { silentMilliseconds: 60 })
    await eventually(() => feed.opened() > 1)
    expect(feed.opened()).toBeGreaterThan(1)
  })

  test('is disconnected if it accepts the connection and never answers', async () => {
    const sockets: Socket[] = []
    const deaf = createServer((socket) => void sockets.push(socket.on('error', () => {})))
    await new Promise<void>((done) => void deaf.listen(0, '127.0.0.1', done))
    open(`ws://127.0.0.1:${(deaf.address() as AddressInfo).port}`, { silentMilliseconds: 60 })
    await eventually(() => sockets.length > 1)
    expect(sockets.length).toBeGreaterThan(1)
    for (const stop of stops) stop()
    for (const socket of sockets) socket.destroy()
    deaf.close()
  })

  const answers: [string, string][] = [
    ['that it is no WebSocket', 'HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n'],
    [
      'a wrong key',
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: x\r\n\r\n',
    ],
    ['no HTTP at all', 'good morning\r\n\r\n'],
  ]
  test.each(answers)('is retried if it answers %s', async (_, answer) => {
    let asked = 0
    const odd = createServer((socket) => {
      socket
        .on('error', () => {})
        .once('data', () => {
          asked += 1
          socket.write(answer)
        })
    })
    await new Promise<void>((done) => void odd.listen(0, '127.0.0.1', done))
    const opened = open(`ws://127.0.0.1:${(odd.address() as AddressInfo).port}`)
    await eventually(() => asked > 1)
    expect([asked > 1, opened.dropped()]).toEqual([true, 0])
    for (const stop of stops) stop()
    odd.close()
  })

  test.each([
    ['no frame', Buffer.from('hello there, this is no frame')],
    ['a frame of a length nobody has', Buffer.from([0x81, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])],
    ['text that is no text', Buffer.from([0x81, 0x02, 0xc3, 0x28])],
  ])('is reconnected if it sends %s', async (_, bytes) => {
    open(feed.url)
    await eventually(() => sources.length > 0)
    feed.raw(bytes)
    await eventually(() => feed.opened() > 1)
    await eventually(async () => {
      feed.price('TCS', '1')
      return prices.length > 0
    })
    expect(prices[0]?.price).toBe('1')
  })

  test('stays connected as long as it sends alive messages', async () => {
    open(feed.url, { silentMilliseconds: 5000 })
    await eventually(() => sources.length > 0)
    const talking = setInterval(() => feed.alive(), 50)
    await eventually(() => sources.length > 110)
    clearInterval(talking)
    expect(feed.opened()).toBe(1)
  })

  test('is retried at growing intervals, at most half a minute', async () => {
    const { port } = feed
    await feed.close()
    const pauses: number[] = []
    const [silence, real] = [77_777, globalThis.setTimeout]
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((react: () => void, pause: number) => {
      if (pause >= 1000 && pause !== silence) pauses.push(pause)
      return real(react, pause === silence ? pause : 0)
    }) as typeof setTimeout)
    open(`ws://127.0.0.1:${port}`, { silentMilliseconds: silence, firstRetryMilliseconds: 1000 })
    await eventually(() => pauses.length >= 7)
    vi.restoreAllMocks()
    expect(pauses.slice(0, 7)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
    feed = await testFeed(port)
  })

  test('is not retried after a stop', async () => {
    const opened = open(feed.url)
    await eventually(() => sources.length > 0)
    opened.stop()
    await eventually(() => feed.count() === 0)
    expect([feed.count(), feed.opened()]).toEqual([0, 1])
    feed.price('TCS', '1')
    expect(prices).toEqual([])
  })
})

describe('the stand-in feed', () => {
  beforeEach(() => feed.introduce({ type: 'hello', source: 'Stand-in', standIn: true }))

  test('is identified as a stand-in', async () => {
    open(feed.url)
    await eventually(() => sources.length > 0)
    expect(sources[0]?.name).toBe(marketLabels.standIn)
  })

  test('is rejected in live mode, and its prices with it', async () => {
    open(feed.url, { isStandInAllowed: false })
    await eventually(() => said.length > 0)
    feed.price('TCS', '1')
    await eventually(() => feed.count() === 0)
    expect(said[0]).toBe('FEED_URL is the stand-in feed: its prices are made up, and refused in live mode')
    expect([prices, sources, feed.count()]).toEqual([[], [], 0])
  })
})
