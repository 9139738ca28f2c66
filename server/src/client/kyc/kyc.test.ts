import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { imageErrors } from '@sauda/contract/platform/image'
import { kycErrors } from '@sauda/contract/client/kyc'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { form } from '../../../test/form.ts'
import { acceptAadhaar, kycSteps, newPan, refuse } from '../../../test/kyc.ts'
import { newOperator } from '../../../test/operator.ts'
import * as picture from '../../../test/picture.ts'
import { raceAtTable } from '../../../test/race.ts'
import { testServer } from '../../../test/server.ts'

const server = await testServer()
const steps = await kycSteps(server)
const operator = await newOperator(server, 'reviewer')

describe('upload', () => {
  test('both photos make an UNVERIFIED client PENDING', async () => {
    const client = await server.newClient()
    expect(await steps.status(client)).toEqual({
      isDocsVerified: 'UNVERIFIED',
      documents: { pan: { status: 'missing' }, aadhaar: { status: 'missing' } },
    })
    const before = await steps.lastNotice()
    const answer = await steps.upload(client)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        message: "We've received your documents. Please wait while we verify them.",
        user: { isDocsVerified: 'PENDING' },
      },
    })
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
    expect(await steps.status(client)).toEqual({
      isDocsVerified: 'PENDING',
      documents: { pan: { status: 'waiting', uploadedAt: at }, aadhaar: { status: 'waiting', uploadedAt: at } },
      targetAt: at,
    })
    expect(await steps.notices(client.id, before)).toEqual(['kyc', 'profile'])
    expect(await steps.notices(null, before)).toEqual(['queue', 'client'])
    expect(await steps.audit('kyc.upload', client.id)).toMatchObject([
      { actor_kind: 'client', after: { isDocsVerified: 'PENDING', documents: ['pan', 'aadhaar'] }, ip: '127.0.0.1' },
    ])
  })

  test.each([[['pan']], [['aadhaar']], [[]]])('the first upload needs both photos, not only %j', async (documents) => {
    const client = await server.newClient()
    expect(await steps.upload(client, documents)).toMatchObject({ status: 422, body: kycErrors.bothNeeded })
    expect((await steps.status(client)).isDocsVerified).toBe('UNVERIFIED')
  })

  test('no further upload is accepted while they are pending', async () => {
    const client = await server.newClient()
    await steps.upload(client)
    expect(await steps.upload(client)).toMatchObject({ status: 409, body: kycErrors.alreadyWaiting })
  })

  test('no further upload is accepted once verified', async () => {
    const client = await server.newClient()
    await steps.upload(client)
    await steps.decide(operator, client.id, { pan: newPan(), aadhaar: acceptAadhaar })
    expect(await steps.upload(client)).toMatchObject({ status: 409, body: kycErrors.alreadyVerified })
  })

  test('re-upload is requested for the rejected document only', async () => {
    const client = await server.newClient()
    await steps.upload(client)
    await steps.decide(operator, client.id, { pan: newPan(), aadhaar: refuse('Part of the card is cut off') })
    expect(await steps.status(client)).toMatchObject({
      isDocsVerified: 'UNVERIFIED',
      documents: { pan: { status: 'accepted' }, aadhaar: { status: 'refused', reason: 'Part of the card is cut off' } },
    })
    expect(await steps.upload(client)).toMatchObject({ status: 409, body: kycErrors.panAccepted })
    expect(await steps.upload(client, ['pan'])).toMatchObject({ status: 409, body: kycErrors.panAccepted })
    expect(await steps.upload(client, [])).toMatchObject({ status: 422, body: kycErrors.aadhaarNeeded })
    expect(await steps.upload(client, ['aadhaar'])).toMatchObject({ status: 200 })
    expect(await steps.status(client)).toMatchObject({
      isDocsVerified: 'PENDING',
      documents: { pan: { status: 'accepted' }, aadhaar: { status: 'waiting' } },
    })
  })

  test('re-upload works for the other document too', async () => {
    const client = await server.newClient()
    await steps.upload(client)
    await steps.decide(operator, client.id, { pan: refuse(), aadhaar: acceptAadhaar })
    expect(await steps.upload(client)).toMatchObject({ status: 409, body: kycErrors.aadhaarAccepted })
    expect(await steps.upload(client, [])).toMatchObject({ status: 422, body: kycErrors.panNeeded })
    expect(await steps.upload(client, ['pan'])).toMatchObject({ status: 200 })
  })

  test('one bad photo rejects both', async () => {
    const client = await server.newClient()
    const before = steps.files()
    const body = form({ pan: await picture.jpeg(), aadhaar: await picture.gif() })
    const answer = await server.call('POST', '/user/upload-docs', { token: client.token, body })
    expect(answer).toMatchObject({ status: 422, body: imageErrors.unreadable })
    expect(steps.files()).toEqual(before)
    expect((await steps.status(client)).documents.pan).toEqual({ status: 'missing' })
  })

  test('a photo too small or too narrow to read is rejected, before it is decoded', async () => {
    const client = await server.newClient()
    const refused = { status: 422, body: imageErrors.badShape }
    for (const [width, height] of [
      [50_000, 2],
      [99, 320],
      [320, 99],
      [1001, 100],
    ] as const) {
      const body = form({ pan: await picture.plainJpeg(width, height), aadhaar: await picture.jpeg() })
      expect(await server.call('POST', '/user/upload-docs', { token: client.token, body })).toMatchObject(refused)
    }
    const body = form({ pan: await picture.plainJpeg(1000, 100), aadhaar: await picture.jpeg(100, 1000) })
    expect((await server.call('POST', '/user/upload-docs', { token: client.token, body })).status).toBe(200)
  })

  test('of thirty uploads at once exactly one succeeds, and no photo of the others is stored', async () => {
    const client = await server.newClient()
    const before = steps.files().length
    const answers = await raceAtTable(
      server,
      'kyc_document',
      Array.from({ length: 30 }, () => () => steps.upload(client)),
    )
    const lost = answers.filter(({ status }) => status !== 200)
    expect(lost).toHaveLength(29)
    expect(lost.every(({ body }) => body.message === kycErrors.alreadyWaiting.message)).toBe(true)
    expect(steps.files()).toHaveLength(before + 2)
    const rows = await server.db.rows('select 1 from kyc_document where client_id = $1', [client.id])
    expect(rows).toHaveLength(2)
    expect(await steps.audit('kyc.upload', client.id)).toHaveLength(1)
    expect(await server.db.rows('select 1 from loose_file')).toEqual([])
  })

  test('a failure after writing leaves neither files nor rows', async () => {
    const client = await server.newClient()
    const before = steps.files()
    await server.db.run(`alter table kyc_document add constraint broken check (client_id <> '${client.id}')`)
    expect((await steps.upload(client)).status).toBe(500)
    await server.db.run('alter table kyc_document drop constraint broken')
    expect(steps.files()).toEqual(before)
    expect(await steps.status(client)).toMatchObject({ isDocsVerified: 'UNVERIFIED' })
    expect((await steps.upload(client)).status).toBe(200)
  })

  test('a client may try sixty uploads in ten minutes', async () => {
    const client = await server.newClient()
    const tries = await Promise.all(Array.from({ length: 60 }, () => steps.upload(client, [])))
    expect(tries.every(({ status }) => status === 422)).toBe(true)
    expect((await steps.upload(client)).status).toBe(429)
  })

  test('photos are stored encrypted', async () => {
    const client = await server.newClient()
    const before = new Set(steps.files())
    await steps.upload(client)
    for (const name of steps.files().filter((file) => !before.has(file))) {
      const bytes = readFileSync(join(server.app.context.config.dataDir, 'files', 'kyc', name))
      await expect(sharp(bytes).metadata()).rejects.toThrow()
      expect(bytes.includes('JFIF')).toBe(false)
    }
  })
})

describe('rights', () => {
  test('visitors may make no call, clients none of the desk, operators none of the portal', async () => {
    const client = await server.newClient()
    const clientCalls: [string, string][] = [
      ['POST', '/user/upload-docs'],
      ['GET', '/user/kyc'],
    ]
    const deskCalls: [string, string][] = [
      ['GET', `/desk/kyc/${client.id}`],
      ['GET', `/desk/kyc/${client.id}/pan`],
      ['POST', `/desk/kyc/${client.id}/decide`],
      ['POST', `/desk/kyc/${client.id}/check-pan`],
    ]
    const support = await newOperator(server, 'support')
    for (const [method, path] of clientCalls) {
      expect((await server.call(method, path)).status).toBe(401)
      expect((await server.call(method, path, { token: operator.token })).status).toBe(401)
    }
    for (const [method, path] of deskCalls) {
      expect((await server.call(method, path)).status).toBe(401)
      expect((await server.call(method, path, { token: client.token })).status).toBe(401)
      expect((await server.call(method, path, { token: support.token })).status).toBe(403)
    }
  })
})
