import { auditRules } from '@sauda/contract/core/audit'
import { expect, test } from 'vitest'
import { eventually } from '../../../test/events.ts'
import { moneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { dayInIndia } from '../../platform/india.ts'
import { checkAudit } from './verify.ts'
import { verifyAudit } from './verify.ts'

const server = await testServer()
const { db, app } = server
const auditor = await newOperator(server, 'auditor', 'Uma Auditor')
const get = (path: string) => server.call('GET', `/desk/audit${path}`, { token: auditor.token })
const { config } = app.context

const operatorId = crypto.randomUUID()
async function write(count: number, subjectId: string) {
  await db.transaction(async (tx) => {
    for (let n = 0; n < count; n++)
      await app.context.audit(tx, {
        by: { operator: { id: operatorId, name: 'Uma' }, ip: '192.0.2.1' },
        action: n % 2 === 0 ? 'test.even' : 'test.odd',
        subjectId,
        before: { n: n - 1 },
        after: { n },
      })
  })
}
const isSealed = async () =>
  (await db.row('select from audit a where not exists (select from audit_seal s where s.audit_id = a.id)')) ===
  undefined

test('shows who did what to whom, newest first, a page at a time', async () => {
  await write(250, 'paged')
  const seen: number[] = []
  for (let before = ''; seen.length < 250;) {
    const { status, body } = await get(`?subjectId=paged${before && `&before=${before}`}`)
    expect(status).toBe(200)
    expect(body.rows.length).toBeLessThanOrEqual(auditRules.pageRows)
    seen.push(...body.rows.map((row: { after: { n: number } }) => row.after.n))
    before = body.rows.at(-1).id
  }
  expect(seen).toEqual(Array.from({ length: 250 }, (_, n) => 249 - n))
  const { body } = await get('?subjectId=paged&action=test.odd')
  expect(body.rows[0]).toEqual({
    id: expect.stringMatching(/^\d+$/),
    at: expect.stringMatching(/^\d{4}-.*Z$/),
    actorKind: 'operator',
    actorId: operatorId,
    actorName: 'Uma',
    action: 'test.odd',
    subjectId: 'paged',
    before: { n: 248 },
    after: { n: 249 },
    ip: '192.0.2.1',
  })
  expect((await get('?before=1;drop')).status).toBe(400)
})

test('is filtered by actor and day, also as a file', async () => {
  const operator = { id: 'by-actor', name: '=Uma' }
  await db.transaction(async (tx) => {
    for (const action of ['test.first', 'test.second'])
      await app.context.audit(tx, { by: { operator }, action, subjectId: 'x', after: { n: 1 } })
  })
  const today = dayInIndia(new Date())
  const actions = async (query: string) =>
    (await get(`?actorId=by-actor${query}`)).body.rows.map(({ action }: { action: string }) => action)
  expect(await actions('')).toEqual(['test.second', 'test.first'])
  expect(await actions(`&from=${today}&to=${today}`)).toHaveLength(2)
  expect(await actions('&to=2020-01-01')).toEqual([])
  expect(await actions('&from=2190-01-01')).toEqual([])
  expect((await get('?actorId=nobody@example.com')).body.rows).toEqual([])
  const lines = (await get('/file?actorId=by-actor&action=test.first')).body.toString().trim().split('\n')
  expect(lines).toHaveLength(2)
  // No cell starts a formula.
  expect(lines[1]).toContain(`,'=Uma,test.first,x,,,"{""n"":1}",`)
})

test('names the subject of a row, and is searched by client ID or e-mail address', async () => {
  const client = await moneyClient(server)
  await write(1, client.id)
  const { body: known } = await server.call('GET', `/desk/clients/${client.id}`, { token: auditor.token })
  for (const text of [known.saudaId, known.saudaId.toLowerCase(), client.email, client.id]) {
    const { body } = await get(`?action=test.even&subjectId=${encodeURIComponent(text)}`)
    expect(body.rows).toMatchObject([{ subjectId: client.id, subjectName: client.name, subjectSaudaId: known.saudaId }])
  }
  await write(1, auditor.id)
  const about = (await get(`?action=test.even&subjectId=${encodeURIComponent(auditor.email)}`)).body.rows
  expect(about).toMatchObject([{ subjectId: auditor.id, subjectName: 'Uma Auditor' }])
  expect(about[0]).not.toHaveProperty('subjectSaudaId')
  expect((await get('?subjectId=SD999999999999')).body.rows).toEqual([])
})

test('rows are sealed within seconds, and the desk verifies them', async () => {
  await write(3, 'sealed')
  await eventually(isSealed)
  expect(await isSealed()).toBe(true)
  const { count } = (await db.row<{ count: number }>('select count(*)::int as count from audit'))!
  expect((await get('/verify')).body).toMatchObject({ ok: true, rows: count })
})

test('a manipulated row is named at the desk and by the command', async () => {
  await eventually(isSealed)
  const whole = await verifyAudit(db)
  expect(await checkAudit(config)).toEqual({
    ok: true,
    sentence: expect.stringMatching(
      `^The audit log is whole: ${whole.rows} rows, newest seal [0-9a-f]{64}; no head log yet$`,
    ),
  })
  const { id } = (await db.row<{ id: bigint }>("select id from audit where subject_id = 'sealed' order by id limit 1"))!
  await db.run('alter table audit disable trigger audit_append_only')
  await db.run("update audit set actor_name = 'Somebody Else' where id = $1", [id])
  await db.run('alter table audit enable trigger audit_append_only')
  const { body } = await get('/verify')
  expect(body).toEqual({ ok: false, rows: expect.any(Number), brokenAt: String(id), fault: expect.any(String) })
  expect(await checkAudit(config)).toEqual({
    ok: false,
    sentence: expect.stringContaining(`The audit log is broken at row ${id}. This row or its seal was changed.`),
  })
})
