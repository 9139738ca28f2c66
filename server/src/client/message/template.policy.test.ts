import { expect, test } from 'vitest'
import { establishedOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { decidePending } from '../../../test/approvals.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { call } = server
const maker = await establishedOperator(server, 'admin', 'Asha Admin')
const checker = await establishedOperator(server, 'admin', 'Bela Admin')

const desk = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, by = maker) =>
  call(method, `/desk/${path}`, { token: by.token, ...(body && { body }) })
const templates = async () => (await desk('GET', 'message-templates')).body.templates as { title: string }[]
const approve = async (kind: string) => {
  expect((await decidePending(server, maker, { subject: kind })).status).toBe(409)
  expect((await decidePending(server, checker, { subject: kind })).status).toBe(200)
}
const named = async (title: string) => (await templates()).find((each) => each.title === title)

test('a template is added, changed and retired only once a second administrator approves it', async () => {
  const content = { title: 'Documents late', kind: 'kyc', subject: 'Your documents', text: 'Hello {name}' }
  expect((await desk('POST', 'message-templates', content)).body).toMatchObject({ waitsForSecond: true })
  expect(await named(content.title)).toBeUndefined()
  await approve('template.add')
  const added = (await named(content.title)) as unknown as { _id: string; version: number }
  const path = `message-templates/${added._id}`
  const changed = { ...content, subject: 'We need your documents', version: added.version }
  expect((await desk('PUT', path, changed)).body).toMatchObject({ subject: content.subject, waitsForSecond: true })
  await approve('template.edit')
  expect(await named(content.title)).toMatchObject({ subject: changed.subject })
  const { version } = (await named(content.title)) as unknown as { version: number }
  await desk('POST', `${path}/retire`, { version, isRetired: true })
  expect(await named(content.title)).toMatchObject({ isRetired: false })
  await approve('template.retire')
  expect(await named(content.title)).toMatchObject({ isRetired: true })
})

test('a level of the escalation matrix changes only once a second administrator approves it', async () => {
  const client = await server.newClient()
  const level = async () => (await call('GET', '/user/complaints', { token: client.token })).body.levels[0]
  const { name: _, ...before } = await level()
  const body = { ...before, contact: 'Meera Rao' }
  expect((await desk('PUT', 'escalation-levels', body)).body).toMatchObject({ waitsForSecond: true })
  expect((await level()).contact).toBe(before.contact)
  await approve('complaint.level')
  expect((await level()).contact).toBe('Meera Rao')
})
