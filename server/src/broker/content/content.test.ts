import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contentErrors, contentRules } from '@sauda/contract/broker/content'
import { expect, test } from 'vitest'
import { newOperator } from '../../../test/operator.ts'
import { raceAtTable } from '../../../test/race.ts'
import { testServer } from '../../../test/server.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const admin = await newOperator(server, 'admin', 'Asha Admin')
const reviewer = await newOperator(server, 'reviewer')

let count = 0
const review = (values = {}) => {
  count += 1
  return {
    name: 'Meera K.',
    about: 'Client since 2023, Pune',
    words: `The statement shows where every rupee went, number ${count}.`,
    consent: 'E-mail of 12 March 2026',
    ...values,
  }
}
const desk = (method: string, path = '', body?: object, token = admin.token) =>
  server.call(method, `/desk/testimonials${path}`, { token, ...(body && { body }) })
const add = async (values = {}) => (await desk('POST', '', review(values))).body
const publish = ({ _id, changedAt }: { _id: string; changedAt: string }) =>
  desk('POST', `/${_id}/publish`, { seen: changedAt })
const shown = async () => (await server.call('GET', '/testimonials')).body.testimonials
const ids = async () => (await shown()).map(({ _id }: { _id: string }) => _id)
const trail = (id: string) =>
  server.db.rows<{ action: string; before: object | null; after: object | null; actor_name: string }>(
    'select action, before, after, actor_name from audit where subject_id = $1 order by id',
    [id],
  )

test('there are no reviews until the broker has published one', async () => {
  expect(await server.call('GET', '/testimonials')).toMatchObject({ status: 200, body: { testimonials: [] } })
  const draft = await add()
  expect(draft).toMatchObject({ status: 'draft', changedBy: 'Asha Admin' })
  expect(await shown()).toEqual([])
  expect((await publish(draft)).body.status).toBe('published')
  const { _id, name, about, words } = draft
  expect(await shown()).toEqual([{ _id, name, about, words }])
})

test('the record of consent stays at the desk', async () => {
  const draft = await add({ consent: 'Signed letter in file 77' })
  await publish(draft)
  expect(JSON.stringify(await shown())).not.toContain('file 77')
  expect((await desk('GET')).body.testimonials[0]).toMatchObject({
    _id: draft._id,
    consent: 'Signed letter in file 77',
  })
})

test('an unpublished review is gone from the start page and can be published again', async () => {
  const draft = await add()
  await publish(draft)
  const taken = await desk('POST', `/${draft._id}/take-back`)
  expect(taken.body.status).toBe('draft')
  expect(await ids()).not.toContain(draft._id)
  expect((await publish(taken.body)).status).toBe(200)
  expect(await ids()).toContain(draft._id)
})

test('a changed text is a draft until it was reviewed', async () => {
  const published = (await publish(await add())).body
  const body = { ...review({ words: 'Other words.' }), seen: published.changedAt }
  const edited = await desk('PUT', `/${published._id}`, body)
  expect(edited.body).toMatchObject({ status: 'draft', words: 'Other words.' })
  expect(await ids()).not.toContain(published._id)
  // An operator who reviewed the old text cannot publish.
  expect(await publish(published)).toMatchObject({ status: 409, body: contentErrors.changed })
})

test('of two operators editing one review, the second is asked to check it again', async () => {
  const draft = await add()
  const change = (words: string) => desk('PUT', `/${draft._id}`, { ...review({ words }), seen: draft.changedAt })
  const answers = await raceAtTable(server, 'content', [() => change('First words.'), () => change('Second words.')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('every change is audited with the previous text', async () => {
  const draft = await add()
  await publish(draft)
  await desk('POST', `/${draft._id}/take-back`)
  expect((await desk('DELETE', `/${draft._id}`)).status).toBe(200)
  const rows = await trail(draft._id)
  expect(rows.map(({ action }) => action)).toEqual([
    'content.add',
    'content.publish',
    'content.take-back',
    'content.remove',
  ])
  expect(rows[0]).toMatchObject({
    before: null,
    after: { words: draft.words, status: 'draft' },
    actor_name: 'Asha Admin',
  })
  expect(rows[1]).toMatchObject({ before: { status: 'draft' }, after: { status: 'published' } })
  expect(rows[3]).toMatchObject({ before: { words: draft.words }, after: null })
})

test('a repeated request has one effect', async () => {
  const body = review()
  const added = await Promise.all([desk('POST', '', body), desk('POST', '', body)])
  expect(added.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const draft = added.find(({ status }) => status === 200)?.body
  const answers = await Promise.all([publish(draft), publish(draft), publish(draft)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  for (const path of ['/take-back', '/take-back']) expect((await desk('POST', `/${draft._id}${path}`)).status).toBe(200)
  expect((await trail(draft._id)).map(({ action }) => action)).toEqual([
    'content.add',
    'content.publish',
    'content.take-back',
  ])
})

test('identical reviews of one name are stored once', async () => {
  const draft = await add()
  expect(await desk('POST', '', { ...draft, consent: 'Another letter' })).toMatchObject({
    status: 409,
    body: contentErrors.duplicate,
  })
})

test('many concurrent reviews are all stored', async () => {
  const before = (await desk('GET')).body.testimonials.length
  const answers = await Promise.all(Array.from({ length: 4 }, () => desk('POST', '', review())))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await desk('GET')).body.testimonials).toHaveLength(before + 4)
})

test('the file is encrypted, and the replaced one is deleted', async () => {
  const draft = await add()
  const folder = join(server.app.context.config.dataDir, 'files', 'content')
  expect(existsSync(folder)).toBe(true)
  const files = readdirSync(folder)
  expect(files).toHaveLength(1)
  expect(readFileSync(join(folder, files[0] ?? '')).includes(Buffer.from(draft.words))).toBe(false)
  expect(await server.db.rows('select 1 from loose_file')).toEqual([])
})

test('only operators with the right to edit content see and change reviews', async () => {
  const draft = await add()
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['POST', '', review()],
    ['PUT', `/${draft._id}`, { ...review(), seen: draft.changedAt }],
    ['POST', `/${draft._id}/publish`, { seen: draft.changedAt }],
    ['POST', `/${draft._id}/take-back`, undefined],
    ['DELETE', `/${draft._id}`, undefined],
  ] as const) {
    expect((await desk(method, path, body, reviewer.token)).status, `${method} ${path}`).toBe(403)
    expect((await desk(method, path, body, 'a-token-that-nobody-was-ever-given')).status).toBe(401)
  }
  expect((await trail(draft._id)).map(({ action }) => action)).toEqual(['content.add'])
})

test('an unknown review is not found', async () => {
  const path = `/${randomUUID()}`
  const seen = new Date().toISOString()
  for (const answer of [
    await desk('PUT', path, { ...review(), seen }),
    await desk('POST', `${path}/publish`, { seen }),
    await desk('POST', `${path}/take-back`),
    await desk('DELETE', path),
  ])
    expect(answer).toMatchObject({ status: 404, body: { message: 'Not found' } })
})

test.each([
  ['Enter the name to be shown', { name: ' ' }],
  ['Enter what the client said', { words: ' \n ' }],
  ['Please use at most 600 characters', { words: 'a'.repeat(601) }],
  ['Say how and when the client agreed to this', { consent: '' }],
  ['Please use at most 80 characters', { about: 'a'.repeat(81) }],
  ['Please use plain text without control characters', { name: 'Meera\u0000' }],
])('%s', async (message, values) => {
  expect(await desk('POST', '', review(values))).toMatchObject({ status: 400, body: { message } })
})

test('a text of several lines becomes one paragraph', async () => {
  expect((await add({ words: ' Clear words.\n\nNo surprises. ' })).words).toBe('Clear words. No surprises.')
})

test('there is a limit on the number of reviews', async () => {
  const before = (await desk('GET')).body.testimonials.length
  for (let n = before; n < contentRules.testimonials; n++) await add()
  expect(await desk('POST', '', review())).toMatchObject({ status: 409, body: contentErrors.full })
})

test('the public pages are previewed from the files as they are now, with their faults', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sauda-preview-'))
  const own = await testServer({ RATE_LIMITS: 'off', CONTENT_DIR: folder })
  const { token } = await newOperator(own, 'admin')
  const pages = async (by = token) => own.call('GET', '/desk/content', { token: by })
  expect((await pages()).body).toEqual({ hasFolder: true, isChanged: false, faults: [] })
  writeFileSync(join(folder, 'terms.md'), '# Our terms\n\nNew.\n\n## One\n\n<b>x</b>\n')
  expect((await pages()).body).toEqual({
    hasFolder: true,
    isChanged: true,
    faults: [
      { file: 'terms.md', line: 7, message: expect.stringContaining('HTML is not supported') },
      { file: 'terms.md', line: 7, message: expect.stringContaining('HTML is not supported') },
    ],
  })
  for (const path of ['/desk/content', '/desk/content/terms']) {
    expect((await own.call('GET', path, { token: (await newOperator(own, 'reviewer')).token })).status).toBe(403)
    expect((await own.call('GET', path)).status).toBe(401)
  }
  expect((await own.call('GET', '/desk/content/landing.json', { token })).status).toBe(404)
  rmSync(folder, { recursive: true })
})
