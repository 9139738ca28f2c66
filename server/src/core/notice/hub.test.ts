import { createConnection, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { noticeRules } from '@sauda/contract/core/notice'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { eventually, listen } from '../../../test/events.ts'
import { newId } from '../../platform/id.ts'
import { createHub } from './hub.ts'

const active = new Set(['asha', 'bela', 'desk'])
const hub = createHub(async (ids) => new Set(ids.filter((id) => active.has(id))))
const http = fastify({ forceCloseConnections: true })
http.get<{ Params: { name: string } }>('/api/:name', async (request, reply) => {
  const { name } = request.params
  await hub.open(
    reply,
    { sessionId: name, ownerId: newId(), ...(name !== 'desk' && { clientId: name }) },
    async () => [],
  )
})
await http.listen({ port: 0, host: '127.0.0.1' })
const { port } = http.server.address() as AddressInfo
const join = (name: string) => listen(`http://127.0.0.1:${port}`, `/${name}`, 'x')
afterAll(async () => {
  hub.close()
  await http.close()
})

test('sends a comment at intervals to a silent stream', async () => {
  const stream = await join('asha')
  hub.sendHeartbeat()
  await eventually(() => stream.text.includes(': \n\n'))
  expect(stream.text).toContain(': \n\n')
  stream.stop()
})

test('ends a stream whose session has ended at the next check, and no other', async () => {
  const over = await join('over')
  const stays = await join('asha')
  await hub.endExpired()
  await eventually(() => over.ended)
  expect([over.ended, stays.ended]).toEqual([true, false])
  stays.stop()
})

test('ends the streams of a session as soon as a notice arrives, without notifying the desk', async () => {
  const [over, stays, desk] = [await join('gone'), await join('asha'), await join('desk')]
  hub.send([
    { clientId: 'gone', topic: 'session', id: 'gone' },
    { clientId: null, topic: 'session', id: 'other operator' },
    { clientId: null, topic: 'queue', id: null },
  ])
  await eventually(() => over.ended && desk.notices().length > 0)
  expect([over.ended, stays.ended, desk.ended]).toEqual([true, false, false])
  expect(over.notices()).toEqual([{ topic: 'session' }])
  expect(desk.notices()).toEqual([{ topic: 'queue' }])
  stays.stop()
  desk.stop()
})

test('sends the same change once per poll', async () => {
  const stream = await join('asha')
  const kyc = { clientId: 'asha', topic: 'kyc', id: null } as const
  hub.send([kyc, kyc, { ...kyc, topic: 'bank' }, kyc])
  await eventually(() => stream.notices().length > 1)
  expect(stream.notices()).toEqual([{ topic: 'kyc' }, { topic: 'bank' }])
  stream.stop()
})

test('disconnects a browser that does not read, without delaying the others', async () => {
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
    hub.send([{ clientId: 'asha', topic: 'kyc', id: `${n}${id}` }])
    await wait(5)
  }
  slow.resume()
  await eventually(() => closed)
  expect(closed).toBe(true)
  hub.send([{ clientId: 'bela', topic: 'kyc', id: null }])
  await eventually(() => other.notices().length > 0)
  expect(other.notices()).toEqual([{ topic: 'kyc' }])
  other.stop()
})

test('limits the streams of a process, and opens none after stop', async () => {
  const few = createHub(async () => active)
  const full = Array.from({ length: noticeRules.streamsPerProcess + 1 }, (_, n) => `session${n}`)
  const reply = { hijack() {}, getHeaders: () => ({}), request: { method: 'GET' }, raw: fakeRaw() }
  const open = (session: string) =>
    few.open(
      reply as unknown as Parameters<typeof few.open>[0],
      { sessionId: session, ownerId: newId() },
      async () => [],
    )
  await Promise.all(full.slice(1).map(open))
  await expect(open('one more')).rejects.toThrow('We are busy')
  few.close()
  await expect(open('after the end')).rejects.toThrow('We are busy')
})

function fakeRaw() {
  return { writableLength: 0, on() {}, setHeader() {}, writeHead() {}, write() {}, end() {}, destroy() {} }
}

test('ends every stream at stop', async () => {
  const streams = [await join('asha'), await join('desk')]
  hub.close()
  await eventually(() => streams.every((stream) => stream.ended))
  expect(streams.map((stream) => stream.ended)).toEqual([true, true])
})
