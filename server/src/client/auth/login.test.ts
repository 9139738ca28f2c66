import { authErrors as r } from '@sauda/contract/client/auth'
import { commonErrors } from '@sauda/contract/platform/error'
import { sessionRules } from '@sauda/contract/core/session'
import * as argon2 from '@node-rs/argon2'
import { describe, expect, test, vi } from 'vitest'
import { raceAtTable } from '../../../test/race.ts'
import { testServer, refusal } from '../../../test/server.ts'
import { prolongDelays } from '../../../test/throttle.ts'

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof argon2>()
  return { ...real, verify: vi.fn<typeof argon2.verify>(real.verify) }
})

const server = await testServer()
const { db, call } = server

const login = (body: object) => call('POST', '/user/login', { body })
const noMoreWait = () => db.run(`update throttle set blocked_until = 'epoch'`)
/** After a wrong login the next one waits this long, counted from within the attempt. */
async function expectDelay(seconds: number, wrong: object): Promise<void> {
  const now = async () => (await db.row<{ now: Date }>('select clock_timestamp() as now'))?.now.getTime() ?? 0
  const before = await now()
  expect((await login(wrong)).status).toBe(401)
  const until = (await db.row<{ until: Date }>('select max(blocked_until) as until from throttle'))?.until.getTime()
  expect(until).toBeGreaterThanOrEqual(before + seconds * 1000)
  expect(until).toBeLessThanOrEqual((await now()) + seconds * 1000)
}
const calmDown = () => db.run('delete from throttle')
const audited = (subjectId: string) =>
  db.rows<{ action: string; after: unknown; actor_kind: string }>(
    `select action, after, actor_kind from audit where subject_id = $1 and action like 'auth.log%' order by id`,
    [subjectId],
  )
const freeze = (id: string) => db.run('update client set frozen_at = now() where id = $1', [id])

describe('login', () => {
  test('answers token, _id and isDocsVerified, and nothing else', async () => {
    const client = await server.newClient()
    const answer = await login({ email: client.email, password: client.password })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ token: expect.any(String), _id: client.id, isDocsVerified: 'UNVERIFIED' })
    expect(answer.body.token).toMatch(/^[\w-]{43}$/)
    expect(answer.body.token).not.toBe(client.token)
    await db.run(`update client set kyc_status = 'VERIFIED' where id = $1`, [client.id])
    expect((await login({ email: client.email, password: client.password })).body.isDocsVerified).toBe('VERIFIED')
  })

  test('keeps only a hash of the token', async () => {
    const { token } = await server.newClient()
    const rows = await db.rows('select s::text as row from session s')
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(token).toString('hex'))
  })

  test('a wrong password and an unknown email get the same answer', async () => {
    const client = await server.newClient()
    const wrong = await login({ email: client.email, password: 'Wrong-River-27' })
    const unknown = await login({ email: 'nobody@example.com', password: 'Wrong-River-27' })
    expect(wrong).toMatchObject(refusal({ status: 401, message: 'Invalid email or password' }))
    expect(unknown.body).toEqual(wrong.body)
    expect([...unknown.headers.keys()]).toEqual([...wrong.headers.keys()])
  })

  test('an unknown email costs the same hash as a wrong password', async () => {
    const client = await server.newClient()
    const hashes = async (email: string) => {
      vi.mocked(argon2.verify).mockClear()
      await login({ email, password: 'Wrong-River-27' })
      return vi.mocked(argon2.verify).mock.calls.map(([hash]) => String(hash).split('$').slice(0, 4).join('$'))
    }
    const known = await hashes(client.email)
    expect(known).toEqual(['$argon2id$v=19$m=19456,t=2,p=1'])
    expect(await hashes('nobody.else@example.com')).toEqual(known)
    await calmDown()
  })

  test('a password is compared unmodified', async () => {
    const client = await server.newClient({ password: ' Spaced-River-27\u0000 ' })
    expect((await login({ email: client.email, password: client.password })).status).toBe(200)
    for (const password of [client.password.trim(), 'Spaced-River-27', client.password.toLowerCase()])
      expect((await login({ email: client.email, password })).status).toBe(401)
  })

  test('every login and every rejection is in the audit log, without what was typed', async () => {
    const client = await server.newClient()
    await login({ email: client.email, password: 'Typed-By-Mistake-1' })
    await login({ email: client.email, password: client.password })
    await login({ email: 'typed.by.mistake.2@example.com', password: 'Typed-By-Mistake-3' })
    expect(await audited(client.id)).toEqual([
      { action: 'auth.login.refused', after: { reason: 'password' }, actor_kind: 'visitor' },
      { action: 'auth.login', after: null, actor_kind: 'client' },
    ])
    const all = JSON.stringify(await db.rows('select a::text as row from audit a'))
    expect(all).not.toMatch(/typed.by.mistake/i)
  })

  test('a frozen login gets the usual rejection, which points to support only after the right password', async () => {
    const client = await server.newClient()
    await freeze(client.id)
    expect((await login({ email: client.email, password: 'Wrong-River-27' })).body).toEqual(r.wrongLogin)
    const rejected = await login({ email: client.email, password: client.password })
    expect([rejected.status, rejected.body]).toEqual([401, { ...r.wrongLogin, need: 'support' }])
    expect((await audited(client.id)).at(-1)?.after).toEqual({ reason: 'frozen' })
    expect(await call('GET', '/user/sessions', { token: client.token })).toMatchObject(
      refusal(commonErrors.notSignedIn),
    )
  })
})

describe('too many attempts', () => {
  test('the wait grows with each attempt, applies to the right password too, and ends', async () => {
    const client = await server.newClient()
    const wrong = { email: client.email, password: 'Wrong-River-27' }
    for (let n = 1; n <= 5; n++) expect((await login(wrong)).status).toBe(401)
    await expectDelay(1, wrong)
    await prolongDelays(server)
    const blocked = await login({ email: client.email, password: client.password })
    expect(blocked).toMatchObject(refusal(r.slowDown))
    await noMoreWait()
    await expectDelay(2, wrong)
    for (let n = 1; n <= 12; n++) {
      await noMoreWait()
      await login(wrong)
    }
    const wait = Number((await login(wrong)).headers.get('retry-after'))
    expect(wait).toBeGreaterThan(290)
    expect(wait).toBeLessThanOrEqual(300)
    await noMoreWait()
    expect((await login({ email: client.email, password: client.password })).status).toBe(200)
    // A success resets the count.
    for (let n = 1; n <= 6; n++) expect((await login(wrong)).status).toBe(401)
    await calmDown()
  })

  test('an unknown email is delayed in the same way', async () => {
    const wrong = { email: 'unknown@example.com', password: 'Wrong-River-27' }
    for (let n = 1; n <= 6; n++) expect((await login(wrong)).status).toBe(401)
    await prolongDelays(server)
    expect(await login(wrong)).toMatchObject(refusal(r.slowDown))
    await calmDown()
  })

  test('a burst of parallel guesses cannot pass together', async () => {
    const client = await server.newClient()
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => login({ email: client.email, password: 'Wrong-River-27' })),
    )
    await calmDown()
    const tried = answers.filter(({ status }) => status === 401).length
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30 - tried)
    // On a slow machine a pause may end during the test, which allows one more attempt; the pauses grow.
    expect(tried).toBeGreaterThanOrEqual(6)
    expect(tried).toBeLessThan(10)
  })

  test('a network that failed 100 times in 10 minutes waits, whatever the address', async () => {
    const client = await server.newClient()
    await login({ email: client.email, password: client.password })
    const network = await db.row<{ key: string; count: number }>(
      `select key, count from throttle where key like 'auth:127%'`,
    )
    expect(network?.count).toBe(0)
    await db.run('update throttle set count = $2 where key = $1', [network?.key, sessionRules.network.failedLogins])
    const answer = await login({ email: client.email, password: client.password })
    expect(answer).toMatchObject(refusal(r.slowDown))
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(500)
    await calmDown()
  })
})

describe('logout', () => {
  test('ends the session of the request and no other', async () => {
    const client = await server.newClient()
    const { token } = (await login({ email: client.email, password: client.password })).body
    expect(await call('POST', '/user/logout', { token })).toMatchObject({ status: 200 })
    expect(await call('GET', '/user/sessions', { token })).toMatchObject(refusal(commonErrors.notSignedIn))
    expect(await call('POST', '/user/logout', { token })).toMatchObject(refusal(commonErrors.notSignedIn))
    expect((await call('GET', '/user/sessions', { token: client.token })).status).toBe(200)
    expect((await audited(client.id)).at(-1)).toMatchObject({ action: 'auth.logout', actor_kind: 'client' })
  })

  test('thirty logouts at once are audited once', async () => {
    const client = await server.newClient()
    const { token } = (await login({ email: client.email, password: client.password })).body
    const logouts = Array.from({ length: 30 }, () => () => call('POST', '/user/logout', { token }))
    const answers = await raceAtTable(server, 'session', logouts)
    for (const { status } of answers) expect([200, 401]).toContain(status)
    expect((await audited(client.id)).filter(({ action }) => action === 'auth.logout')).toHaveLength(1)
  })
})

test('a login during a password change is ended by it', async () => {
  const client = await server.newClient()
  await call('POST', '/user/forgot-password', { body: { email: client.email } })
  const otp = await server.codeFor(client.email)
  const newPassword = 'Brand-New-River-28'
  const [answers] = await Promise.all([
    Promise.all(Array.from({ length: 4 }, () => login({ email: client.email, password: client.password }))),
    call('POST', '/user/verify-forgot-password-otp', { body: { email: client.email, otp, newPassword } }),
  ])
  const tokens = answers.flatMap(({ status, body }) => (status === 200 ? [body.token] : []))
  for (const token of tokens) expect((await call('GET', '/user/sessions', { token })).status).toBe(401)
  await calmDown()
  expect((await login({ email: client.email, password: client.password })).status).toBe(401)
  expect((await login({ email: client.email, password: newPassword })).status).toBe(200)
})
