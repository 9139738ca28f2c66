import { authCalls } from '@sauda/contract/client/auth'
import { commonErrors } from '@sauda/contract/platform/error'
import { describe, expect, test } from 'vitest'
import { testServer, refusal } from '../../../test/server.ts'

const server = await testServer({ PUBLIC_URL: 'https://sauda.example' })
const { db, call } = server

const visitor = {
  name: 'Asha Rao',
  email: 'asha@example.com',
  mobile: '9876543210',
  password: 'Quiet-River-27',
  executiveName: 'Meera',
  referralId: '',
}
const bodies = {
  '/user/register': visitor,
  '/user/verify-otp': { email: 'asha@example.com', otp: '123456' },
  '/user/login': { email: 'asha@example.com', password: 'Quiet-River-27', code: '123456' },
  '/user/forgot-password': { email: 'asha@example.com' },
  '/user/verify-forgot-password-otp': { email: 'asha@example.com', otp: '123456', newPassword: 'Quiet-River-28' },
} as const
const paths = Object.keys(bodies) as (keyof typeof bodies)[]
const { token } = await server.newClient()
const signedInBodies = {
  '/user/change-password': { currentPassword: 'Quiet-River-27', newPassword: 'Quiet-River-28' },
  '/user/totp/start': { password: 'Quiet-River-27' },
  '/user/totp/confirm': { code: '123456' },
  '/user/totp/remove': { password: 'Quiet-River-27', code: '123456' },
} as const

const optional = new Set(['referralId', 'code'])
const strange: unknown[] = [1, true, null, [], ['a'], {}, { $gt: '' }, { toString: 'x' }, '', 'x'.repeat(20_000)]

describe.each(Object.entries({ ...bodies, ...signedInBodies }))('%s', (path, body: Record<string, string>) => {
  const post = (changed: unknown) => call('POST', path, { token, body: changed })

  test('every field of a wrong kind is rejected with a sentence', async () => {
    for (const field of Object.keys(body)) {
      for (const value of strange) {
        if (path === '/user/register' && field === 'referralId' && value === '') continue
        const answer = await post({ ...body, [field]: value })
        expect(answer, `${field}: ${JSON.stringify(value).slice(0, 40)}`).toMatchObject({
          status: 400,
          body: { status: 400, message: expect.stringMatching(/^[A-Z].{8,}/) },
        })
      }
    }
  })

  test('every field of blanks or a NUL is rejected', async () => {
    for (const field of Object.keys(body)) {
      if (field === 'referralId') continue
      for (const value of [' ', '\u0000', '\ud800']) {
        const { status } = await post({ ...body, [field]: value })
        expect(status >= 400 && status < 500, `${field}: ${JSON.stringify(value)} ${status}`).toBe(true)
      }
    }
  })

  test('names every missing field', async () => {
    for (const field of Object.keys(body)) {
      if (optional.has(field) && path !== '/user/totp/confirm' && path !== '/user/totp/remove') continue
      if (path === '/user/verify-otp' && field === 'email') continue
      const { [field]: _, ...rest } = body
      expect({ field, status: (await post(rest)).status }).toEqual({ field, status: 400 })
    }
  })

  test.each(['{', '[1,2', 'null', '[]', '"text"', '7', ''])('a body of %s is rejected', async (text) => {
    expect((await post(text)).status).toBe(400)
  })

  test('a megabyte is rejected', async () => {
    expect(await post({ ...body, padding: 'x'.repeat(1_048_576) })).toMatchObject(refusal(commonErrors.tooLarge))
  })

  test('prototype keys are rejected', async () => {
    const text = JSON.stringify(body).replace('{', '{"__proto__":{"isAdmin":true},')
    expect(await post(text)).toMatchObject(refusal(commonErrors.notJson))
    const nested = JSON.stringify(body).replace('{', '{"constructor":{"prototype":{"isAdmin":true}},')
    expect((await post(nested)).status).toBe(400)
  })

  test('another content type is rejected', async () => {
    const answer = await call('POST', path, {
      token,
      body: 'email=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(answer).toMatchObject(refusal(commonErrors.wrongType))
  })
})

test.each([
  ['name', 'Asha\u0000Rao'],
  ['name', 'Asha\nRao'],
  ['name', 'Asha\u001b[31m'],
  ['name', 'Asha\ud800'],
  ['name', 'Asha <b>'],
  ['name', 'Asha 2'],
  ['name', '   '],
  ['name', 'a'.repeat(101)],
  ['executiveName', 'Mee\u0000ra'],
  ['executiveName', 'Mee\r\nBcc: x@example.com'],
  ['executiveName', 'Mee\udfffra'],
  ['referralId', 'a\u0007b'],
  ['referralId', 'a'.repeat(65)],
  ['email', 'asha@example.com\r\nbcc: x@example.com'],
  ['email', 'asha@example.com,x@example.com'],
  ['email', 'asha'],
  ['email', `${'a'.repeat(250)}@example.com`],
  ['mobile', '987654321'],
  ['mobile', '9876543210123'],
  ['mobile', '98765x43210'],
  ['password', 'Short-7'],
  ['password', 'nouppercase-27'],
  ['password', 'No-Digits-Here'],
  ['password', 'NoSpecial27'],
  ['password', `Aa1-${'x'.repeat(125)}`],
])('registering with %s %j is rejected', async (field, value) => {
  const answer = await call('POST', '/user/register', { body: { ...visitor, [field]: value } })
  expect(answer).toMatchObject({ status: 400, body: { status: 400, message: expect.any(String) } })
})

test('fields the call does not know change nothing', async () => {
  const id = '018f0000-0000-7000-8000-000000000000'
  const extra = {
    _id: id,
    id,
    userId: id,
    isDocsVerified: 'VERIFIED',
    kyc_status: 'VERIFIED',
    number: 1,
    balance: 1e9,
    frozen_at: 'now',
  }
  const email = 'mass.assignment@example.com'
  await call('POST', '/user/register', { body: { ...visitor, email, mobile: '9000000001', ...extra } })
  const verified = await call('POST', '/user/verify-otp', {
    body: { email, otp: await server.codeFor(email), ...extra },
  })
  expect(verified.body).toEqual({ token: expect.any(String), userId: expect.any(String), isDocsVerified: 'UNVERIFIED' })
  expect(verified.body.userId).not.toBe(id)
  const row = await db.row<{ number: bigint }>(
    'select id, number, kyc_status, frozen_at from client where email = $1',
    [email],
  )
  expect(row).toMatchObject({ id: verified.body.userId, kyc_status: 'UNVERIFIED', frozen_at: null })
  expect(row?.number).toBeGreaterThan(100_000n)
})

test('behind https the flow cookie is Secure', async () => {
  const answer = await call('POST', '/user/register', {
    body: { ...visitor, email: 'secure@example.com', mobile: '9000000002' },
  })
  expect(answer.headers.get('set-cookie')).toMatch(/; Secure/)
})

test('SQL in every field stays text', async () => {
  const email = "o'brien@example.com"
  const body = {
    ...visitor,
    email,
    mobile: '9000000003',
    executiveName: `'); drop table client; --`,
    referralId: `" or 1=1`,
  }
  expect((await call('POST', '/user/register', { body })).status).toBe(200)
  const { body: client } = await call('POST', '/user/verify-otp', { body: { email, otp: await server.codeFor(email) } })
  expect(await db.row('select executive_name, referral_id from client where id = $1', [client.userId])).toEqual({
    executive_name: body.executiveName,
    referral_id: body.referralId,
  })
})

test('no error message of this feature logs a client out', async () => {
  const loggingOut =
    /unauthorized|forbidden|token expired|invalid token|access denied|user not found|user does not exist|session expired|authentication failed/i
  for (const path of paths) {
    const answer = await call('POST', path, { body: { ...bodies[path], email: 'nobody.at.all@example.com' } })
    expect(answer.status).not.toBe(403)
    expect(answer.status === 401 || !loggingOut.test(answer.body.message)).toBe(true)
  }
})

test.each(Object.values(authCalls).filter(({ who }) => who === 'client'))(
  '$method $path needs a session',
  async ({ method, path }) => {
    expect(await call(method, path, method === 'GET' ? {} : { body: {} })).toMatchObject(
      refusal(commonErrors.notSignedIn),
    )
  },
)
