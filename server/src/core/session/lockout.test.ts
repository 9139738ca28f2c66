import { loginErrors, portalHeader, sessionRules } from '@sauda/contract/core/session'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { newOperator } from '../../../test/operator.ts'
import { setCookieOf, testServer, type Answer } from '../../../test/server.ts'
import { mostAllowed, prolongDelays } from '../../../test/throttle.ts'

// Forwarded addresses let the test call from several networks.
const server = await testServer({ TRUST_PROXY: '1' })
const { db, call } = server
const ceiling = sessionRules.network.perAccountAndDay

type Login = { email: string; password: string; code?: string }
type From = { ip: string; cookie?: string }
const logIn =
  (path: '/user/login' | '/desk/login') =>
  (body: Login, { ip, cookie }: From) =>
    call('POST', path, {
      body,
      headers: {
        [portalHeader]: '1',
        'x-forwarded-for': ip,
        'user-agent': 'Firefox on Linux',
        ...(cookie && { cookie }),
      },
    })
const cookieOf = (answer: Answer) => setCookieOf(answer, 'browser').split(';')[0] ?? ''
const home = { ip: '198.51.100.1' }
const elsewhere = (n: number) => ({ ip: `203.0.113.${n}` })
const rejection = ({ status, message }: { status: number; message: string }) => ({ status, body: { message } })

const kinds = [
  { who: 'client', login: logIn('/user/login'), create: () => server.newClient() },
  { who: 'operator', login: logIn('/desk/login'), create: () => newOperator(server, 'dealer') },
] as const

describe.each(kinds)('the login of a $who', ({ login, create }) => {
  const owner = async () => {
    const { email, password } = await create()
    const first = await login({ email, password }, home)
    expect(first.status).toBe(200)
    return { email, password, browser: { ...home, cookie: cookieOf(first) } }
  }
  const failMany = async (email: string, networks: number) => {
    for (let n = 1; n <= networks; n++)
      await Promise.all(Array.from({ length: 8 }, () => login({ email, password: 'Wrong-River-27' }, elsewhere(n))))
  }
  const overCeiling = (email: string) =>
    db
      .run(
        `update throttle set count = $1 where key in (select key from throttle where key like 'login:%:day'
         order by resets_at desc limit 1)`,
        [ceiling + 1],
      )
      .then(() => email)

  test('is not delayed by failed attempts from other networks', async () => {
    const { email, password, browser } = await owner()
    await failMany(email, 4)
    await prolongDelays(server)
    expect(await login({ email, password: 'Wrong-River-27' }, elsewhere(1))).toMatchObject({ status: 429 })
    expect((await login({ email, password }, browser)).status).toBe(200)
    expect((await login({ email, password }, { ip: '198.51.100.77' })).status).toBe(200)
  })

  test('from a known browser is not delayed by failed attempts from its own network', async () => {
    const { email, password, browser } = await owner()
    for (let n = 1; n <= 8; n++) await login({ email, password: 'Wrong-River-27' }, home)
    await prolongDelays(server)
    expect((await login({ email, password }, home)).status).toBe(429)
    expect((await login({ email, password }, browser)).status).toBe(200)
  })

  test('of a known browser is delayed by its own failed attempts', async () => {
    const { email, password, browser } = await owner()
    for (let n = 1; n <= 6; n++) await login({ email, password: 'Wrong-River-27' }, browser)
    await prolongDelays(server)
    expect((await login({ email, password }, browser)).status).toBe(429)
  })

  test('above the ceiling of a day needs a mailed code in an unknown browser only', async () => {
    const { email, password, browser } = await owner()
    await login({ email, password: 'Wrong-River-27' }, elsewhere(20))
    await overCeiling(email)
    expect((await login({ email, password }, browser)).status).toBe(200)

    const asked = await login({ email, password }, elsewhere(21))
    expect(asked).toMatchObject({ status: 401, body: { message: loginErrors.needMailedCode.message, need: 'mail' } })
    const other = { ...elsewhere(21), cookie: cookieOf(asked) }
    const code = await server.codeFor(email)
    // A wrong password does not demand a code, so it cannot be distinguished from one below the ceiling.
    expect(await login({ email, password: 'Wrong-River-27', code }, other)).toMatchObject(
      rejection(loginErrors.wrongLogin),
    )
    // The code is for the requesting browser: all others share one try.
    const stolen = await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        login({ email, password, code }, { ...elsewhere(30 + n), cookie: `browser=x${n}` }),
      ),
    )
    expect(stolen.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    const entered = await login({ email, password, code }, other)
    expect([...stolen, entered].filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('with a wrong mailed code counts the try', async () => {
    const { email, password } = await owner()
    await login({ email, password: 'Wrong-River-27' }, elsewhere(40))
    await overCeiling(email)
    const from = { ...elsewhere(41), cookie: cookieOf(await login({ email, password }, elsewhere(41))) }
    const code = await server.codeFor(email)
    const wrong = code === '111111' ? '222222' : '111111'
    for (let n = 1; n <= 5; n++)
      expect(await login({ email, password, code: wrong }, { ...from, ip: `203.0.113.${50 + n}` })).toMatchObject(
        rejection(loginErrors.wrongMailedCode),
      )
    expect((await login({ email, password, code }, { ...from, ip: '203.0.113.60' })).status).not.toBe(200)
  })

  test('from a new browser and network is mailed to its owner, but not from a known one', async () => {
    const { email, password, browser } = await owner()
    const mails = async () =>
      (await db.rows(`select from mail where recipient = $1 and subject = 'New login to Sauda'`, [email])).length
    const before = await mails()
    await login({ email, password }, browser)
    expect(await mails()).toBe(before)
    await login({ email, password }, elsewhere(70))
    expect(await mails()).toBe(before + 1)
    expect((await server.mailTo(email))?.text).toContain('IP address 203.0.113.70')
    await login({ email, password }, elsewhere(70))
    expect(await mails()).toBe(before + 1)
  })
})

test('guesses at the second factor from many networks are limited for the account', async () => {
  const { email, password, token } = await server.newClient()
  const { secret } = (await call('POST', '/user/totp/start', { token, body: { password } })).body
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  expect((await call('POST', '/user/totp/confirm', { token, body: { code } })).status).toBe(200)
  const login = logIn('/user/login')
  const began = performance.now()
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) => login({ email, password, code: '000000' }, elsewhere(100 + n))),
  )
  const checked = answers.filter(({ status }) => status === 401).length
  expect(checked).toBeGreaterThanOrEqual(6)
  expect(checked).toBeLessThanOrEqual(mostAllowed(began))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(30 - checked)
})
