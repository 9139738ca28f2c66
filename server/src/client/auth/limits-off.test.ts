import { authErrors as r } from '@sauda/contract/client/auth'
import { expect, test } from 'vitest'
import { setCookieOf, testServer } from '../../../test/server.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const { db, call } = server

test('without rate limits neither attempts, nor networks, nor answers about addresses are counted', async () => {
  const client = await server.newClient()
  const wrong = { email: client.email, password: 'Wrong-River-27' }
  for (let n = 1; n <= 8; n++) expect((await call('POST', '/user/login', { body: wrong })).status).toBe(401)
  const body = { email: client.email, password: client.password }
  expect((await call('POST', '/user/login', { body })).status).toBe(200)
  for (let n = 1; n <= 5; n++)
    expect((await call('POST', '/user/forgot-password', { body: { email: `nobody${n}@example.com` } })).status).toBe(
      404,
    )
  expect(await db.rows('select key from throttle')).toEqual([])
})

test('a code is still void after 5 wrong tries', async () => {
  const { email } = await server.newClient()
  const cookie = setCookieOf(await call('POST', '/user/forgot-password', { body: { email } }), 'browser')
  const reset = (body: object) =>
    call('POST', '/user/verify-forgot-password-otp', { body, headers: { cookie: cookie.split(';')[0] ?? '' } })
  const right = await server.codeFor(email)
  const body = { email, otp: right === '111111' ? '222222' : '111111', newPassword: 'Brand-New-River-28' }
  for (let n = 1; n <= 5; n++) expect((await reset(body)).body).toEqual(r.wrongCode)
  expect((await reset({ ...body, otp: right })).body).toEqual(r.codeOver)
})
