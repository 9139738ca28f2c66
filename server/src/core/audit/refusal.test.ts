import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { makeLog } from '../../platform/log.ts'
import { createRefusals } from './refusal.ts'
import { verifyAudit } from './verify.ts'

const server = await testServer()
const { db } = server
const refusals = createRefusals(db, makeLog('silent'))

// Rejections are counted per minute; a test that begins in the last quarter of one could be counted in two.
beforeEach(async () => {
  const second = new Date().getSeconds()
  if (second >= 45) await wait((60 - second) * 1000)
})

const pending = (id: string) =>
  db.rows<{ call: string; count: number; statuses: number[] }>(
    'select call, sum(count)::int as count, max(statuses) as statuses from refusal where actor_id = $1 group by call order by call',
    [id],
  )
const audited = (id: string) =>
  db.rows<{ actor_kind: string; actor_name: string; after: { call: string; count: number; statuses: number[] } }>(
    "select actor_kind, actor_name, after from audit where action = 'request.refused' and actor_id = $1 order by id",
    [id],
  )
/** Everything the server counted until now belongs to a minute that is over; here or in the server's own job it is written. */
async function endMinute(): Promise<void> {
  await db.run("update refusal set minute = date_trunc('minute', now()) - interval '2 minutes'")
  await refusals.write()
  // Rows that the server's job has taken are skipped above, and gone once its transaction ends.
  await expect
    .poll(() => db.rows("select 1 from refusal where minute < date_trunc('minute', now()) - interval '1 minute'"))
    .toEqual([])
}
async function countOf(id: string, expected: number): Promise<void> {
  await expect.poll(async () => (await pending(id)).reduce((sum, { count }) => sum + count, 0)).toBe(expected)
}

test('rejected requests of an operator become one row for each call and minute, with a count', async () => {
  const viewer = await newOperator(server, 'auditor', 'Uma Auditor')
  for (let n = 0; n < 7; n++)
    expect((await server.call('POST', '/desk/operators', { token: viewer.token, body: {} })).status).toBe(403)
  expect((await server.call('GET', `/desk/clients/${randomUUID()}`, { token: viewer.token })).status).toBe(404)
  await countOf(viewer.id, 8)
  expect(await audited(viewer.id)).toEqual([])
  await endMinute()
  expect(await audited(viewer.id)).toMatchObject([
    {
      actor_kind: 'operator',
      actor_name: 'Uma Auditor',
      after: { call: expect.any(String), count: expect.any(Number) },
    },
    { after: { call: expect.any(String) } },
  ])
  const after = (await audited(viewer.id)).map((row) => row.after).toSorted((a, b) => a.count - b.count)
  expect(after).toMatchObject([
    { call: 'GET /desk/clients/:clientId', count: 1, statuses: [404] },
    { call: 'POST /desk/operators', count: 7, statuses: [403] },
  ])
  expect(await verifyAudit(db)).toMatchObject({ ok: true })
})

test('a client who requests data of others is recorded, and invalid input is not counted', async () => {
  const [client, other] = [await server.newClient(), await server.newClient()]
  const profile = (id: string) => server.call('GET', `/user/profile/${id}`, { token: client.token })
  expect((await profile(other.id)).status).toBe(404)
  expect((await server.call('POST', '/user/change-password', { token: client.token, body: {} })).status).toBe(400)
  await countOf(client.id, 1)
  await endMinute()
  expect(await audited(client.id)).toMatchObject([{ actor_kind: 'client', after: { count: 1, statuses: [404] } }])
})

test('unknown callers create no row', async () => {
  await db.run('delete from refusal')
  for (let n = 0; n < 20; n++)
    expect((await server.call('GET', '/desk/queue', { token: 'x'.repeat(43) })).status).toBe(401)
  const viewer = await newOperator(server, 'auditor')
  await server.call('GET', `/desk/clients/${randomUUID()}`, { token: viewer.token })
  await countOf(viewer.id, 1)
  expect(await db.rows('select actor_id from refusal')).toEqual([{ actor_id: viewer.id }])
})

const refusal = (id: string, call = 'GET /test', status = 404) => ({
  actor: { kind: 'client', id, name: 'Asha' } as const,
  call,
  status,
  ip: '192.0.2.1',
})

test('several servers that count the same minute write one row', async () => {
  const servers = Array.from({ length: 4 }, () => createRefusals(db, makeLog('silent')))
  for (const { record } of servers) for (let n = 0; n < 25; n++) record(refusal('shared', 'GET /test', 400 + (n % 2)))
  await Promise.all(servers.map(({ store }) => store()))
  await Promise.all([endMinute(), ...servers.map(({ write }) => write())])
  expect(await audited('shared')).toMatchObject([{ after: { count: 100, statuses: [400, 401] } }])
})

test('a flood of different callers takes bounded memory, and counts survive a failed write', async () => {
  const flooded = createRefusals(db, makeLog('silent'))
  for (let n = 0; n < 6000; n++) flooded.record(refusal(`flood-${n}`))
  await db.run('alter table refusal add constraint shut check (count < 0) not valid')
  await expect(flooded.store()).rejects.toThrow('shut')
  await db.run('alter table refusal drop constraint shut')
  await flooded.store()
  await flooded.store()
  expect(
    await db.row("select count(*)::int as rows, sum(count)::int as count from refusal where actor_id like 'flood-%'"),
  ).toEqual({
    rows: 5000,
    count: 5000,
  })
})
