import { authErrors } from '@sauda/contract/client/auth'
import { contactErrors } from '@sauda/contract/client/contact'
import { expect, test } from 'vitest'
import { moneyClient } from '../../../test/money.ts'
import { testServer, type NewClient } from '../../../test/server.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const { call, codeFor, mailTo } = server
const password = 'Quiet-River-27'
const start = ({ token }: { token: string }, to: object, typed = password) =>
  call('POST', '/user/contact/start', { token, body: { ...to, password: typed } })
const change = ({ token }: { token: string }, body: object) => call('POST', '/user/contact', { token, body })
const login = (email: string) => call('POST', '/user/login', { body: { email, password } })

test('an e-mail address changes with codes of both: other sessions end, both get a mail, withdrawals pause', async () => {
  const client = await moneyClient(server, { rupees: 5000 })
  const { email: old } = (await server.db.row<{ email: string }>('select email from client where id = $1', [
    client.id,
  ])) ?? { email: '' }
  await server.db.run(
    'update client set password_hash = (select password_hash from client where id = $2) where id = $1',
    [client.id, (await server.newClient()).id],
  )
  const other = (await login(old)).body.token as string
  const email = `moved.${client.id.slice(-12)}@example.com`
  expect((await start(client, { email }, 'wrong-one')).status).toBe(422)
  expect((await start(client, { email: old })).body).toEqual(contactErrors.same)
  expect((await start(client, { email })).status).toBe(200)
  const [code, newCode] = [await codeFor(old), await codeFor(email)]
  expect((await change(client, { email, code })).body).toEqual(contactErrors.newCodeNeeded)
  expect((await change(client, { email, code, newCode: code })).body.message).toBe(authErrors.wrongCode.message)
  // The codes confirm no other address, and only in the session that requested them.
  expect((await change(client, { email: `x${email}`, code, newCode })).body.message).toBe(authErrors.codeOver.message)
  expect((await change({ token: other }, { email, code, newCode })).status).toBe(400)
  const both = await Promise.all([change(client, { email, code, newCode }), change(client, { email, code, newCode })])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, expect.any(Number)])
  expect((await call('GET', `/user/wallet/${client.id}`, { token: other })).status).toBe(401)
  for (const address of [old, email]) expect((await mailTo(address))?.subject).toBe('Your email address was changed')
  expect((await login(old)).status).toBe(401)
  expect((await login(email)).status).toBe(200)
  const withdrawal = { token: client.token, body: { id: client.id, amount: 500 } }
  const refused = await call('POST', '/user/wallet/withdraw', withdrawal)
  expect(refused.body.message).toMatch(
    /^Your email address or mobile number changed recently\. You can withdraw again after/,
  )
  expect((await call('GET', `/user/wallet/${client.id}`, { token: client.token })).body.withdrawalsFrom).toBeDefined()
  await server.db.run("update client set contact_changed_at = contact_changed_at - interval '25 hours' where id = $1", [
    client.id,
  ])
  expect((await call('POST', '/user/wallet/withdraw', withdrawal)).status).toBe(200)
})

test('a mobile number changes with one code; that another client has it is said only after the codes', async () => {
  const [client, other]: NewClient[] = [await server.newClient(), await server.newClient()]
  if (!client || !other) throw new Error('no clients')
  expect((await start(client, { mobile: '+91 12' })).status).toBe(400)
  expect((await start(client, {})).status).toBe(400)
  const taken = other.mobile
  expect((await start(client, { mobile: taken })).status).toBe(200)
  expect((await change(client, { mobile: taken, code: await codeFor(client.email) })).body).toEqual(
    authErrors.mobileTaken,
  )
  expect((await start(client, { email: other.email })).status).toBe(200)
  const codes = { code: await codeFor(client.email), newCode: await codeFor(other.email) }
  expect((await change(client, { email: other.email, ...codes })).body).toEqual(authErrors.emailTaken)
  expect((await start(client, { mobile: '9812345670' })).status).toBe(200)
  expect((await change(client, { mobile: '9812345670', code: await codeFor(client.email) })).status).toBe(200)
  expect(await server.db.row('select mobile from client where id = $1', [client.id])).toEqual({ mobile: '9812345670' })
  expect((await mailTo(client.email))?.text).toContain('withdrawals pause for 24 hours')
})
