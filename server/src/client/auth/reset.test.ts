import { authErrors as r } from '@sauda/contract/client/auth'
import { describe, expect, test } from 'vitest'
import { setCookieOf, testServer, type Answer, refusal } from '../../../test/server.ts'
import { prolongDelays } from '../../../test/throttle.ts'

const server = await testServer()
const { db, call } = server

const forgot = (email: string) => call('POST', '/user/forgot-password', { body: { email } })
/** From the browser with this cookie. */
const reset = (body: object, cookie?: string) =>
  call('POST', '/user/verify-forgot-password-otp', { body, ...(cookie !== undefined && { headers: { cookie } }) })
const cookieOf = (answer: Answer) => setCookieOf(answer, 'browser').split(';')[0] ?? ''
const login = (body: object) => call('POST', '/user/login', { body })
const mailsTo = async (email: string) =>
  (await db.row<{ n: number }>('select count(*)::int as n from mail where recipient = $1', [email]))?.n ?? 0
const later = (email: string, seconds: number) =>
  db.run(
    `update one_time_code set expires_at = expires_at - make_interval(secs => $2),
            mailed_at = array(select at - make_interval(secs => $2) from unnest(mailed_at) at order by at)
      where email = $1 and flow = 'reset'`,
    [email, seconds],
  )
const wrongFor = (code: string) => (code === '111111' ? '222222' : '111111')
const newPassword = 'Brand-New-River-28'

async function forgetful() {
  const client = await server.newClient()
  const answer = await forgot(client.email)
  expect(answer.status).toBe(200)
  return { ...client, otp: await server.codeFor(client.email), cookie: cookieOf(answer) }
}

describe('forgot password', () => {
  test('mails a code to a client', async () => {
    const client = await server.newClient()
    const before = await mailsTo(client.email)
    expect(await forgot(client.email)).toMatchObject({
      status: 200,
      body: { message: 'OTP sent to your email address' },
    })
    expect(await mailsTo(client.email)).toBe(before + 1)
    const mail = await server.mailTo(client.email)
    expect(mail?.subject).toBe('Reset your Sauda password')
    expect(mail?.text.match(/\d{6}/g)).toHaveLength(1)
    expect(mail?.text).toMatch(/^\d{6}$/m)
  })

  test('three timed-out attempts of a browser send one mail', async () => {
    const client = await server.newClient()
    const before = await mailsTo(client.email)
    const answers = await Promise.all([forgot(client.email), forgot(client.email), forgot(client.email)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await mailsTo(client.email)).toBe(before + 1)
  })

  test('an address gets 5 codes an hour', async () => {
    const client = await server.newClient()
    for (let mails = 1; mails <= 5; mails++) {
      expect((await forgot(client.email)).status).toBe(200)
      await later(client.email, 31)
    }
    expect(await forgot(client.email)).toMatchObject(refusal(r.tooManyCodes))
  })

  test('a network learns of 3 unknown addresses a day; then it gets the same success, and nothing is mailed', async () => {
    await db.run('delete from throttle')
    for (const n of [1, 2, 3]) expect(await forgot(`unknown${n}@example.com`)).toMatchObject(refusal(r.unknownEmail))
    const client = await server.newClient()
    const yes = await forgot(client.email)
    const alsoYes = await forgot('unknown4@example.com')
    expect(alsoYes.status).toBe(200)
    expect(alsoYes.body).toEqual(yes.body)
    expect([...alsoYes.headers.keys()]).toEqual([...yes.headers.keys()])
    expect(await mailsTo('unknown4@example.com')).toBe(0)
    // A retry for a revealed address does not count again.
    expect((await forgot('unknown2@example.com')).status).toBe(404)
  })

  test('parallel requests cannot exceed the budget', async () => {
    await db.run('delete from throttle')
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => forgot(`parallel${n}@example.com`)))
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(9)
  })

  test('beyond the budget the reset does not reveal whether an address is known', async () => {
    const [unknown, known] = ['parallel.unknown@example.com', (await server.newClient()).email]
    for (const email of [unknown, known]) {
      const asked = await forgot(email)
      expect(asked.status).toBe(200)
      const code = email === known ? await server.codeFor(email) : '999999'
      const messages = []
      for (let n = 1; n <= 6; n++)
        messages.push((await reset({ email, otp: wrongFor(code), newPassword }, cookieOf(asked))).body.message)
      expect(messages).toEqual([...Array(5).fill(r.wrongCode.message), r.codeOver.message])
      for (let n = 2; n <= 6; n++) {
        await later(email, 31)
        expect((await forgot(email)).status).toBe(n <= 5 ? 200 : 429)
      }
    }
  })
})

describe('reset password', () => {
  test('sets the new password, ends every session and mails a notice', async () => {
    const client = await forgetful()
    const second = (await login({ email: client.email, password: client.password })).body.token
    for (let n = 1; n <= 6; n++) await login({ email: client.email, password: 'Wrong-River-27' })
    await prolongDelays(server)
    expect((await login({ email: client.email, password: 'Wrong-River-27' })).status).toBe(429)
    expect(await reset({ email: client.email, otp: client.otp, newPassword })).toMatchObject({
      status: 200,
      body: { message: 'Password reset successfully! You can now login with your new password.' },
    })
    for (const token of [client.token, second])
      expect((await call('GET', '/user/sessions', { token })).status).toBe(401)
    const notice = await server.mailTo(client.email)
    expect(notice?.subject).toBe('Your Sauda password was reset')
    expect(notice?.text).toContain(client.name)
    // The wait of the failed logins is over too.
    expect((await login({ email: client.email, password: client.password })).status).toBe(401)
    expect((await login({ email: client.email, password: newPassword })).status).toBe(200)
    const audited = await db.rows(
      `select action from audit where subject_id = $1 and action like 'auth.reset%' order by id`,
      [client.id],
    )
    expect(audited).toEqual([{ action: 'auth.reset.ask' }, { action: 'auth.reset' }])
    const notices = await db.rows('select topic from notice where client_id = $1', [client.id])
    // One notice for each session.
    expect(notices).toEqual([{ topic: 'session' }, { topic: 'session' }])
  })

  test('a rejected password does not use up the code', async () => {
    const client = await forgetful()
    const { email, otp } = client
    for (let n = 1; n <= 6; n++) {
      expect(await reset({ email, otp, newPassword: 'short-7' })).toMatchObject({
        status: 400,
        body: { message: 'Password must be at least 8 characters long' },
      })
      expect(await reset({ email, otp, newPassword: 'password' })).toMatchObject(refusal(r.commonPassword))
      expect(await reset({ email, otp, newPassword: 'PassWord' })).toMatchObject(refusal(r.commonPassword))
      expect(await reset({ email, otp })).toMatchObject({ body: { message: 'Please fill in all password fields' } })
    }
    expect((await reset({ email, otp, newPassword: 'lampoil8' })).status).toBe(200)
  })

  test('a wrong code counts, and the sixth try finds the code void', async () => {
    const { id, email, otp, cookie } = await forgetful()
    for (let n = 1; n <= 5; n++)
      expect(await reset({ email, otp: wrongFor(otp), newPassword }, cookie)).toMatchObject(refusal(r.wrongCode))
    expect(await reset({ email, otp, newPassword }, cookie)).toMatchObject(refusal(r.codeOver))
    expect(
      await db.rows(`select from audit where subject_id = $1 and action = 'auth.reset.refused'`, [id]),
    ).toHaveLength(5)
  })

  test('without the requesting browser’s cookie there is one try, which does not count for that browser', async () => {
    const { email, otp, cookie } = await forgetful()
    const strangers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        reset({ email, otp: wrongFor(otp), newPassword }, n % 2 === 0 ? undefined : `browser=stranger-${n}`),
      ),
    )
    const messages = strangers.map(({ body }) => body.message)
    expect(messages.filter((message) => message === r.wrongCode.message)).toHaveLength(1)
    expect(messages.filter((message) => message === r.codeOver.message)).toHaveLength(29)
    expect(await reset({ email, otp, newPassword })).toMatchObject(refusal(r.codeOver))
    for (let n = 1; n <= 4; n++)
      expect(await reset({ email, otp: wrongFor(otp), newPassword }, cookie)).toMatchObject(refusal(r.wrongCode))
    expect((await reset({ email, otp, newPassword }, cookie)).status).toBe(200)
  })

  test('a code works once, for 10 minutes, and only for its own address and purpose', async () => {
    const [one, other] = [await forgetful(), await forgetful()]
    expect(await reset({ email: one.email, otp: other.otp, newPassword }, one.cookie)).toMatchObject(
      refusal(r.wrongCode),
    )
    expect(await call('POST', '/user/verify-otp', { body: { email: one.email, otp: one.otp } })).toMatchObject({
      status: 400,
    })
    expect((await reset({ email: one.email, otp: one.otp, newPassword }, one.cookie)).status).toBe(200)
    expect(await reset({ email: one.email, otp: one.otp, newPassword })).toMatchObject(refusal(r.codeOver))
    await later(other.email, 601)
    expect(await reset({ email: other.email, otp: other.otp, newPassword })).toMatchObject(refusal(r.codeOver))
  })

  test('of 10 parallel resets with one code exactly one succeeds', async () => {
    const { email, otp } = await forgetful()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => reset({ email, otp, newPassword: `Parallel-River-${n}` })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const winner = answers.findIndex(({ status }) => status === 200)
    expect((await login({ email, password: `Parallel-River-${winner}` })).status).toBe(200)
  })

  test('without a requested code, known and unknown addresses get the same answer', async () => {
    const { email } = await server.newClient()
    const known = await reset({ email, otp: '123456', newPassword })
    expect(known).toMatchObject(refusal(r.codeOver))
    expect((await reset({ email: 'nobody@example.com', otp: '123456', newPassword })).body).toEqual(known.body)
  })
})

describe('change password', () => {
  const change = (token: string, currentPassword: string, password: string) =>
    call('POST', '/user/change-password', { token, body: { currentPassword, newPassword: password } })

  test('needs the current one, ends every other session and mails a notice', async () => {
    const client = await server.newClient()
    const other = (await login({ email: client.email, password: client.password })).body.token
    expect(await change(client.token, 'Wrong-River-27', newPassword)).toMatchObject(refusal(r.wrongPassword))
    expect((await change(client.token, client.password, newPassword)).status).toBe(200)
    expect((await call('GET', '/user/sessions', { token: other })).status).toBe(401)
    expect((await call('GET', '/user/sessions', { token: client.token })).status).toBe(200)
    expect((await server.mailTo(client.email))?.subject).toBe('Your Sauda password was changed')
    expect((await login({ email: client.email, password: client.password })).status).toBe(401)
    expect((await login({ email: client.email, password: newPassword })).status).toBe(200)
    const audited = await db.rows(
      `select action from audit where subject_id = $1 and action like 'auth.pass%' order by id`,
      [client.id],
    )
    expect(audited).toEqual([{ action: 'auth.password.refused' }, { action: 'auth.password.change' }])
  })

  test('rejects a weak or a common one and slows down guessing of the current one', async () => {
    const client = await server.newClient()
    expect(await change(client.token, client.password, 'nouppercase-1')).toMatchObject({
      status: 400,
      body: { message: 'Password must contain at least one uppercase letter' },
    })
    expect(await change(client.token, client.password, 'P@ssw0rd')).toMatchObject(refusal(r.commonPassword))
    for (let n = 1; n <= 6; n++) expect((await change(client.token, 'Wrong-River-27', newPassword)).status).toBe(422)
    await prolongDelays(server)
    expect(await change(client.token, client.password, newPassword)).toMatchObject(refusal(r.slowDown))
  })

  test('of 5 parallel changes exactly one succeeds', async () => {
    const client = await server.newClient()
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) => change(client.token, client.password, `Parallel-River-${n}`)),
    )
    const winners = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []))
    expect(winners).toHaveLength(1)
    expect((await login({ email: client.email, password: `Parallel-River-${winners[0]}` })).status).toBe(200)
  })
})
