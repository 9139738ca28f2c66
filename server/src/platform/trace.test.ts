import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { eventually } from '../../test/events.ts'
import { form } from '../../test/form.ts'
import { moneyClient } from '../../test/money.ts'
import { newOperator } from '../../test/operator.ts'
import { jpeg } from '../../test/picture.ts'
import { testServer } from '../../test/server.ts'
import { makeLog } from './log.ts'

const stored: IncomingHttpHeaders[] = []
/** Stores nothing, and records its requests. */
const bucket = createServer((request, response) => {
  stored.push(request.headers)
  request.resume().on('end', () => response.writeHead(request.method === 'PUT' ? 200 : 404).end())
})
await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve))
const { port } = bucket.address() as AddressInfo
afterAll(() => new Promise((resolve) => bucket.close(resolve)))

type Line = Record<'msg' | 'route' | 'requestId' | 'traceId' | 'actorId' | 'instance' | 'version', string>
let lines: Line[] = []
const log = makeLog(
  'info',
  { write: (line) => void lines.push(JSON.parse(line) as Line) },
  { instance: 'one/1', version: '9.9.9' },
)
const server = await testServer({ FILES_URL: `s3://key:secret@127.0.0.1:${port}/files?tls=off` }, { log })
const client = await moneyClient(server)
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`

beforeEach(() => void (lines = []))
async function lineOf(route: string): Promise<Line | undefined> {
  const find = () => lines.find((line) => line.msg === 'answered' && line.route === route)
  await eventually(() => find() !== undefined)
  return find()
}

test('the line of a request names who made it, the process and the version, and continues the trace of the caller', async () => {
  const { headers } = await server.call('GET', `/user/profile/${client.id}`, {
    token: client.token,
    headers: { traceparent },
  })
  expect(await lineOf('/api/user/profile/:userId')).toMatchObject({
    actorId: client.id,
    traceId,
    requestId: headers.get('x-request-id'),
    instance: 'one/1',
    version: '9.9.9',
  })
  const operator = await newOperator(server, 'support')
  await server.call('GET', '/desk/queue', { token: operator.token })
  expect(await lineOf('/api/desk/queue')).toMatchObject({ actorId: operator.id })
  await server.call('GET', '/brand')
  expect(await lineOf('/api/brand')).not.toHaveProperty('actorId')
})

test.each(['00-x-y-01', `ff-${traceId}-00f067aa0ba902b7-01`, `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, ''])(
  'begins a trace of its own where the caller sent %j',
  async (sent) => {
    await server.call('GET', '/brand', { headers: { traceparent: sent } })
    const found = (await lineOf('/api/brand'))?.traceId
    expect(found).toMatch(/^[\da-f]{32}$/)
    expect([traceId, '0'.repeat(32)]).not.toContain(found)
  },
)

test('a fault is logged with the trace and the actor', async () => {
  await server.db.run('alter table bank_details rename to bank_details_gone')
  await server.call('GET', `/user/profile/${client.id}`, { token: client.token, headers: { traceparent } })
  await server.db.run('alter table bank_details_gone rename to bank_details')
  expect(lines.find(({ msg }) => msg === 'a request failed')).toMatchObject({ actorId: client.id, traceId })
})

test('the file store gets the trace of the request that stores a file, with a span of its own', async () => {
  const card = await jpeg()
  const person = await server.newClient()
  const body = form({ pan: card, aadhaar: card })
  const upload = { token: person.token, body, headers: { traceparent } }
  expect((await server.call('POST', '/user/upload-docs', upload)).status).toBe(200)
  const sent = stored.flatMap((headers) => headers['traceparent'] ?? [])
  expect(sent.length).toBeGreaterThan(1)
  for (const each of sent) expect(each).toMatch(new RegExp(`^00-${traceId}-(?!00f067aa0ba902b7)[\\da-f]{16}-01$`))
})

test('probes are not logged, an address that cannot be read is', async () => {
  for (const probe of ['/health', '/health/live', '/health/ready']) await server.call('GET', probe)
  expect((await fetch(`${server.url}/%`)).status).toBe(404)
  await server.call('GET', '/brand')
  await lineOf('/api/brand')
  expect(lines.filter(({ route }) => route?.startsWith('/api/health'))).toEqual([])
})
