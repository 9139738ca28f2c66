import { operatorErrors } from '@sauda/contract/broker/operator'
import { expect, test } from 'vitest'
import { newOperator, type NewOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { prolongDelays } from '../../../test/throttle.ts'

const server = await testServer()
const admin = await newOperator(server, 'admin')
const next = 'Boats-at-Alappuzha-4'

const change = ({ token, password }: Pick<NewOperator, 'token' | 'password'>, values: object = {}) =>
  server.call('POST', '/desk/change-password', {
    token,
    body: { currentPassword: password, newPassword: next, ...values },
  })
const logIn = (email: string, password: string) => server.call('POST', '/desk/login', { body: { email, password } })
const me = async (token: string) => server.call('GET', '/desk/me', { token })
const trail = async (id: string) =>
  (
    await server.db.rows<{ action: string }>(
      `select action from audit where subject_id = $1 and action like 'operator.password%' order by id`,
      [id],
    )
  ).map(({ action }) => action)

test('a handed-out password is changed for one of the operator’s own', async () => {
  const body = { name: 'Ravi Menon', email: 'ravi@desk.example', role: 'reviewer' }
  const added = await server.call('POST', '/desk/operators', { token: admin.token, body })
  const first = await logIn(body.email, added.body.password)
  expect(first.body.handedOut).toBe(true)
  const answer = await change({ token: first.body.token, password: added.body.password })
  expect(answer).toMatchObject({ status: 200, body: { message: 'Password changed. Every other session was ended.' } })
  expect((await me(first.body.token)).body.handedOut).toBe(false)
  expect((await logIn(body.email, added.body.password)).status).toBe(401)
  expect((await logIn(body.email, next)).body.handedOut).toBe(false)
})

test('this session stays, every other one ends; it is in the audit log and in a mail, without the password', async () => {
  const operator = await newOperator(server, 'cashier')
  const elsewhere = (await logIn(operator.email, operator.password)).body.token
  expect((await change(operator)).status).toBe(200)
  expect((await me(operator.token)).status).toBe(200)
  expect((await me(elsewhere)).status).toBe(401)
  expect(await trail(operator.id)).toEqual(['operator.password.change'])
  const mail = await server.mailTo(operator.email)
  expect(mail?.subject).toBe('Your Sauda desk password was changed')
  expect(mail?.text).not.toContain(next)
})

test('without the current password nothing is changed, and guessing is slowed down', async () => {
  const operator = await newOperator(server, 'support')
  const wrong = { currentPassword: 'Not-the-password-1' }
  expect(await change(operator, wrong)).toMatchObject({ status: 422, body: operatorErrors.wrongPassword })
  expect(await trail(operator.id)).toEqual(['operator.password.refused'])
  for (let n = 0; n < 5; n++) await change(operator, wrong)
  await prolongDelays(server)
  expect((await change(operator, wrong)).status).toBe(429)
  expect((await logIn(operator.email, operator.password)).status).toBe(200)
})

test.each([
  ['Password must be at least 8 characters long', 'Short-1'],
  ['Password must contain at least one uppercase letter', 'boats-at-alappuzha-4'],
  ['Password must contain at least one number', 'Boats-at-Alappuzha'],
  ['Password must contain at least one special character', 'BoatsatAlappuzha4'],
])('%s', async (message, newPassword) => {
  expect(await change(admin, { newPassword })).toMatchObject({ status: 400, body: { message } })
})

test('a common password is rejected', async () => {
  expect(await change(admin, { newPassword: 'P@ssw0rd' })).toMatchObject({
    status: 422,
    body: operatorErrors.commonPassword,
  })
})

test('of two changes at once one succeeds', async () => {
  const operator = await newOperator(server, 'lender')
  const answers = await Promise.all([change(operator), change(operator, { newPassword: 'Tea-in-Munnar-77' })])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
})

test('a client has no password at the desk', async () => {
  const client = await server.newClient()
  expect((await change(client)).status).toBe(401)
})

test('a handed-out password that was not changed within a day no longer logs in', async () => {
  const body = { name: 'Late Menon', email: 'late@desk.example', role: 'reviewer' }
  const { password } = (await server.call('POST', '/desk/operators', { token: admin.token, body })).body
  await server.db.run("update operator set created_at = now() - interval '25 hours' where email = $1", [body.email])
  expect(await logIn(body.email, password)).toMatchObject({ status: 401, body: operatorErrors.firstPasswordOver })
  expect(await logIn(body.email, 'Wrong-Pass-1')).toMatchObject({ status: 401, body: operatorErrors.wrongLogin })
})

test('an operator sees their own sessions and ends all others', async () => {
  const operator = await newOperator(server, 'cashier')
  const [elsewhere, other] = [await logIn(operator.email, operator.password), await newOperator(server, 'cashier')]
  const list = async () => (await server.call('GET', '/desk/sessions', { token: operator.token })).body
  expect(await list()).toHaveLength(2)
  const [theirs] = (await server.call('GET', '/desk/sessions', { token: other.token })).body
  const end = (id: string) => server.call('DELETE', `/desk/sessions/${id}`, { token: operator.token })
  expect((await end(theirs._id)).status).toBe(404)
  expect((await server.call('DELETE', '/desk/sessions', { token: operator.token })).status).toBe(200)
  expect(await list()).toMatchObject([{ current: true }])
  expect((await me(elsewhere.body.token)).status).toBe(401)
  expect((await me(other.token)).status).toBe(200)
})
