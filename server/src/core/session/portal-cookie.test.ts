import { allCalls } from '@sauda/contract/calls'
import { commonErrors } from '@sauda/contract/platform/error'
import { portalHeader } from '@sauda/contract/core/session'
import { expect, test } from 'vitest'
import { setCookieOf, testServer, type Answer, type NewClient } from '../../../test/server.ts'

const server = await testServer()
const https = await testServer({ PUBLIC_URL: 'https://sauda.example' })
const { call, db } = server

const fromPortal = { [portalHeader]: '1' }
const cookieOf = (answer: Answer) => setCookieOf(answer, 'portal').split(';')[0] ?? ''
const logIn = async ({ email, password }: NewClient, on = server) => {
  const answer = await on.call('POST', '/user/login', { body: { email, password }, headers: fromPortal })
  return { token: answer.body.token as string, cookie: cookieOf(answer), answer }
}
const rejected = { status: 401, body: { message: commonErrors.notSignedIn.message } }

test('a login from the portal sets a cookie for this host that scripts cannot read', async () => {
  const { answer } = await logIn(await server.newClient())
  expect(setCookieOf(answer, 'portal')).toMatch(/^portal=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/)
  const secure = (await logIn(await https.newClient(), https)).answer
  expect(setCookieOf(secure, '__Host-portal')).toMatch(
    /^__Host-portal=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  )
  expect(JSON.stringify(answer.body)).not.toContain(cookieOf(answer).slice('portal='.length))
})

const calls = allCalls.map(([, call]) => call).filter(({ who }) => who === 'client' || who === 'verified')

const copied = await logIn(await server.newClient())

test.each(calls)(
  '$method $path rejects a token of the portal that was copied without its cookie',
  async ({ method, path }) => {
    const url = path.replaceAll(/:\w+/g, '018f0000-0000-7000-8000-000000000000')
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} }
    expect(await call(method, url, { token: copied.token, ...body })).toMatchObject(rejected)
  },
)

test('the token works with its own cookie, and with no other', async () => {
  const client = await server.newClient()
  const [mine, other] = [await logIn(client), await logIn(client)]
  const list = (cookie: string) => call('GET', '/user/sessions', { token: mine.token, headers: { cookie } })
  expect((await list(mine.cookie)).status).toBe(200)
  for (const cookie of [other.cookie, `${mine.cookie.slice(0, -1)}~`, 'portal=', `__Host-${mine.cookie}`])
    expect(await list(cookie)).toMatchObject(rejected)
  // The attempts did not end the session.
  expect((await list(mine.cookie)).status).toBe(200)
  const stored = await db.rows<{ text: string }>(`select encode(companion_hash, 'base64') as text from session`)
  expect(JSON.stringify(stored)).not.toContain(mine.cookie.slice('portal='.length))
})

test('verifying the registration code on the portal binds its session too', async () => {
  const body = {
    name: 'Asha Rao',
    email: 'asha.portal@example.com',
    mobile: '9000000001',
    password: 'Quiet-River-27',
    executiveName: 'Meera',
    referralId: '',
  }
  await call('POST', '/user/register', { body })
  const verified = await call('POST', '/user/verify-otp', {
    body: { email: body.email, otp: await server.codeFor(body.email) },
    headers: fromPortal,
  })
  const { token } = verified.body
  expect(await call('GET', '/user/sessions', { token })).toMatchObject(rejected)
  const headers = { cookie: cookieOf(verified) }
  expect((await call('GET', '/user/sessions', { token, headers })).status).toBe(200)
})

test('a session opened by an API client needs no cookie, and ignores one', async () => {
  const client = await server.newClient()
  const { headers, body } = await call('POST', '/user/login', {
    body: { email: client.email, password: client.password },
  })
  expect(headers.get('set-cookie')).toBeNull()
  for (const cookie of ['', 'portal=of-another-session'])
    expect((await call('GET', '/user/sessions', { token: body.token, headers: { cookie } })).status).toBe(200)
})

test('logout removes the cookie and clears the cache', async () => {
  const { token, cookie } = await logIn(await server.newClient())
  const answer = await call('POST', '/user/logout', { token, headers: { cookie } })
  expect(setCookieOf(answer, 'portal')).toMatch(/^portal=;.*Expires=Thu, 01 Jan 1970/)
  expect(answer.headers.get('clear-site-data')).toBe('"cache"')
})
