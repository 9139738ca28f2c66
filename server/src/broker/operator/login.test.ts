import { operatorErrors } from '@sauda/contract/broker/operator'
import { setUpErrors } from '@sauda/contract/core/session'
import { TOTP, Secret } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { liveSettings } from '../../../test/live.ts'
import { newOperator } from '../../../test/operator.ts'
import { raceAtTable } from '../../../test/race.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { prolongDelays } from '../../../test/throttle.ts'
import { hashPassword } from '../../core/session/password.ts'

const server = await testServer()
const { db } = server
const live = await testServer(liveSettings)

const login = (email: string, password: string, code?: string, on: TestServer = server) =>
  on.call('POST', '/desk/login', { body: { email, password, ...(code !== undefined && { code }) } })
const audits = (action: string, subjectId: string) =>
  db.rows<{ actor_kind: string; actor_name: string | null; after: unknown; ip: string }>(
    'select actor_kind, actor_name, after, ip from audit where action = $1 and subject_id = $2 order by id',
    [action, subjectId],
  )
const codeOf = (secret: string, ahead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead * 30_000 })

describe('desk login', () => {
  test('returns a token, the name and the rights, and is audited', async () => {
    const operator = await newOperator(server, 'cashier', 'Nisha Cashier')
    const { status, body } = await login(operator.email.toUpperCase(), operator.password)
    expect(status).toBe(200)
    expect(body).toMatchObject({ _id: operator.id, name: 'Nisha Cashier', role: 'cashier' })
    expect(body.rights).toContain('wallet.pay')
    expect(body.need).toBeUndefined()
    expect((await server.call('GET', '/desk/me', { token: body.token })).body).toMatchObject({ role: 'cashier' })
    expect(await audits('operator.login', operator.id)).toMatchObject([
      { actor_kind: 'operator', actor_name: 'Nisha Cashier', ip: '127.0.0.1' },
      { actor_kind: 'operator' },
    ])
  })

  test('responds alike to a wrong password, an unknown address and a disabled login', async () => {
    const operator = await newOperator(server, 'support')
    await db.run('update operator set disabled_at = now() where id = $1', [operator.id])
    const answers = [
      await login(operator.email, 'Not-This-One-1'),
      await login('nobody@desk.example', operator.password),
      await login(operator.email, operator.password),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(401)
      expect(body).toEqual(operatorErrors.wrongLogin)
    }
    expect(await audits('operator.login.refused', operator.id)).toMatchObject([
      { actor_kind: 'visitor', after: { reason: 'password' } },
      { actor_kind: 'visitor', after: { reason: 'disabled' } },
    ])
  })

  test('an unknown address takes as long as a wrong password', async () => {
    const operator = await newOperator(server, 'support')
    const passwordHash = await hashPassword(operator.password)
    await db.run('update operator set password_hash = $2 where id = $1', [operator.id, passwordHash])
    // Processor time, because elapsed time varies on a busy machine.
    const time = async (email: string) => {
      const began = process.cpuUsage()
      await login(email, 'Not-This-One-1')
      const { user, system } = process.cpuUsage(began)
      return user + system
    }
    const [known, unknown]: [number[], number[]] = [[], []]
    for (let n = 0; n < 5; n++) {
      known.push(await time(operator.email))
      unknown.push(await time(`nobody${n}@desk.example`))
    }
    const middle = (times: number[]) => times.toSorted((a, b) => a - b)[2] ?? 0
    expect(middle(unknown)).toBeGreaterThan(middle(known) * 0.5)
  })

  test('makes every further attempt wait after five wrong passwords, the right one too', async () => {
    const operator = await newOperator(server, 'lender')
    for (let n = 0; n < 5; n++) expect((await login(operator.email, 'Not-This-One-1')).status).toBe(401)
    await login(operator.email, 'Not-This-One-1')
    await prolongDelays(server)
    const { status, body, headers } = await login(operator.email, operator.password)
    expect({ status, body }).toEqual({ status: 429, body: operatorErrors.slowDown })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('logout ends the session', async () => {
    const operator = await newOperator(server, 'support')
    expect((await server.call('POST', '/desk/logout', { token: operator.token })).status).toBe(200)
    expect((await server.call('GET', '/desk/me', { token: operator.token })).status).toBe(401)
    expect(await audits('operator.logout', operator.id)).toHaveLength(1)
  })

  test('records thirty concurrent logouts once', async () => {
    const { id, token } = await newOperator(server, 'support')
    const logouts = Array.from({ length: 30 }, () => () => server.call('POST', '/desk/logout', { token }))
    await raceAtTable(server, 'session', logouts)
    expect(await audits('operator.logout', id)).toHaveLength(1)
  })

  test('a session ends after 15 minutes without a call', async () => {
    const operator = await newOperator(server, 'support')
    await db.run("update session set last_seen_at = now() - interval '16 minutes' where operator_id = $1", [
      operator.id,
    ])
    expect((await server.call('GET', '/desk/me', { token: operator.token })).status).toBe(401)
  })
})

describe('two-step login of an operator', () => {
  test('is turned on with the password; then a login needs a code, each code once, or a recovery code', async () => {
    const operator = await newOperator(server, 'auditor')
    const { token } = operator
    const confirm = (code: string, password = operator.password) =>
      server.call('POST', '/desk/totp/confirm', { token, body: { code, password } })
    expect((await confirm('123456')).body).toEqual(operatorErrors.totpNotStarted)
    const { body: started } = await server.call('POST', '/desk/totp/start', { token })
    expect(started.uri).toContain(encodeURIComponent(operator.email))
    expect((await confirm('000000')).status).toBe(422)
    const withoutPassword = await confirm(codeOf(started.secret, -1), 'Not-This-One-1')
    expect(withoutPassword).toMatchObject({ status: 422, body: operatorErrors.wrongPassword })
    const confirmed = await confirm(codeOf(started.secret, -1))
    expect(confirmed.body.recoveryCodes).toHaveLength(10)
    expect(await audits('operator.totp.on', operator.id)).toHaveLength(1)
    expect((await server.call('POST', '/desk/totp/start', { token })).body).toEqual(operatorErrors.totpOn)

    expect((await login(operator.email, operator.password)).body).toEqual({
      ...operatorErrors.needCode,
      need: 'totp',
    })
    expect((await login(operator.email, 'Not-This-One-1', codeOf(started.secret))).body).toEqual(
      operatorErrors.wrongLogin,
    )
    const code = codeOf(started.secret)
    expect((await login(operator.email, operator.password, code)).status).toBe(200)
    expect((await login(operator.email, operator.password, code)).body).toEqual({
      ...operatorErrors.wrongSecondFactor,
      need: 'totp',
    })
    const [recovery] = confirmed.body.recoveryCodes
    expect((await login(operator.email, operator.password, recovery)).status).toBe(200)
    expect((await login(operator.email, operator.password, recovery)).status).toBe(401)
  })

  test('outside demo an operator without it has no rights and must set it up', async () => {
    const operator = await newOperator(live, 'admin')
    const { token } = operator
    expect((await live.call('GET', '/desk/me', { token })).body).toMatchObject({ rights: [], need: 'totp-setup' })
    expect((await live.call('GET', '/desk/operators', { token })).body).toEqual(setUpErrors['totp-setup'])
    const { body } = await live.call('POST', '/desk/totp/start', { token })
    const confirmation = { code: codeOf(body.secret), password: operator.password }
    await live.call('POST', '/desk/totp/confirm', { token, body: confirmation })
    expect((await live.call('GET', '/desk/operators', { token })).status).toBe(200)
    expect((await live.call('GET', '/desk/me', { token })).body.need).toBeUndefined()
  })
})
