import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { form } from '../../../test/form.ts'
import { acceptAadhaar, kycSteps, newPan, refuse } from '../../../test/kyc.ts'
import { newOperator } from '../../../test/operator.ts'
import * as picture from '../../../test/picture.ts'
import { testServer } from '../../../test/server.ts'

const server = await testServer()
const steps = await kycSteps(server)
const operator = await newOperator(server, 'reviewer')
const image = (clientId: string, document: string, token = operator.token) =>
  server.call('GET', `/desk/kyc/${clientId}/${document}`, { token })

test('the submission shows what the reviewer compares', async () => {
  const client = await server.newClient({ name: 'Dev Nair' })
  expect((await steps.submission(operator, client.id)).body).toEqual({
    clientId: client.id,
    clientName: 'Dev Nair',
    saudaId: expect.stringMatching(/^SD\d{6}$/),
    isDocsVerified: 'UNVERIFIED',
    documents: { pan: { status: 'missing' }, aadhaar: { status: 'missing' } },
    history: [],
    samePan: [],
    replies: [],
    warnings: [],
  })
  await steps.upload(client)
  await server.db.run(`insert into queue_claim (kind, item_id, operator_id) values ('kyc', $1, $2)`, [
    client.id,
    operator.id,
  ])
  const waiting = (await steps.submission(operator, client.id)).body
  expect(waiting).toMatchObject({ isDocsVerified: 'PENDING', takenBy: operator.name })
  expect(waiting.since).toBe(waiting.documents.pan.uploadedAt)

  await steps.decide(operator, client.id, { pan: newPan(), aadhaar: acceptAadhaar })
  const decided = (await steps.submission(operator, client.id)).body
  expect(decided).toMatchObject({
    isDocsVerified: 'VERIFIED',
    panNumber: expect.stringMatching(/^NEW••••\d\dA$/),
    panName: 'Asha Rao',
    aadhaarNumber: 'XXXX XXXX 1234',
  })
  expect([decided.since, decided.takenBy]).toEqual([undefined, undefined])
})

test('an unknown client has no submission', async () => {
  expect((await steps.submission(operator, randomUUID())).status).toBe(404)
  expect((await steps.submission(operator, 'SD100001')).status).toBe(404)
})

test('each view of a photo is in the audit log', async () => {
  const client = await server.newClient()
  await steps.upload(client)
  const answer = await image(client.id, 'pan')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('image/jpeg')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect((await sharp(answer.body).metadata()).format).toBe('jpeg')
  await image(client.id, 'aadhaar')
  expect(await steps.audit('kyc.view', client.id)).toMatchObject([
    { actor_kind: 'operator', actor_name: operator.name, after: { document: 'pan' }, ip: '127.0.0.1' },
    { after: { document: 'aadhaar' } },
  ])
})

test('repeated views of a photo by one operator add one row, and another photo its own', async () => {
  const client = await server.newClient()
  await steps.upload(client)
  for (let n = 0; n < 5; n++) await image(client.id, 'pan')
  expect(await steps.audit('kyc.view', client.id)).toHaveLength(1)
  await image(client.id, 'aadhaar')
  expect(await steps.audit('kyc.view', client.id)).toHaveLength(2)
})

test('a document is not shown if its view cannot be audited', async () => {
  const client = await server.newClient()
  await steps.upload(client)
  await server.db.run(`alter table audit add constraint shut check (action <> 'kyc.view') not valid`)
  const answer = await image(client.id, 'pan')
  await server.db.run('alter table audit drop constraint shut')
  expect(answer.status).toBe(500)
})

test('the newest upload is shown, accepted ones too', async () => {
  const client = await server.newClient()
  await steps.upload(client)
  await steps.decide(operator, client.id, { pan: newPan(), aadhaar: refuse() })
  const body = form({ aadhaar: await picture.jpeg(640, 400) })
  await server.call('POST', '/user/upload-docs', { token: client.token, body })
  expect((await sharp((await image(client.id, 'aadhaar')).body).metadata()).width).toBe(640)
  expect((await sharp((await image(client.id, 'pan')).body).metadata()).width).toBe(320)
})

test('a large photo is kept at 3000 pixels', async () => {
  const client = await server.newClient()
  const body = form({ pan: await picture.plainJpeg(6000, 4000), aadhaar: await picture.jpeg() })
  await server.call('POST', '/user/upload-docs', { token: client.token, body })
  expect(await sharp((await image(client.id, 'pan')).body).metadata()).toMatchObject({ width: 3000, height: 2000 })
})

test('without photo, client or document: 404, and no view is audited', async () => {
  const client = await server.newClient()
  for (const [id, document] of [
    [client.id, 'pan'],
    [randomUUID(), 'pan'],
    [client.id, 'passport'],
    ['../../etc', 'pan'],
  ] as const)
    expect((await image(id, document)).status).toBe(404)
  expect(await steps.audit('kyc.view', client.id)).toEqual([])
})

test('a photo that is gone from the store is not found', async () => {
  const client = await server.newClient()
  const before = new Set(steps.files())
  await steps.upload(client)
  const folder = join(server.app.context.config.dataDir, 'files', 'kyc')
  for (const name of steps.files().filter((file) => !before.has(file))) rmSync(join(folder, name))
  expect((await image(client.id, 'pan')).status).toBe(404)
})

test('the queue lists clients with documents to review, longest waiting first, with the operator who claimed them', async () => {
  await server.db.run(`update kyc_document set status = 'accepted', decided_at = now() where status = 'waiting'`)
  const clients = [await server.newClient(), await server.newClient(), await server.newClient()]
  for (const client of clients) await steps.upload(client)
  const [first, second, third] = clients.map(({ id }) => id)
  await server.db.run(`update kyc_document set uploaded_at = now() - interval '2 days' where client_id = $1`, [third])
  await server.db.run(`insert into queue_claim (kind, item_id, operator_id) values ('kyc', $1, $2)`, [
    second,
    operator.id,
  ])
  const queue: { id: string }[] = (await server.call('GET', '/desk/queue', { token: operator.token })).body.items
  expect(queue.map(({ id }) => id)).toEqual([third, first, second])
  expect(queue[2]).toEqual({
    kind: 'kyc',
    dueAt: expect.any(String),
    id: second,
    clientId: second,
    clientName: 'Asha Rao',
    saudaId: expect.stringMatching(/^SD\d+$/),
    since: expect.stringMatching(/Z$/),
    takenBy: operator.name,
    takenById: operator.id,
  })
  expect(queue[0]).not.toHaveProperty('takenBy')
})
