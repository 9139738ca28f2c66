import { authErrors as r } from '@sauda/contract/client/auth'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { testServer, type NewClient } from '../../../test/server.ts'
import { prolongDelays } from '../../../test/throttle.ts'

const server = await testServer()
const { db, call } = server

const login = (body: object) => call('POST', '/user/login', { body })
const refusal = ({ status, message }: { status: number; message: string }, need?: string) => ({
  status,
  body: { status, message, ...(need && { need }) },
})
const codeOf = (secret: string, timestamp = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
const wrongFor = (secret: string) => {
  const near = [-60, -30, 0, 30, 60].map((seconds) => codeOf(secret, Date.now() + seconds * 1000))
  return ['111111', '222222', '333333', '444444', '555555', '666666'].find((code) => !near.includes(code))
}
/** A code works once; this lets the current one work again. */
const nextStep = () => db.run('update totp set last_step = 0')
const start = (client: NewClient, password = client.password) =>
  call('POST', '/user/totp/start', { token: client.token, body: { password } })
const confirm = (client: NewClient, code: unknown) =>
  call('POST', '/user/totp/confirm', { token: client.token, body: { code } })
const remove = (client: NewClient, body: object) => call('POST', '/user/totp/remove', { token: client.token, body })
const status = async (client: NewClient) => (await call('GET', '/user/totp', { token: client.token })).body

async function protectedClient() {
  const client = await server.newClient()
  const { secret } = (await start(client)).body
  const { recoveryCodes } = (await confirm(client, codeOf(secret))).body
  await nextStep()
  return { ...client, secret: secret as string, recoveryCodes: recoveryCodes as string[] }
}

describe('turning two-step login on', () => {
  test('takes the password, then a code, and answers ten recovery codes once', async () => {
    const client = await server.newClient()
    expect(await status(client)).toEqual({ on: false, recoveryCodesLeft: 0 })
    expect(await confirm(client, '123456')).toMatchObject(refusal(r.totpNotStarted))
    expect(await start(client, 'Wrong-River-27')).toMatchObject(refusal(r.wrongPassword))
    const started = await start(client)
    expect(started.status).toBe(200)
    expect(started.body.uri).toContain(`otpauth://totp/Sauda:${encodeURIComponent(client.email)}`)
    // Not before it is confirmed.
    expect((await login({ email: client.email, password: client.password })).status).toBe(200)
    expect(await confirm(client, wrongFor(started.body.secret))).toMatchObject(refusal(r.totpWrong))
    const confirmed = await confirm(client, codeOf(started.body.secret))
    expect(confirmed.status).toBe(200)
    expect(new Set(confirmed.body.recoveryCodes).size).toBe(10)
    expect(await status(client)).toEqual({ on: true, recoveryCodesLeft: 10 })
    expect((await server.mailTo(client.email))?.subject).toBe('Two-step login is on for Sauda')
    expect(await start(client)).toMatchObject(refusal(r.totpOn))
    expect(await confirm(client, codeOf(started.body.secret))).toMatchObject(refusal(r.totpOn))
  })

  test('ends the sessions that were opened without it', async () => {
    const client = await server.newClient()
    const older = (await login({ email: client.email, password: client.password })).body.token
    const { secret } = (await start(client)).body
    expect((await confirm(client, codeOf(secret))).status).toBe(200)
    expect((await call('GET', '/user/sessions', { token: older })).status).toBe(401)
    expect((await call('GET', '/user/sessions', { token: client.token })).body).toHaveLength(1)
  })

  test('starting again before confirming invalidates the first secret', async () => {
    const client = await server.newClient()
    const first = (await start(client)).body.secret
    const second = (await start(client)).body.secret
    expect(await confirm(client, codeOf(first))).toMatchObject(refusal(r.totpWrong))
    expect((await confirm(client, codeOf(second))).status).toBe(200)
  })

  test('the secret and the recovery codes cannot be read from the database', async () => {
    const { secret, recoveryCodes } = await protectedClient()
    const rows = JSON.stringify(
      await db.rows(
        `select encode(secret, 'escape') as text from totp union all select encode(hash, 'escape') from recovery_code`,
      ),
    )
    for (const text of [secret, ...recoveryCodes]) expect(rows).not.toContain(text)
  })
})

describe('login with two steps', () => {
  test('the right password without a code gets a reply naming what is needed, a wrong one does not', async () => {
    const client = await protectedClient()
    expect(await login({ email: client.email, password: client.password })).toMatchObject({
      status: 401,
      body: { message: 'Enter the code from your authenticator app', status: 401, need: 'totp' },
    })
    const wrong = await login({ email: client.email, password: 'Wrong-River-27', code: codeOf(client.secret) })
    expect(wrong.body).toEqual(r.wrongLogin)
  })

  test('a right code logs in, once', async () => {
    const client = await protectedClient()
    const code = codeOf(client.secret)
    const body = { email: client.email, password: client.password, code }
    const answers = await Promise.all([login(body), login(body), login(body)])
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 401, 401])
    expect(await login(body)).toMatchObject(refusal(r.wrongSecondFactor, 'totp'))
  })

  test('a wrong code starts no session and is slowed down', async () => {
    const client = await protectedClient()
    await db.run('delete from throttle')
    const body = { email: client.email, password: client.password, code: wrongFor(client.secret) }
    for (let n = 1; n <= 6; n++) expect(await login(body)).toMatchObject(refusal(r.wrongSecondFactor, 'totp'))
    await prolongDelays(server)
    expect(await login({ ...body, code: codeOf(client.secret) })).toMatchObject(refusal(r.slowDown))
    const sessions = await db.row('select count(*)::int as n from session where client_id = $1', [client.id])
    expect(sessions).toEqual({ n: 1 })
    // A request without a code, which is no failure, does not give further tries.
    await db.run(`update throttle set blocked_until = 'epoch'`)
    expect((await login({ email: client.email, password: client.password })).body.need).toBe('totp')
    await prolongDelays(server)
    expect(await login(body)).toMatchObject(refusal(r.slowDown))
  })

  test('a recovery code replaces the authenticator code, in any spelling, once', async () => {
    const client = await protectedClient()
    await db.run('delete from throttle')
    const [first = '', second = ''] = client.recoveryCodes
    const body = { email: client.email, password: client.password }
    expect((await login({ ...body, code: first.toLowerCase().replaceAll('-', '') })).status).toBe(200)
    expect(await login({ ...body, code: first })).toMatchObject(refusal(r.wrongSecondFactor, 'totp'))
    expect((await login({ ...body, code: second })).status).toBe(200)
    expect(await status(client)).toEqual({ on: true, recoveryCodesLeft: 8 })
  })

  test('a reset password does not bypass the second factor', async () => {
    const client = await protectedClient()
    await call('POST', '/user/forgot-password', { body: { email: client.email } })
    const otp = await server.codeFor(client.email)
    const newPassword = 'Brand-New-River-28'
    await call('POST', '/user/verify-forgot-password-otp', { body: { email: client.email, otp, newPassword } })
    expect((await login({ email: client.email, password: newPassword })).body.need).toBe('totp')
    expect((await login({ email: client.email, password: newPassword, code: codeOf(client.secret) })).status).toBe(200)
  })

  test("another client's code is rejected", async () => {
    const [mine, theirs] = [await protectedClient(), await protectedClient()]
    const code = codeOf(theirs.secret)
    expect((await login({ email: mine.email, password: mine.password, code })).status).toBe(401)
    const [recovery] = theirs.recoveryCodes
    expect((await login({ email: mine.email, password: mine.password, code: recovery })).status).toBe(401)
  })
})

describe('turning two-step login off', () => {
  test('takes the password and a code', async () => {
    const client = await protectedClient()
    const code = codeOf(client.secret)
    expect(await remove(client, { password: 'Wrong-River-27', code })).toMatchObject(refusal(r.wrongPassword))
    expect(await remove(client, { password: client.password, code: wrongFor(client.secret) })).toMatchObject(
      refusal(r.totpWrong),
    )
    expect((await remove(client, { password: client.password, code })).status).toBe(200)
    expect(await status(client)).toEqual({ on: false, recoveryCodesLeft: 0 })
    expect((await server.mailTo(client.email))?.subject).toBe('Two-step login is off for Sauda')
    expect((await login({ email: client.email, password: client.password })).status).toBe(200)
    expect(await remove(client, { password: client.password, code })).toMatchObject(refusal(r.totpOff))
    const audited = await db.rows(
      `select action from audit where subject_id = $1 and action like 'auth.totp%' order by id`,
      [client.id],
    )
    expect(audited).toEqual([{ action: 'auth.totp.on' }, { action: 'auth.totp.off' }])
  })

  test('guessing codes is slowed down', async () => {
    const client = await protectedClient()
    const code = wrongFor(client.secret)
    for (let n = 1; n <= 6; n++) expect((await remove(client, { password: client.password, code })).status).toBe(422)
    await prolongDelays(server)
    expect(await remove(client, { password: client.password, code })).toMatchObject(refusal(r.slowDown))
  })
})
