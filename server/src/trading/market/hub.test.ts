import { createConnection, type AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { marketRules } from '@sauda/contract/trading/market'
import fastify from 'fastify'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { eventually, listen } from '../../../test/events.ts'
import { createBoard } from './board.ts'
import { createHub } from './hub.ts'

const symbols = ['TCS', 'INFY', ...Array.from({ length: 400 }, (_, n) => `SYM${n}`)]
const active = new Set<string>()
const board = createBoard({ hasFeed: true })
board.setSymbols(symbols)
board.alive({ name: 'Exchange', late: false })
const hub = createHub(board, async (ids) => new Set(ids.filter((id) => active.has(id))))

let opened = 0
const http = fastify({ forceCloseConnections: true })
type Query = { symbols: string; owner?: string }
http.get<{ Params: { session: string }; Querystring: Query }>('/api/:session', async (request, reply) => {
  const { session } = request.params
  const { symbols, owner } = request.query
  if (session === 'gone') await eventually(() => reply.raw.destroyed)
  hub.open(reply, { sessionId: session, ...(owner !== undefined && { ownerId: owner }) }, symbols.split(','))
  opened += 1
})
http.setErrorHandler((error: { status?: number }, _request, reply) => reply.status(error.status ?? 500).send())
await http.listen({ port: 0, host: '127.0.0.1' })
const { port } = http.server.address() as AddressInfo
afterAll(() => http.close())

let sessions = 0
const open: { stop: () => void }[] = []
async function follow(what: string, session = `s${++sessions}`) {
  active.add(session)
  const stream = await listen(`http://127.0.0.1:${port}`, `/${session}?symbols=${what}`, 'x')
  open.push(stream)
  const events = (name: string): unknown[] =>
    [...stream.text.matchAll(new RegExp(`^event: ${name}\ndata: (.+)$`, 'gm'))].map(([, json = '']) => JSON.parse(json))
  const received = () => events('price').flat() as { symbol: string; price: string; at: string }[]
  return Object.assign(stream, {
    events,
    received,
    prices: () => received().map(({ symbol, price }) => `${symbol} ${price}`),
  })
}
let time = Date.now() - 1000
const put = (symbol: string, price: string) => board.put({ symbol, price, at: new Date((time += 1)).toISOString() })

/** Waits until written data has been sent, as in the product between two rounds. */
async function flush(): Promise<void> {
  await hub.flush()
  await setImmediate()
}

beforeEach(() => {
  for (const symbol of ['TCS', 'INFY']) put(symbol, '1')
})
afterEach(async () => {
  for (const stream of open.splice(0)) stream.stop()
  await eventually(() => hub.count() === 0)
})

test('sends a new stream the time, the state of the feed and the prices of its symbols at once', async () => {
  const stream = await follow('TCS,INFY')
  await eventually(() => stream.prices().length === 2)
  expect(stream.prices().toSorted()).toEqual(['INFY 1', 'TCS 1'])
  expect(stream.events('clock')).toEqual([{ now: expect.any(String), feed: 'up', source: 'Exchange', late: false }])
  expect(stream.response.headers.get('content-type')).toContain('text/event-stream')
})

test('sends only the newest of several changes, once, and only of the symbols a browser follows', async () => {
  const both = await follow('TCS,INFY')
  const one = await follow('INFY')
  await eventually(() => both.prices().length === 2 && one.prices().length === 1)
  put('TCS', '2')
  put('TCS', '3')
  await flush()
  await flush()
  put('INFY', '4')
  await flush()
  await eventually(() => both.prices().length === 4 && one.prices().length === 2)
  expect(both.prices().slice(2)).toEqual(['TCS 3', 'INFY 4'])
  expect(one.prices()).toEqual(['INFY 1', 'INFY 4'])
})

test('serialises once for all browsers that are up to date', async () => {
  const streams = await Promise.all(Array.from({ length: 20 }, () => follow('TCS,INFY')))
  await eventually(() => streams.every((stream) => stream.prices().length === 2))
  const made = vi.spyOn(Buffer, 'from')
  put('TCS', '5')
  await flush()
  const bytes = made.mock.calls.filter(
    ([text]) => typeof text === 'string' && (text as string).startsWith('event: price'),
  )
  made.mockRestore()
  expect(bytes).toHaveLength(1)
  await eventually(() => streams.every((stream) => stream.prices().at(-1) === 'TCS 5'))
  expect(streams.map((stream) => stream.prices().at(-1))).toEqual(streams.map(() => 'TCS 5'))
})

test('sends the clock to every browser', async () => {
  const streams = [await follow('TCS'), await follow('SYM1')]
  await hub.sendClock()
  await eventually(() => streams.every((stream) => stream.events('clock').length === 2))
  expect(streams.map((stream) => stream.events('clock').length)).toEqual([2, 2])
})

describe('a browser that reads slowly', () => {
  /** Follows every symbol on a bare socket and reads nothing until asked to. */
  async function silentReader() {
    const session = `silentReader${++sessions}`
    active.add(session)
    const socket = createConnection({ port, host: '127.0.0.1' }).on('error', () => {})
    let text = ''
    const before = hub.count()
    socket.write(`GET /api/${session}?symbols=${symbols.join(',')} HTTP/1.1\r\nhost: x\r\n\r\n`)
    socket.pause()
    await eventually(() => hub.count() === before + 1)
    open.push({ stop: () => socket.destroy() })
    return {
      session,
      socket,
      text: () => text,
      wake: () => socket.on('data', (part: Buffer) => (text += String(part))).resume(),
    }
  }
  /** Changes every price until the silentReader's connection takes no more; answers how often. */
  async function fill(rounds: number) {
    for (let round = 1; round <= rounds; round++) {
      for (const symbol of symbols) put(symbol, `${round}.123456`)
      await flush()
    }
  }
  const rounds = 400

  test('delays nobody, is skipped while it is behind, and then gets the newest price only', async () => {
    const slow = await silentReader()
    const quick = await follow('TCS')
    const writes = vi.spyOn(Buffer, 'from')
    await fill(rounds)
    const made = writes.mock.calls.length
    writes.mockRestore()
    await eventually(() => quick.prices().at(-1) === `TCS ${rounds}.123456`)
    expect(quick.prices().at(-1)).toBe(`TCS ${rounds}.123456`)
    // Nothing was made for the silentReader once its connection was full: less than one piece for each of the two a round.
    expect(made).toBeLessThan(1.9 * rounds)

    slow.wake()
    await eventually(async () => {
      await flush()
      return slow.text().includes(`"TCS","price":"${rounds}.123456"`)
    })
    const told = [...slow.text().matchAll(/"TCS","price":"(\d+)\.123456"/g)].map(([, round]) => Number(round))
    expect(told.at(-1)).toBe(rounds)
    expect(told.length).toBeLessThan(rounds)
    expect(told).toEqual(told.toSorted((a, b) => a - b))
  })

  test('is disconnected after reading nothing for long, without effect on the others', async () => {
    const slow = await silentReader()
    await fill(rounds)
    const before = hub.count()
    await hub.sendClock()
    const later = Date.now() + marketRules.unreadSeconds * 1000 + 1
    vi.spyOn(Date, 'now').mockReturnValue(later)
    await hub.sendClock()
    vi.restoreAllMocks()
    expect(hub.count()).toBe(before - 1)
    slow.socket.destroy()
  })
})

describe('a stream ends', () => {
  test('when its session has ended, and no other', async () => {
    const [over, stays] = [await follow('TCS', 'over'), await follow('TCS')]
    active.delete('over')
    await hub.endExpired()
    await eventually(() => over.ended)
    expect([over.ended, stays.ended, hub.count()]).toEqual([true, false, 1])
  })

  test('when its session opens too many: the oldest ends', async () => {
    const streams: Awaited<ReturnType<typeof follow>>[] = []
    for (let n = 0; n < marketRules.streamsPerSession + 2; n++) streams.push(await follow(`SYM${n}`, 'many'))
    await eventually(() => streams.filter((stream) => stream.ended).length === 2)
    expect(streams.map((stream) => stream.ended)).toEqual([true, true, ...streams.slice(2).map(() => false)])
    expect(hub.count()).toBe(marketRules.streamsPerSession)
  })

  test('when its client opens too many in several sessions: the oldest ends, and nobody else’s', async () => {
    const stays = await follow('TCS&owner=ravi')
    const streams: Awaited<ReturnType<typeof follow>>[] = []
    for (let n = 0; n < marketRules.streamsPerOwner + 3; n++) streams.push(await follow(`SYM${n}&owner=asha`))
    await eventually(() => streams.filter((stream) => stream.ended).length === 3)
    expect(streams.map((stream) => stream.ended)).toEqual([true, true, true, ...streams.slice(3).map(() => false)])
    expect([stays.ended, hub.count()]).toEqual([false, marketRules.streamsPerOwner + 1])
  })

  test('when its browser disconnects, even before the response', async () => {
    const before = opened
    const gone = createConnection({ port, host: '127.0.0.1' })
    gone.write('GET /api/gone?symbols=TCS HTTP/1.1\r\nhost: x\r\n\r\n', () => gone.destroy())
    const stream = await follow('TCS')
    stream.stop()
    await eventually(() => opened === before + 2 && hub.count() === 0)
    expect([opened - before, hub.count()]).toEqual([2, 0])
  })
})

test('ends every stream at stop and accepts no further one', async () => {
  const stream = await follow('TCS')
  hub.close()
  await eventually(() => stream.ended)
  expect(stream.ended).toBe(true)
  expect((await follow('TCS')).response.status).toBe(503)
})
