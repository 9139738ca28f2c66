import { authErrors as r, authRules } from '@sauda/contract/client/auth'
import { commonErrors } from '@sauda/contract/platform/error'
import { describe, expect, test } from 'vitest'
import { testServer, type Answer, refusal } from '../../../test/server.ts'
import { sweepRegistrations } from './register.ts'

const server = await testServer()
const { db, call } = server
const takenAddresses = (many: number) =>
  Promise.all(Array.from({ length: many }, async () => (await server.newClient()).email))
let count = 0
function visitor(values: Record<string, unknown> = {}) {
  count += 1
  return {
    name: 'Asha Rao',
    email: `visitor${count}@example.com`,
    mobile: String(7_000_000_000 + count),
    password: 'Quiet-River-27',
    executiveName: 'Meera',
    referralId: '',
    ...values,
  }
}
const register = (body: object, cookie?: string) =>
  call('POST', '/user/register', { body, ...(cookie !== undefined && { headers: { cookie } }) })
const verify = (body: object, cookie?: string) =>
  call('POST', '/user/verify-otp', { body, ...(cookie !== undefined && { headers: { cookie } }) })
const flowCookie = (answer: Answer) => answer.headers.get('set-cookie')?.split(';')[0] ?? ''
const mailsTo = async (email: string) =>
  (await db.row<{ n: number }>('select count(*)::int as n from mail where recipient = $1', [email]))?.n
const clientsWith = async (email: string) =>
  (await db.row<{ n: number }>('select count(*)::int as n from client where email = $1', [email]))?.n
/** Moves everything known about an address's codes into the past. */
const later = (email: string, seconds: number) =>
  db.run(
    `update pending_registration set code_expires_at = code_expires_at - make_interval(secs => $2),
            mailed_at = array(select at - make_interval(secs => $2) from unnest(mailed_at) at order by at)
      where email = $1`,
    [email, seconds],
  )
/** The codes mailed to an address, oldest first, and in how many seconds each mail leaves. */
const codesTo = async (email: string) => {
  const rows = await db.rows<{ id: string; body: Buffer; delay: number }>(
    'select id, body, case when attempts > 0 then 0 else extract(epoch from next_try_at - min(created_at) over ()) end::float8 as delay from mail where recipient = $1 order by created_at, id',
    [email],
  )
  return rows.map(({ id, body, delay }) => ({
    delay: Math.round(delay),
    otp: /\b\d{6}\b/.exec(server.app.context.secret.decrypt('mail', body, id).toString())?.[0] ?? '',
  }))
}
const wrongFor = (code: string) => (code === '111111' ? '222222' : '111111')

describe('registration', () => {
  test('keeps a pending registration, not a client, and mails one code', async () => {
    const body = visitor()
    expect(await register(body)).toMatchObject({ status: 200, body: { message: 'OTP sent to email' } })
    expect(await clientsWith(body.email)).toBe(0)
    expect(await mailsTo(body.email)).toBe(1)
    const mail = await server.mailTo(body.email)
    expect(mail?.subject).toBe('Verify your email address for Sauda')
    expect(mail?.text.match(/\d{6}/g)).toHaveLength(1)
    expect(mail?.text).toMatch(/^\d{6}$/m)
    expect(mail?.text).toContain('10 minutes')
    expect(mail?.subject).not.toMatch(/\d/)
  })

  test('mails a new code to this browser’s registration when the standalone screen requests it', async () => {
    const body = visitor()
    const cookie = flowCookie(await register(body))
    const resend = (headers: Record<string, string>) => call('POST', '/user/register/resend', { headers })
    expect(await resend({})).toMatchObject(refusal(r.noRegistration))
    expect(await resend({ cookie })).toMatchObject({ status: 200, body: { message: 'OTP sent to email' } })
    expect(await mailsTo(body.email), 'not within 30 seconds').toBe(1)
    await later(body.email, authRules.code.resendSeconds + 1)
    await resend({ cookie })
    const [first, second] = await codesTo(body.email)
    if (first?.otp !== second?.otp)
      expect(await verify({ otp: first?.otp }, cookie)).toMatchObject(refusal(r.wrongCode))
    expect(await verify({ otp: second?.otp }, cookie)).toMatchObject({ status: 200 })
  })

  test('keeps neither the code nor the password in the database', async () => {
    const body = visitor()
    await register(body)
    const code = await server.codeFor(body.email)
    const rows = await db.rows(
      'select p::text as row from pending_registration p union all select a::text from audit a',
    )
    const text = JSON.stringify(rows)
    expect(text).toContain(body.email)
    expect(text).not.toContain(body.password)
    expect(text).not.toContain(code)
  })

  test('a verified code creates the client and logs in', async () => {
    const body = visitor({ referralId: 'FRIEND-7' })
    await register(body)
    const answer = await verify({ email: body.email, otp: await server.codeFor(body.email) })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      token: expect.any(String),
      userId: expect.any(String),
      isDocsVerified: 'UNVERIFIED',
    })
    expect((await call('GET', '/user/sessions', { token: answer.body.token })).status).toBe(200)
    expect(
      await db.row('select name, email, mobile, executive_name, referral_id, kyc_status from client where id = $1', [
        answer.body.userId,
      ]),
    ).toEqual({
      name: body.name,
      email: body.email,
      mobile: body.mobile,
      executive_name: 'Meera',
      referral_id: 'FRIEND-7',
      kyc_status: 'UNVERIFIED',
    })
    const actions = await db.rows('select action from audit where subject_id = $1 order by id', [answer.body.userId])
    expect(actions).toEqual([{ action: 'auth.register' }, { action: 'auth.verify' }])
  })

  test('the address is compared in lower case and without spaces around it', async () => {
    const body = visitor({ email: '  Mixed.Case@Example.COM ' })
    await register(body)
    const otp = await server.codeFor('mixed.case@example.com')
    expect((await verify({ email: 'MIXED.case@example.com', otp: ` ${otp} ` })).status).toBe(200)
  })

  test.each(['आशा राव', 'José Ñandú', 'அருண்', '李雷'])('a name may be written %s', async (name) => {
    const body = visitor({ name })
    expect((await register(body)).status).toBe(200)
    const { body: client } = await verify({ email: body.email, otp: await server.codeFor(body.email) })
    expect(await db.row('select name from client where id = $1', [client.userId])).toEqual({ name })
  })

  test('a verified email or mobile number is rejected with the exact sentence', async () => {
    const client = await server.newClient()
    expect(await register(visitor({ email: client.email }))).toMatchObject({
      status: 409,
      body: { message: 'An account with this email already exists', status: 409 },
    })
    expect(await register(visitor({ mobile: client.mobile }))).toMatchObject({
      status: 409,
      body: { message: 'An account with this mobile number already exists', status: 409 },
    })
  })

  test('a mobile number is the same with its country code, a zero or neither', async () => {
    const first = await server.newClient({ mobile: '919876500001' })
    expect(await db.row('select mobile from client where id = $1', [first.id])).toEqual({ mobile: '9876500001' })
    for (const mobile of ['919876500001', '09876500001', '9876500001'])
      expect(await register(visitor({ mobile }))).toMatchObject(refusal(r.mobileTaken))
  })

  test('a number that is not an Indian mobile number is not changed', async () => {
    for (const mobile of ['911234567890', '447700900123', '01123456789']) {
      const body = visitor({ mobile })
      await register(body)
      const { body: client } = await verify({ email: body.email, otp: await server.codeFor(body.email) })
      expect(await db.row('select mobile from client where id = $1', [client.userId])).toEqual({ mobile })
    }
  })

  test('a common password is rejected', async () => {
    expect(await register(visitor({ password: 'P@ssw0rd' }))).toMatchObject(refusal(r.commonPassword))
  })
})

describe('the flow cookie', () => {
  test('is short-lived, HttpOnly and SameSite=Strict', async () => {
    const cookie = (await register(visitor())).headers.get('set-cookie')
    expect(cookie).toMatch(/^registration=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/)
  })

  test('finds the registration of the standalone OTP screen, which sends only otp', async () => {
    const body = visitor()
    const cookie = flowCookie(await register(body))
    const answer = await verify({ otp: await server.codeFor(body.email) }, cookie)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('set-cookie')).toMatch(/^registration=;.*Max-Age=0|Expires=Thu, 01 Jan 1970/)
    expect(await clientsWith(body.email)).toBe(1)
  })

  test('without it and without an email no registration is found', async () => {
    const body = visitor()
    await register(body)
    const otp = await server.codeFor(body.email)
    expect(await verify({ otp })).toMatchObject(refusal(r.noRegistration))
    expect(await verify({ otp }, 'registration=made-up')).toMatchObject(refusal(r.noRegistration))
  })

  test('a browser verifies only its own registration', async () => {
    const stranger = visitor({ name: 'Stranger', password: 'Stranger-Danger-1' })
    const mine = { ...stranger, name: 'Asha Rao', password: 'Quiet-River-27' }
    await register(stranger)
    const cookie = flowCookie(await register(mine))
    const [theirCode, myCode] = await codesTo(mine.email)
    expect(await verify({ email: mine.email, otp: theirCode!.otp }, cookie)).toMatchObject(refusal(r.wrongCode))
    expect((await verify({ otp: myCode!.otp }, cookie)).status).toBe(200)
    const login = (password: string) => call('POST', '/user/login', { body: { email: mine.email, password } })
    expect((await login('Stranger-Danger-1')).status).toBe(401)
    expect((await login(mine.password)).status).toBe(200)
  })
})

describe('codes', () => {
  test('registering again within 30 seconds does not change what the first code verifies', async () => {
    const body = visitor()
    await register(body)
    const [first] = await codesTo(body.email)
    const other = { ...body, name: 'Stranger', mobile: '7999999999', password: 'Stranger-Danger-1' }
    expect(await register(other)).toMatchObject({ status: 200 })
    const { body: client } = await verify({ email: body.email, otp: first!.otp })
    expect(await db.row('select name, mobile from client where id = $1', [client.userId])).toEqual({
      name: body.name,
      mobile: body.mobile,
    })
    const login = (password: string) => call('POST', '/user/login', { body: { email: body.email, password } })
    expect([(await login(other.password)).status, (await login(body.password)).status]).toEqual([401, 200])
  })

  test('the same data from the same browser within 30 seconds sends nothing and keeps the flow', async () => {
    const body = visitor()
    const cookie = flowCookie(await register(body))
    const again = await register(body, cookie)
    expect([again.status, flowCookie(again)]).toEqual([200, cookie])
    const codes = await codesTo(body.email)
    expect(codes).toHaveLength(1)
    expect((await verify({ otp: codes[0]!.otp }, cookie)).status).toBe(200)
  })

  test.each(['another browser', 'other data'])(
    'a repeat with %s has its own code, mailed 30 seconds later',
    async (what) => {
      const body = visitor()
      const cookie = flowCookie(await register(body))
      await (what === 'another browser' ? register(body) : register({ ...body, password: 'Second-Thought-2' }, cookie))
      await register({ ...body, name: 'Third' })
      const codes = await codesTo(body.email)
      expect(codes.map(({ delay }) => delay)).toEqual([0, 30, 60])
      const { body: client } = await verify({ email: body.email, otp: codes[2]!.otp })
      expect(await db.row('select name from client where id = $1', [client.userId])).toEqual({ name: 'Third' })
      for (const { otp } of codes) expect(await verify({ email: body.email, otp })).toMatchObject(refusal(r.codeOver))
      // The mails that had not left yet are not sent any more.
      expect(await mailsTo(body.email)).toBe(1)
    },
  )

  test('wrong tries with the flow cookie count for that registration alone', async () => {
    const body = visitor()
    const mine = flowCookie(await register(body))
    const theirs = flowCookie(await register({ ...body, name: 'Stranger' }))
    const [myCode, theirCode] = await codesTo(body.email)
    for (let count = 1; count <= 5; count++) await verify({ otp: wrongFor(theirCode!.otp) }, theirs)
    expect(await verify({ otp: theirCode!.otp }, theirs)).toMatchObject(refusal(r.codeOver))
    expect((await verify({ otp: myCode!.otp }, mine)).status).toBe(200)
  })

  test('wrong tries of a stranger who knows only the address do not void the code in its browser', async () => {
    const body = visitor()
    const mine = flowCookie(await register(body))
    const theirs = flowCookie(await register(visitor()))
    const otp = await server.codeFor(body.email)
    const wrong = { email: body.email, otp: wrongFor(otp) }
    for (let count = 1; count <= 5; count++)
      expect(await verify(wrong, count % 2 === 0 ? theirs : undefined)).toMatchObject(refusal(r.wrongCode))
    for (const cookie of [undefined, theirs])
      expect(await verify({ email: body.email, otp }, cookie)).toMatchObject(refusal(r.codeOver))
    for (let count = 1; count <= 4; count++) expect(await verify(wrong, mine)).toMatchObject(refusal(r.wrongCode))
    expect((await verify({ email: body.email, otp }, mine)).status).toBe(200)
  })

  test('a new code has new tries, with and without the flow cookie', async () => {
    const body = visitor()
    const mine = flowCookie(await register(body))
    const otp = await server.codeFor(body.email)
    for (let count = 1; count <= 5; count++)
      for (const cookie of [undefined, mine]) await verify({ email: body.email, otp: wrongFor(otp) }, cookie)
    for (const cookie of [undefined, mine])
      expect(await verify({ email: body.email, otp }, cookie)).toMatchObject(refusal(r.codeOver))
    await later(body.email, authRules.code.resendSeconds + 1)
    await call('POST', '/user/register/resend', { headers: { cookie: mine } })
    const second = (await codesTo(body.email)).at(-1)!.otp
    expect(await verify({ email: body.email, otp: wrongFor(second) }, mine)).toMatchObject(refusal(r.wrongCode))
    expect((await verify({ email: body.email, otp: second })).status).toBe(200)
  })

  test('30 parallel registrations of one address get 5 codes, 30 seconds apart, each for its own data', async () => {
    const body = visitor()
    const names = Array.from({ length: 30 }, (_, n) =>
      `Asha ${String.fromCharCode(65 + n)}${'a'.repeat(n)}`.slice(0, 20),
    )
    const answers = await Promise.all(
      names.map((name) => register({ ...body, name: name.replace(/[^A-Za-z ]/g, 'x') })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(25)
    const codes = await codesTo(body.email)
    expect(codes.map(({ delay }) => delay).toSorted((a, b) => a - b)).toEqual([0, 30, 60, 90, 120])
    expect(new Set(codes.map(({ otp }) => otp)).size).toBe(5)
    const [won, ...lost] = await Promise.all(codes.map(({ otp }) => verify({ email: body.email, otp })))
    expect([won, ...lost].filter((answer) => answer?.status === 200)).toHaveLength(1)
    expect(await clientsWith(body.email)).toBe(1)
  })

  test('after 30 seconds the same browser gets a new code in place of the old one', async () => {
    const body = visitor()
    const cookie = flowCookie(await register(body))
    const old = await server.codeFor(body.email)
    await later(body.email, 31)
    await register(body, cookie)
    expect(await mailsTo(body.email)).toBe(2)
    const fresh = await server.codeFor(body.email)
    expect(await verify({ email: body.email, otp: old })).toMatchObject(refusal(r.wrongCode))
    expect((await verify({ email: body.email, otp: fresh })).status).toBe(200)
  })

  test('an address gets 5 codes an hour', async () => {
    const body = visitor()
    for (let mails = 1; mails <= 5; mails++) {
      expect((await register(body)).status).toBe(200)
      expect(await mailsTo(body.email)).toBe(mails)
      await later(body.email, 31)
    }
    const answer = await register(body)
    expect(answer).toMatchObject(refusal(r.tooManyCodes))
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3300)
    expect(Number(answer.headers.get('retry-after'))).toBeLessThan(3600)
    expect(await mailsTo(body.email)).toBe(5)
    await later(body.email, 3600 - 4 * 31)
    expect((await register(body)).status).toBe(200)
  })

  test('a code is void after 10 minutes', async () => {
    const body = visitor()
    await register(body)
    await later(body.email, authRules.code.validMinutes * 60 + 1)
    const answer = await verify({ email: body.email, otp: await server.codeFor(body.email) })
    expect(answer).toMatchObject(refusal(r.codeOver))
  })

  test('a code is void after 5 wrong tries', async () => {
    const body = visitor()
    await register(body)
    const otp = await server.codeFor(body.email)
    const wrong = { email: body.email, otp: wrongFor(otp) }
    for (let tries = 1; tries <= 5; tries++) expect(await verify(wrong)).toMatchObject(refusal(r.wrongCode))
    for (let tries = 6; tries <= 7; tries++) expect(await verify(wrong)).toMatchObject(refusal(r.codeOver))
    expect(await verify({ email: body.email, otp })).toMatchObject(refusal(r.codeOver))
    expect(await clientsWith(body.email)).toBe(0)
  })

  test('wrong tries are audited, one row for each registration and minute', async () => {
    const body = visitor()
    const cookie = flowCookie(await register(body))
    const wrong = { email: body.email, otp: wrongFor(await server.codeFor(body.email)) }
    const row = await db.row<{ id: string }>('select id from pending_registration where email = $1', [body.email])
    const refused = () =>
      db.rows('select actor_kind, ip from audit where action = $1 and subject_id = $2', [
        'auth.verify.refused',
        row?.id,
      ])
    await Promise.all([verify(wrong, cookie), verify(wrong, cookie), verify(wrong, cookie)])
    expect(await refused()).toEqual([{ actor_kind: 'visitor', ip: '127.0.0.1' }])
    await db.run("update throttle set resets_at = now() - interval '1 second' where key = $1", [
      `verify.refused:${row?.id}`,
    ])
    await verify(wrong, cookie)
    expect(await refused()).toHaveLength(2)
  })

  test('the fifth try may still be the right one', async () => {
    const body = visitor()
    await register(body)
    const otp = await server.codeFor(body.email)
    for (let tries = 1; tries <= 4; tries++) await verify({ email: body.email, otp: wrongFor(otp) })
    expect((await verify({ email: body.email, otp })).status).toBe(200)
  })

  test('30 parallel wrong codes count as at most 5 tries', async () => {
    const body = visitor()
    await register(body)
    const otp = wrongFor(await server.codeFor(body.email))
    const answers = await Promise.all(Array.from({ length: 30 }, () => verify({ email: body.email, otp })))
    expect(answers.filter(({ body: { message } }) => message === r.wrongCode.message)).toHaveLength(5)
    expect(answers.filter(({ body: { message } }) => message === r.codeOver.message)).toHaveLength(25)
  })

  test('30 parallel verifications with the right code make exactly one client and one success', async () => {
    const body = visitor()
    const cookie = flowCookie(await register(body))
    const otp = await server.codeFor(body.email)
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => (n % 2 ? verify({ email: body.email, otp }) : verify({ otp }, cookie))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(29)
    expect(await clientsWith(body.email)).toBe(1)
    const sessions = await db.row(
      'select count(*)::int as n from session s join client c on c.id = s.client_id where c.email = $1',
      [body.email],
    )
    expect(sessions).toEqual({ n: 1 })
  })

  test('a code works once', async () => {
    const body = visitor()
    await register(body)
    const otp = await server.codeFor(body.email)
    expect((await verify({ email: body.email, otp })).status).toBe(200)
    expect(await verify({ email: body.email, otp })).toMatchObject(refusal(r.codeOver))
  })

  test('wrong codes against one address do not touch another', async () => {
    const [mine, theirs] = [visitor(), visitor()]
    await register(mine)
    await register(theirs)
    const [myCode, theirCode] = [await server.codeFor(mine.email), await server.codeFor(theirs.email)]
    for (let tries = 1; tries <= 6; tries++) await verify({ email: mine.email, otp: wrongFor(myCode) })
    expect(await verify({ email: theirs.email, otp: myCode })).toMatchObject(refusal(r.wrongCode))
    expect((await verify({ email: theirs.email, otp: theirCode })).status).toBe(200)
  })

  test('an unregistered address gets the same answer as one whose code has expired', async () => {
    expect(await verify({ email: 'nobody@example.com', otp: '123456' })).toMatchObject(refusal(r.codeOver))
  })
})

test('of two registrations with one mobile number, the first to verify succeeds', async () => {
  const [first, second] = [visitor(), visitor()]
  second.mobile = first.mobile
  await register(first)
  await register(second)
  const codes = [await server.codeFor(first.email), await server.codeFor(second.email)]
  const answers = await Promise.all([
    verify({ email: first.email, otp: codes[0] }),
    verify({ email: second.email, otp: codes[1] }),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)).toMatchObject(refusal(r.mobileTaken))
})

test('a network may request a limited number of codes an hour, over all addresses', async () => {
  await register(visitor())
  const codes = `key like 'codes:%'`
  await db.run(`update throttle set count = $1 where ${codes}`, [authRules.network.codesPerHour])
  const client = { email: 'known.or.not@example.com' }
  for (const answer of [await register(visitor()), await call('POST', '/user/forgot-password', { body: client })]) {
    expect(answer).toMatchObject(refusal(commonErrors.tooMany))
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3000)
  }
  await db.run(`delete from throttle where ${codes}`)
})

test('an old registration and its code are deleted', async () => {
  const body = visitor()
  await register(body)
  await sweepRegistrations(db)
  expect((await verify({ email: body.email, otp: '000000' })).status).toBe(400)
  await db.run(`update pending_registration set created_at = created_at - interval '25 hours' where email = $1`, [
    body.email,
  ])
  await later(body.email, 25 * 3600)
  await sweepRegistrations(db)
  expect(await db.rows('select from pending_registration where email = $1', [body.email])).toEqual([])
})

// Last, because it uses up what this network may request today.
describe('a network learns of 3 addresses and mobile numbers a day whether they are registered', () => {
  const forgot = (email: string) => call('POST', '/user/forgot-password', { body: { email } })

  test('beyond them a registered address gets the same success, and its owner a mail', async () => {
    const [first = '', second = '', third = '', last = ''] = await takenAddresses(4)
    await db.run('delete from throttle')
    for (const email of [first, second, third]) expect((await register(visitor({ email }))).status).toBe(409)
    await later(last, 31)
    const answer = await register(visitor({ email: last }))
    expect(answer).toMatchObject({ status: 200, body: { message: 'OTP sent to email' } })
    expect(flowCookie(answer)).toMatch(/^registration=/)
    expect(await server.mailTo(last)).toMatchObject({ subject: 'You already have a Sauda login' })
    expect((await server.mailTo(last))?.text).not.toMatch(/\d{6}/)
    expect(await verify({ email: last, otp: '000000' })).toMatchObject(refusal(r.wrongCode))
    // An address that was already revealed may be requested again.
    expect((await register(visitor({ email: first }))).status).toBe(409)
  })

  test('registration and forgotten password share them', async () => {
    const [first = '', second = ''] = await takenAddresses(2)
    await db.run('delete from throttle')
    expect((await forgot('unknown1@example.com')).status).toBe(404)
    expect((await register(visitor({ email: first }))).status).toBe(409)
    expect((await forgot('unknown2@example.com')).status).toBe(404)
    expect((await register(visitor({ email: second }))).status).toBe(200)
    expect((await forgot('unknown3@example.com')).status).toBe(200)
    expect([(await register(visitor({ email: first }))).status, (await forgot('unknown2@example.com')).status]).toEqual(
      [409, 404],
    )
  })
})
