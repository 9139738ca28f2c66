import { randomUUID } from 'node:crypto'
import { noteErrors, noteRules } from '@sauda/contract/client/note'
import { expect, test } from 'vitest'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { eraseDataKey } from '../../platform/data-key.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const { db } = server
const support = await newOperator(server, 'support', 'Nisha Support')
const auditor = await newOperator(server, 'auditor')

const add = (clientId: string, text: string, isWarning = false, { token = support.token, key = randomUUID() } = {}) =>
  server.call('POST', `/desk/clients/${clientId}/notes`, {
    token,
    headers: { 'idempotency-key': key },
    body: { text, isWarning },
  })
const end = (clientId: string, noteId: string, text = 'Settled by phone') =>
  server.call('POST', `/desk/clients/${clientId}/notes/${noteId}/end`, { token: support.token, body: { text } })
const warnings = async (clientId: string, token = support.token) =>
  (await server.call('GET', `/desk/clients/${clientId}/warnings`, { token })).body.warnings
const texts = async (clientId: string) =>
  (await server.call('GET', `/desk/clients/${clientId}/timeline?kind=note`, { token: support.token })).body.rows.map(
    ({ action, by, text }: { action: string; by: string; text: string }) => [action, by, text],
  )

test('a note is in the timeline, encrypted in the database and absent from the audit log', async () => {
  const { id } = await server.newClient()
  const text = 'Called about a blocked card.\n\nWill write again.'
  expect((await add(id, `  ${text} \r\n`)).status).toBe(200)
  expect(await texts(id)).toEqual([['note.add', 'Nisha Support', text]])
  const stored = await db.row<{ text: Buffer }>('select text from note where client_id = $1', [id])
  expect(stored?.text.toString('latin1')).not.toContain('blocked card')
  const audited = await db.row<{ after: object }>(
    "select after from audit where action = 'note.add' and subject_id = $1",
    [id],
  )
  expect(JSON.stringify(audited?.after)).not.toContain('blocked')
})

test('a warning is pinned until it is ended once, with a reason; both stay in the timeline', async () => {
  const { id } = await server.newClient()
  const noteId = (await add(id, 'Calls from another number', true)).body._id
  expect(await warnings(id, auditor.token)).toMatchObject([
    { _id: noteId, text: 'Calls from another number', by: 'Nisha Support' },
  ])
  const answers = await Promise.all([end(id, noteId), end(id, noteId)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await end(id, noteId)).body.message).toBe(noteErrors.ended.message)
  expect(await warnings(id)).toEqual([])
  expect((await texts(id)).map(([action]: string[]) => action)).toEqual(['note.end', 'note.warn'])
})

test('the application may not change or delete a note', async () => {
  const { id } = await server.newClient()
  await add(id, 'Stays')
  for (const statement of ["update note set operator_name = 'x'", 'delete from note', 'truncate note'])
    await expect(server.app.context.db.run(statement)).rejects.toThrow('permission denied')
})

test('a repeated request adds one note, and at most ten warnings are pinned, also at once', async () => {
  const { id } = await server.newClient()
  const key = randomUUID()
  await Promise.all([add(id, 'Once', false, { key }), add(id, 'Once', false, { key })])
  await add(id, 'Once', false, { key })
  expect(await texts(id)).toHaveLength(1)
  const answers = await Promise.all(Array.from({ length: 15 }, (_, n) => add(id, `Warning ${n}`, true)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(noteRules.warnings)
  expect(answers.find(({ status }) => status !== 200)).toMatchObject({ status: 409, body: noteErrors.full })
})

test('only operators with the right write; another client’s warning, an unknown client and bad text are rejected', async () => {
  const [{ id }, other] = [await server.newClient(), await server.newClient()]
  expect((await add(id, 'No', false, { token: auditor.token })).status).toBe(403)
  expect((await add(id, 'No', false, { token: other.token })).status).toBe(401)
  expect((await add(randomUUID(), 'No')).status).toBe(404)
  expect(await add(id, ' \n ')).toMatchObject({ status: 400, body: { message: 'Please enter a note' } })
  expect((await add(id, 'x'.repeat(noteRules.textLength + 1))).status).toBe(400)
  expect((await add(id, 'a\u0000b')).status).toBe(400)
  const noteId = (await add(id, 'Mine', true)).body._id
  expect((await end(other.id, noteId)).status).toBe(404)
  const plain = (await add(id, 'Not a warning')).body._id
  expect((await end(id, plain)).status).toBe(404)
})

test('notes become unreadable when the client’s data key is erased', async () => {
  const { id } = await server.newClient()
  await add(id, 'Personal', true)
  await db.transaction((tx) => eraseDataKey(tx, id))
  expect(await warnings(id)).toMatchObject([{ text: 'Erased with the client’s personal data' }])
  expect((await add(id, 'More')).status).toBe(404)
})
