import { createConnection } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { noticeRules } from '@sauda/contract/notice'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { eventually, listen } from '../../test/events.ts'
import { createHub } from './hub.ts'

const living = new Set(['asha', 'bela', 'desk'])
const hub = createHub(async (ids) => new Set(ids.filter((id) => living.has(id))))
const http = fastify({ forceCloseConnections: true })
http.get<{ Params: { name: string } }>('/api/:name', async (request, reply) => {
  const { name } = request.params
  hub.open(reply, name, name === 'desk' ? undefined : name)
})
await http.listen({ port: 0, host: '127.0.0.1' })
const { port } = http.server.address() as AddressInfo
const join = (name: string) => listen(`http://127.0.0.1:${port}`, `/${name}`, 'x')
afterAll(async () => {
  hub.close()
  await http.close()
})

test('a silent stream is kept open by a comment now and then', async () => {
  const stream = await join('asha')
  hub.beat()
  await eventually(() => stream.text.includes(': \n\n'))
  expect(stream.text).toContain(': \n\n')
  stream.stop()
})

test('a stream whose session is over ends at the next check, the others stay', async () => {
  const over = await join('over')
  const stays = await join('asha')
  await hub.endDead()
  await eventually(() => over.ended)
  expect([over.ended, stays.ended]).toEqual([true, false])
  stays.stop()
})

test('the same change many times in one look is told once', async () => {
  const stream = await join('asha')
  const kyc = { clientId: 'asha', topic: 'kyc', id: null } as const
  await hub.tell([kyc, kyc, { ...kyc, topic: 'bank' }, kyc])
  await eventually(() => stream.notices().length > 1)
  expect(stream.notices()).toEqual([{ topic: 'kyc' }, { topic: 'bank' }])
  stream.stop()
})

test('a reader that does not read is dropped, and holds nobody up', async () => {
  const slow = createConnection({ host: '127.0.0.1', port })
  let closed = false
  slow.on('close', () => (closed = true)).on('error', () => {})
  slow.write('GET /api/asha HTTP/1.1\r\nhost: x\r\n\r\n')
  await new Promise((resolve) => slow.once('data', resolve))
  slow.pause()
  const other = await join('bela')
  // More than the buffers of the system on both sides hold, so that the rest waits in our process.
  const id = 'x'.repeat(1_000_000)
  for (let n = 0; n < 30; n++) {
    await hub.tell([{ clientId: 'asha', topic: 'kyc', id: `${n}${id}` }])
    await wait(5)
  }
  slow.resume()
  await eventually(() => closed)
  expect(closed).toBe(true)
  await hub.tell([{ clientId: 'bela', topic: 'kyc', id: null }])
  await eventually(() => other.notices().length > 0)
  expect(other.notices()).toEqual([{ topic: 'kyc' }])
  other.stop()
})

test('the streams of one process are bounded, and none opens after the end', async () => {
  const few = createHub(async () => living)
  const full = Array.from({ length: noticeRules.streamsPerProcess + 1 }, (_, n) => `session${n}`)
  const reply = { hijack() {}, getHeaders: () => ({}), request: { method: 'GET' }, raw: fakeRaw() }
  const open = (session: string) => few.open(reply as unknown as Parameters<typeof few.open>[0], session)
  for (const session of full.slice(1)) open(session)
  expect(() => open('one more')).toThrow('We are busy')
  few.close()
  expect(() => open('after the end')).toThrow('We are busy')
})

function fakeRaw() {
  return { writableLength: 0, on() {}, setHeader() {}, writeHead() {}, write() {}, end() {}, destroy() {} }
}

test('at stop every stream ends', async () => {
  const streams = [await join('asha'), await join('desk')]
  hub.close()
  await eventually(() => streams.every((stream) => stream.ended))
  expect(streams.map((stream) => stream.ended)).toEqual([true, true])
})
