import { marketLabels } from '@sauda/contract/trading/market'
import { afterAll, expect, test } from 'vitest'
import { eventually } from '../test/events.ts'
import { newOperator } from '../test/operator.ts'
import { liveSettings } from '../test/live.ts'
import { testServer } from '../test/server.ts'
import { startStandIn } from './stand-in.ts'

const standIn = await startStandIn(0)
let opened = 0
standIn.server.on('connection', () => (opened += 1))
const FEED_URL = `ws://127.0.0.1:${standIn.port}`
const demo = await testServer({ FEED_URL })
const live = await testServer({ ...liveSettings, FEED_URL })
afterAll(() => standIn.close())

test('sends a demo simulated prices, marked as simulated', async () => {
  const { token } = await newOperator(demo, 'dealer')
  const ask = async () => (await demo.call('GET', '/desk/quotes?symbols=RELIANCE,USD/INR,NOBODY', { token })).body
  await eventually(async () => (await ask()).quotes[0].state === 'live')
  const { clock, quotes } = await ask()
  expect(clock).toMatchObject({ feed: 'up', source: marketLabels.standIn })
  expect(quotes.map(({ state }: { state: string }) => state)).toEqual(['live', 'live', 'none'])
  for (const { price } of quotes.slice(0, 2)) expect(price).toMatch(/^\d+(\.\d{1,4})?$/)
})

test('sends live mode no price at all', async () => {
  const { token } = await live.newClient()
  // The demo's connection alone stays.
  await eventually(() => opened >= 2 && standIn.server.clients.size === 1)
  expect(opened).toBeGreaterThan(1)
  const { body } = await live.call('GET', '/user/quotes?symbols=TCS', { token })
  expect(body).toMatchObject({ clock: { feed: 'down', source: '' }, quotes: [{ symbol: 'TCS', state: 'none' }] })
})

test('ignores messages it cannot read', async () => {
  const socket = new WebSocket(FEED_URL)
  const received: string[] = []
  socket.addEventListener('message', ({ data }) => received.push(String(data)))
  await new Promise((open) => socket.addEventListener('open', open))
  for (const words of ['', 'x', 'null', '{"type":"subscribe"}', '{"type":"subscribe","symbols":[7,"NEW"]}'])
    socket.send(words)
  await eventually(() => received.some((text) => text.includes('"NEW"')))
  expect(received[0]).toContain('"standIn":true')
  expect(received.some((text) => text.includes('"NEW"'))).toBe(true)
  socket.close()
})
