import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { imageErrors } from '@sauda/contract/platform/image'
import { expect, test } from 'vitest'
import { form } from '../../../test/form.ts'
import { acceptAadhaar, acceptPan, kycSteps } from '../../../test/kyc.ts'
import { moneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import * as picture from '../../../test/picture.ts'
import { testServer, type NewClient } from '../../../test/server.ts'
import { spouse } from '../../../test/setting.ts'

const server = await testServer()
const steps = await kycSteps(server)
const operator = await newOperator(server, 'reviewer')

const read = (client: NewClient, id = client.id) => server.call('GET', `/user/profile/${id}`, { token: client.token })
const upload = async (client: NewClient) =>
  server.call('POST', '/user/upload-profile', {
    token: client.token,
    body: form({ profile: await picture.jpeg(700, 400) }),
  })
const photo = (url: string) => server.call('GET', url.replace('/api', ''))
const fileOf = (url: string) =>
  join(server.app.context.config.dataDir, 'files', url.replace('/api/user/photo/', 'photo/'))

test('a new client reads the profile with empty text where nothing is known yet', async () => {
  const client = await server.newClient({ name: 'Dev Nair' })
  const fields = {
    _id: client.id,
    name: 'Dev Nair',
    saudaId: expect.stringMatching(/^SD1\d{5}$/),
    isDocsVerified: 'UNVERIFIED',
    profileImageUrl: '',
    mobile: client.mobile,
    email: client.email,
    panNumber: '',
    aadhaarNumber: '',
    bankDetails: { accountHolderName: '', accountNumber: '', ifsc: '' },
  }
  expect(await read(client)).toMatchObject({ status: 200, body: { ...fields, data: fields } })
})

test('once verified: the whole PAN, four digits of the Aadhaar number, the bank details', async () => {
  const client = await server.newClient()
  const bankDetails = { accountHolderName: 'Asha Rao', accountNumber: '123456789012', ifsc: 'HDFC0001234' }
  await steps.upload(client)
  await steps.decide(operator, client.id, { pan: acceptPan, aadhaar: acceptAadhaar })
  await server.call('PUT', `/user/profile/update/${client.id}`, { token: client.token, body: { bankDetails } })
  expect((await read(client)).body.data).toMatchObject({
    isDocsVerified: 'VERIFIED',
    panNumber: 'ABCPD1234E',
    aadhaarNumber: 'XXXX XXXX 1234',
    bankDetails,
    isHolderVerified: true,
  })
  const otherHolder = { ...bankDetails, accountHolderName: 'Vikram Sharma' }
  const change = { token: client.token, body: { bankDetails: otherHolder } }
  await server.call('PUT', `/user/profile/update/${client.id}`, change)
  expect((await read(client)).body.data).toMatchObject({ bankDetails: otherHolder, isHolderVerified: false })
})

test('the account list: every current value in one reply, with the newest requests', async () => {
  const client = await moneyClient(server)
  const own = (method: 'GET' | 'PUT', path: string, body?: object) =>
    server.call(method, path, { token: client.token, ...(body && { body }) })
  const values = async () => (await own('GET', '/user/account')).body
  const before = await values()
  expect(before).toMatchObject({
    isDocsVerified: 'VERIFIED',
    segment: { inForce: { equity: true, fno: false, currency: true, commodity: false } },
    nominee: { count: 0, optedOut: false },
    settlement: { inForce: { frequency: 'quarterly' } },
    chargesDue: 0,
    secondFactor: null,
  })
  expect(before.segment.request).toBeUndefined()
  const bankDetails = { accountHolderName: 'Asha Rao', accountNumber: '123456786666', ifsc: 'HDFC0001234' }
  await own('PUT', `/user/profile/update/${client.id}`, { bankDetails })
  await own('PUT', '/user/settings/nominee', { nominees: [spouse], optedOut: false })
  await own('PUT', '/user/settings/settlement', { frequency: 'monthly' })
  const admin = await newOperator(server, 'admin')
  const charge = { clientId: client.id, chargeType: 'Other', description: 'Courier', amount: 980, gst: 176.4 }
  await server.call('POST', '/desk/charges', { token: admin.token, body: charge })
  const { nominee, settlement, ...rest } = await values()
  expect(rest).toMatchObject({ bankAccount: '••••6666', chargesDue: 1156.4 })
  expect([nominee, settlement.request]).toEqual([{ count: 0, optedOut: false, request: 'requested' }, 'requested'])
  const { body } = await own('GET', '/user/settings')
  await server.call('POST', `/desk/settings/${body.nominee.request._id}/approve`, { token: admin.token })
  expect((await values()).nominee).toEqual({ count: 1, optedOut: false })
})

test('another client’s profile is not found', async () => {
  const [client, other] = [await server.newClient(), await server.newClient()]
  const words = { status: 404, body: { message: 'Not found', status: 404 } }
  expect(await read(client, other.id)).toMatchObject(words)
  expect(await read(client, randomUUID())).toMatchObject(words)
  expect(await read(client, 'undefined')).toMatchObject(words)
  expect((await server.call('GET', `/user/profile/${client.id}`)).status).toBe(401)
  expect((await server.call('GET', `/user/profile/${client.id}`, { token: operator.token })).status).toBe(401)
})

test('a photo is cut square, shown under its unguessable name and may be kept by the browser', async () => {
  const client = await server.newClient()
  const before = await steps.lastNotice()
  const { body } = await upload(client)
  expect(body.profileImageUrl).toMatch(/^\/api\/user\/photo\/[\w-]{43}$/)
  expect((await read(client)).body.profileImageUrl).toBe(body.profileImageUrl)
  expect(await steps.notices(client.id, before)).toEqual(['profile'])
  const shown = await photo(body.profileImageUrl)
  expect(shown.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
  expect(shown.headers.get('content-type')).toBe('image/jpeg')
  expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
  expect(shown.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
})

test('a new photo replaces the old one, whose file is deleted', async () => {
  const client = await server.newClient()
  const first = (await upload(client)).body.profileImageUrl
  const second = (await upload(client)).body.profileImageUrl
  expect(second).not.toBe(first)
  expect(await photo(first)).toMatchObject({ status: 404, body: { message: 'Not found' } })
  expect((await photo(second)).status).toBe(200)
  expect([existsSync(fileOf(first)), existsSync(fileOf(second))]).toEqual([false, true])
  const rows = await steps.audit('profile.photo', client.id)
  expect(rows).toMatchObject([{ before: { photo: false } }, { before: { photo: true }, after: { photo: true } }])
  expect(JSON.stringify(rows)).not.toContain(second.slice(-43))
})

test.each(['x', 'a'.repeat(43), '..%2f..%2fsecret.key', `${'a'.repeat(42)}.`, 'a'.repeat(190)])(
  'there is no photo named %s',
  async (key) => {
    const answer = await server.call('GET', `/user/photo/${key}`)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  },
)

test('a KYC document cannot be loaded as a profile photo', async () => {
  const client = await server.newClient()
  await steps.upload(client)
  for (const name of steps.files()) expect((await server.call('GET', `/user/photo/${name}`)).status).toBe(404)
})

test('an upload without a photo is rejected', async () => {
  const client = await server.newClient()
  const answer = await server.call('POST', '/user/upload-profile', { token: client.token, body: form({}) })
  expect(answer).toMatchObject({ status: 422, body: imageErrors.needed })
})

test('a client may upload sixty photos in ten minutes', async () => {
  const client = await server.newClient()
  const tiny = await picture.jpeg(8, 8)
  const send = () => server.call('POST', '/user/upload-profile', { token: client.token, body: form({ profile: tiny }) })
  const answers = await Promise.all(Array.from({ length: 40 }, send))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  for (let n = 40; n < 60; n++) await send()
  expect((await send()).status).toBe(429)
})
