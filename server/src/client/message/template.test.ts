import {
  fillPlaceholders,
  messageErrors,
  messageKinds,
  messageRules,
  type MessageTemplate,
  placeholderProblem,
} from '@sauda/contract/client/message'
import { expect, test } from 'vitest'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const { db } = server
const admin = await newOperator(server, 'admin', 'Asha Admin')
const support = await newOperator(server, 'support')

const desk = (method: string, path = '', body?: object, { token } = admin) =>
  server.call(method, `/desk/message-templates${path}`, { token, ...(body && { body }) })
const list = async (operator = support): Promise<MessageTemplate[]> =>
  (await desk('GET', '', undefined, operator)).body.templates
let count = 0
const content = (more = {}) => ({
  title: `Receipt ${(count += 1)}`,
  kind: 'deposit',
  subject: 'Your deposit {request}',
  text: 'Please send us the receipt.',
  ...more,
})
const add = async (more = {}): Promise<MessageTemplate> => (await desk('POST', '', content(more))).body

test('the product comes with a template for every kind of case, and each can be filled in', async () => {
  const templates = await list()
  expect(new Set(templates.map(({ kind }) => kind))).toEqual(new Set(Object.keys(messageKinds)))
  for (const { kind, subject, text, changedBy } of templates) {
    expect(placeholderProblem(kind, subject) ?? placeholderProblem(kind, text)).toBeUndefined()
    expect(fillPlaceholders(text, { amount: '₹1.00', date: '1 Jan 2026', request: 'R', client_id: 'SD1' })).not.toMatch(
      /[{}]/,
    )
    expect(changedBy).toBeUndefined()
    // A text with a promise, or with an entry that is wrong in the mail.
    expect(text).not.toMatch(/guarantee|within \d|will be (credited|paid|approved)|\s$/)
  }
})

test('a template is added, changed, retired and restored; every version is in the audit log', async () => {
  const added = await add()
  expect(added).toMatchObject({ version: 1, isRetired: false, changedBy: 'Asha Admin' })
  const edited = await desk('PUT', `/${added._id}`, { ...content(), text: 'Other text', version: 1 })
  expect(edited.body).toMatchObject({ version: 2, text: 'Other text' })
  const retired = await desk('POST', `/${added._id}/retire`, { version: 2, isRetired: true })
  expect(retired.body).toMatchObject({ version: 3, isRetired: true })
  expect((await list()).find(({ _id }) => _id === added._id)?.isRetired).toBe(true)
  const restored = await desk('POST', `/${added._id}/retire`, { version: 3, isRetired: false })
  expect(restored.body).toMatchObject({ version: 4, isRetired: false })
  const rows = await db.rows<{ action: string; before: object | null; after: object; actor_name: string }>(
    'select action, before, after, actor_name from audit where subject_id = $1 order by id',
    [added._id],
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'template.add',
    'template.edit',
    'template.retire',
    'template.restore',
  ])
  expect(rows[1]).toMatchObject({
    before: { text: 'Please send us the receipt.', version: 1 },
    after: { text: 'Other text', version: 2 },
    actor_name: 'Asha Admin',
  })
})

test('of two operators who change one template, the second is asked to check it again', async () => {
  const { _id } = await add()
  const answers = await Promise.all(
    ['First', 'Second'].map((text) => desk('PUT', `/${_id}`, { ...content(), text, version: 1 })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await desk('POST', `/${_id}/retire`, { version: 1, isRetired: true })).toMatchObject({
    status: 409,
    body: messageErrors.templateChanged,
  })
})

test('a title is unique among the active templates of a kind, also for requests at once', async () => {
  const { title, _id } = await add()
  expect(await desk('POST', '', content({ title: title.toUpperCase() }))).toMatchObject({
    status: 409,
    body: messageErrors.duplicate,
  })
  expect((await desk('POST', '', content({ title, kind: 'charge' }))).status).toBe(200)
  await desk('POST', `/${_id}/retire`, { version: 1, isRetired: true })
  const answers = await Promise.all(Array.from({ length: 5 }, () => desk('POST', '', content({ title }))))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
  expect((await desk('POST', `/${_id}/retire`, { version: 2, isRetired: false })).body).toMatchObject({
    message: messageErrors.duplicate.message,
  })
})

test('placeholders that the kind of case does not have are rejected', async () => {
  const rejected = async (more: object) => await desk('POST', '', content(more))
  expect(await rejected({ text: 'Dear {nam}' })).toMatchObject({
    status: 422,
    body: { message: 'There is no placeholder {nam}. Use {name}, {client_id}, {request}, {amount}, {date}.' },
  })
  expect((await rejected({ kind: 'kyc' })).status).toBe(422)
  const { _id } = await add()
  expect((await desk('PUT', `/${_id}`, { ...content({ kind: 'bank' }), version: 1 })).status).toBe(422)
  expect((await rejected({ title: ' ' })).status).toBe(400)
  expect((await rejected({ subject: 'a\nb' })).status).toBe(400)
})

test('operators without the right read templates but change none', async () => {
  const { _id } = await add()
  for (const [method, path, body] of [
    ['POST', '', content()],
    ['PUT', `/${_id}`, { ...content(), version: 1 }],
    ['POST', `/${_id}/retire`, { version: 1, isRetired: true }],
  ] as const)
    expect((await desk(method, path, body, support)).status).toBe(403)
  expect((await list()).map((template) => template._id)).toContain(_id)
})

test('there is a limit of active templates', async () => {
  await db.run(
    `insert into message_template (id, title, kind, subject, text)
     select gen_random_uuid(), 'Filler ' || n, 'client', 'x', 'x' from generate_series(1, $1) n`,
    [messageRules.templates],
  )
  expect(await desk('POST', '', content())).toMatchObject({ status: 409, body: messageErrors.full })
  await db.run("delete from message_template where title like 'Filler %'")
})
