import { loginErrors } from '@sauda/contract/core/session'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { authenticator } from '../../../test/authenticator.ts'
import { moneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { hashPassword } from './password.ts'

const origin = 'http://localhost:3000'
const server = await testServer({ PUBLIC_URL: origin })
const strict = await testServer({ PUBLIC_URL: origin, OPERATOR_FACTOR: 'passkey' })
const careful = await testServer({ PUBLIC_URL: origin, STEP_UP: 'on' })

type Login = { readonly token: string; readonly password: string }
type Place = '/user' | '/desk'

const start = (place: Place, { token, password }: Login, on = server) =>
  on.call('POST', `${place}/passkeys/start`, { token, body: { password } })
const add = (place: Place, { token }: Login, response: object, on = server) =>
  on.call('POST', `${place}/passkeys`, { token, body: { name: 'Phone', response } })
const loginStart = async (place: Place, on = server) => (await on.call('POST', `${place}/passkey/login/start`)).body
const login = (place: Place, response: object, on = server) =>
  on.call('POST', `${place}/passkey/login`, { body: { response } })

async function withPasskey<L extends Login>(place: Place, owner: L, on: TestServer = server) {
  const device = authenticator(origin)
  const added = await add(place, owner, device.create((await start(place, owner, on)).body), on)
  expect(added.status).toBe(200)
  return { owner, device, recoveryCodes: added.body.recoveryCodes as string[] }
}
const clientWithPasskey = async () => withPasskey('/user', await server.newClient())

describe('a passkey', () => {
  test('logs its client in without a password; other sessions have ended and ten recovery codes were shown', async () => {
    const client = await server.newClient()
    const other = await server.call('POST', '/user/login', { body: { email: client.email, password: client.password } })
    const { device, recoveryCodes } = await withPasskey('/user', client)
    expect(recoveryCodes).toHaveLength(10)
    expect((await server.call('GET', '/user/sessions', { token: other.body.token })).status).toBe(401)
    const answer = await login('/user', device.use(await loginStart('/user')))
    expect(answer.body).toMatchObject({ _id: client.id })
    const { token } = answer.body
    const list = await server.call('GET', '/user/passkeys', { token })
    expect(list.body).toEqual([
      { _id: expect.any(String), name: 'Phone', createdAt: expect.any(String), lastUsedAt: expect.any(String) },
    ])
    expect((await server.mailTo(client.email))?.subject).toBe('Passkey added at Sauda')
  })

  test('logs its operator in, who then has every right of the role', async () => {
    const { owner, device } = await withPasskey('/desk', await newOperator(server, 'cashier'))
    const answer = await login('/desk', device.use(await loginStart('/desk')))
    expect(answer.body).toMatchObject({ _id: owner.id, twoStep: true })
  })

  test('makes the password alone insufficient; a recovery code replaces the passkey once', async () => {
    const { owner, recoveryCodes } = await clientWithPasskey()
    const { email, password } = owner
    const enter = (code?: string) => server.call('POST', '/user/login', { body: { email, password, code } })
    expect((await enter()).body).toEqual({ message: loginErrors.needPasskey.message, status: 401, need: 'passkey' })
    expect((await enter(recoveryCodes[0])).status).toBe(200)
    expect((await enter(recoveryCodes[0])).status).toBe(401)
  })

  test('needs the password to be added and to be removed; the last one takes the recovery codes with it', async () => {
    const { owner, device, recoveryCodes } = await clientWithPasskey()
    expect((await start('/user', { ...owner, password: 'Wrong-Pass-1' })).status).toBe(422)
    const [passkey] = (await server.call('GET', '/user/passkeys', { token: owner.token })).body
    const remove = (password: string) =>
      server.call('POST', `/user/passkeys/${passkey._id}/remove`, { token: owner.token, body: { password } })
    expect((await remove('Wrong-Pass-1')).status).toBe(422)
    expect((await remove(owner.password)).status).toBe(200)
    expect((await remove(owner.password)).status).toBe(404)
    expect((await login('/user', device.use(await loginStart('/user')))).status).toBe(422)
    const { email, password } = owner
    expect((await server.call('POST', '/user/login', { body: { email, password } })).status).toBe(200)
    const left = await server.db.rows('select from recovery_code where owner_id = $1', [owner.id])
    expect(left).toHaveLength(0)
    expect(recoveryCodes).toHaveLength(10)
  })

  test('of somebody else cannot be removed', async () => {
    const [mine, theirs] = [await clientWithPasskey(), await clientWithPasskey()]
    const [passkey] = (await server.call('GET', '/user/passkeys', { token: theirs.owner.token })).body
    const { token, password } = mine.owner
    const path = `/user/passkeys/${passkey._id}/remove`
    expect((await server.call('POST', path, { token, body: { password } })).status).toBe(404)
  })
})

describe('a login is rejected with 422', () => {
  const rejected = { message: loginErrors.passkeyRejected.message, status: 422 }

  test('for a response that was used before, ten times at once', async () => {
    const { device } = await clientWithPasskey()
    const response = device.use(await loginStart('/user'))
    const answers = await Promise.all(Array.from({ length: 10 }, () => login('/user', response)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(9)
  })

  test.each([
    ['another origin', { origin: 'https://phishing.example' }],
    ['another website', { rpId: 'phishing.example' }],
    ['no screen lock, fingerprint or face', { unverified: true }],
    ['a counter that went back, as of a copied key', { counter: 1 }],
  ])('for %s', async (_, changes) => {
    const { device } = await clientWithPasskey()
    for (let i = 0; i < 3; i++) expect((await login('/user', device.use(await loginStart('/user')))).status).toBe(200)
    expect((await login('/user', device.use(await loginStart('/user'), changes))).body).toEqual(rejected)
  })

  test('for a challenge of the desk, of adding a passkey, of nobody, or after five minutes', async () => {
    const { owner, device } = await clientWithPasskey()
    const stale = await loginStart('/user')
    const bytes = Buffer.from(stale.challenge, 'base64url')
    bytes.writeBigUInt64BE(BigInt(Date.now() + 3_600_000))
    const challenges = [
      await loginStart('/desk'),
      (await start('/user', owner)).body,
      { challenge: Buffer.alloc(64).toString('base64url') },
      { challenge: '' },
      { challenge: bytes.toString('base64url') },
    ]
    for (const challenge of challenges) expect((await login('/user', device.use(challenge))).body).toEqual(rejected)
  })

  test('for a passkey of a client at the desk, and of an operator at the portal', async () => {
    const client = await clientWithPasskey()
    const operator = await withPasskey('/desk', await newOperator(server, 'support'))
    expect((await login('/desk', client.device.use(await loginStart('/desk')))).status).toBe(422)
    expect((await login('/user', operator.device.use(await loginStart('/user')))).status).toBe(422)
  })

  test('for a signature of another key', async () => {
    const { device } = await clientWithPasskey()
    const response = authenticator(origin).use(await loginStart('/user'))
    const { id } = device.use(await loginStart('/user'))
    expect((await login('/user', { ...response, id, rawId: id })).body).toEqual(rejected)
  })

  test('for a frozen client with 401 as with the password', async () => {
    const { owner, device } = await clientWithPasskey()
    await server.db.run('update client set frozen_at = now() where id = $1', [owner.id])
    expect((await login('/user', device.use(await loginStart('/user')))).body).toMatchObject({ status: 401 })
  })
})

test('a passkey cannot be added with the challenge of another client, or one that was used', async () => {
  const [first, second] = [await server.newClient(), await server.newClient()]
  const options = (await start('/user', first)).body
  expect((await add('/user', second, authenticator(origin).create(options))).status).toBe(422)
  expect((await add('/user', first, authenticator(origin).create(options))).status).toBe(200)
  expect((await add('/user', first, authenticator(origin).create(options))).status).toBe(422)
})

test('a rejected passkey is in the audit log', async () => {
  const { owner, device } = await clientWithPasskey()
  await login('/user', device.use(await loginStart('/user'), { origin: 'https://phishing.example' }))
  const rows = await server.db.rows<{ after: object }>(
    "select after from audit where action = 'auth.login.refused' and subject_id = $1",
    [owner.id],
  )
  expect(rows).toEqual([{ after: { reason: 'passkey' } }])
})

describe('with OPERATOR_FACTOR=passkey', () => {
  test('an operator without one has no right and must set it up; then every right of the role', async () => {
    const operator = await newOperator(strict, 'support')
    const me = async () => (await strict.call('GET', '/desk/me', { token: operator.token })).body
    expect(await me()).toMatchObject({ rights: [], need: 'passkey-setup' })
    expect((await strict.call('GET', '/desk/clients', { token: operator.token })).status).toBe(403)
    await withPasskey('/desk', operator, strict)
    expect((await me()).rights).toContain('client.read')
  })

  test('an authenticator app does not replace the passkey', async () => {
    const operator = await newOperator(strict, 'support')
    const { secret } = await strict.app.context.twoStep.start(strict.db, operator.id, operator.email)
    await strict.db.run('update totp set confirmed_at = now() where owner_id = $1', [operator.id])
    await withPasskey('/desk', operator, strict)
    const { email, password } = operator
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    const answer = await strict.call('POST', '/desk/login', { body: { email, password, code } })
    expect(answer.status).toBe(401)
  })
})

describe('a confirmation', () => {
  const asked = async () => {
    const client = await moneyClient(careful, { rupees: 50_000 })
    const device = authenticator(origin)
    const { token } = client
    const password = 'Lamp-Oil-42'
    await careful.db.run('update client set password_hash = $2 where id = $1', [
      client.id,
      await hashPassword(password),
    ])
    const owner = { token, password }
    const started = await start('/user', owner, careful)
    const confirmation = await careful.codeFor(client.email)
    expect(started.body).toMatchObject({ need: 'confirm' })
    const options = await careful.call('POST', '/user/passkeys/start', {
      token,
      body: { password, confirmation },
    })
    expect((await add('/user', owner, device.create(options.body), careful)).status).toBe(200)
    const withdraw = (amount: number, confirmation?: object | string) =>
      careful.call('POST', '/user/wallet/withdraw', { token, body: { id: client.id, amount, confirmation } })
    return { client, device, withdraw }
  }

  test('with the passkey is for exactly this withdrawal, once', async () => {
    const { device, withdraw } = await asked()
    const { body } = await withdraw(1000)
    expect(body).toMatchObject({
      need: 'confirm',
      from: 'passkey',
      message: expect.stringMatching(/^Use your passkey to confirm the withdrawal of ₹1,000\.00/),
    })
    expect((await withdraw(2000, device.use(body.passkey))).status).toBe(409)
    const again = (await withdraw(1000)).body
    const response = device.use(again.passkey)
    expect((await withdraw(1000, response)).status).toBe(200)
    await withdraw(1000)
    expect((await withdraw(1000, response)).status).toBe(409)
  })

  test('with the passkey of another client, or for a login, is rejected', async () => {
    const { withdraw, device } = await asked()
    const other = await asked()
    const { body } = await withdraw(1000)
    expect((await withdraw(1000, other.device.use(body.passkey))).status).toBe(409)
    await withdraw(1000)
    expect((await withdraw(1000, device.use(await loginStart('/user', careful)))).status).toBe(409)
  })
})
