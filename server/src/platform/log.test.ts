import { Writable } from 'node:stream'
import { Secret, TOTP } from 'otpauth'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { eventually } from '../../test/events.ts'
import { form } from '../../test/form.ts'
import { newOperator } from '../../test/operator.ts'
import { jpeg } from '../../test/picture.ts'
import { testServer } from '../../test/server.ts'
import { makeLog, repeatRules } from './log.ts'

const lines: string[] = []
const stream = new Writable({
  write(chunk, _encoding, done) {
    lines.push(String(chunk))
    done()
  },
})
// An unreachable mail server, whose error for a failed mail is logged too.
const server = await testServer({ SMTP_URL: 'smtp://127.0.0.1:9' }, { log: pino({ level: 'trace' }, stream) })

test('no code, password, token, address or identity number ever reaches the log', async () => {
  const secrets: string[] = []
  const client = await server.newClient({ password: 'Quiet-River-27', mobile: '919876501234', name: 'Zarina Secret' })
  secrets.push(client.email, client.password, client.token, client.mobile, 'Zarina', await server.codeFor(client.email))
  const { email, token } = client
  const post = (path: string, body: object, as?: string) =>
    server.call('POST', path, { body, ...(as !== undefined && { token: as }) })

  await post('/user/login', { email, password: 'Wrong-Horse-99' })
  secrets.push('Wrong-Horse-99')
  const login = await post('/user/login', { email, password: client.password })
  secrets.push(login.body.token)
  await post('/user/forgot-password', { email })
  const code = await server.codeFor(email)
  await post('/user/verify-forgot-password-otp', { email, otp: '000001', newPassword: 'Loud-River-28' })
  secrets.push(code, 'Loud-River-28')
  const started = await post('/user/totp/start', { password: client.password }, token)
  const totp = new TOTP({ secret: Secret.fromBase32(started.body.secret) }).generate()
  const confirmed = await post('/user/totp/confirm', { code: totp }, token)
  secrets.push(started.body.secret, totp, ...confirmed.body.recoveryCodes)
  const bankDetails = { accountHolderName: 'Zarina Secret', accountNumber: '987654321098', ifsc: 'HDFC0001234' }
  await server.call('PUT', `/user/profile/update/${client.id}`, { token, body: { bankDetails } })
  secrets.push(bankDetails.accountNumber)
  const card = await jpeg()
  await server.call('POST', '/user/upload-docs', { token, body: form({ pan: card, aadhaar: card }) })
  const reviewer = await newOperator(server, 'admin')
  await server.call('GET', `/desk/clients?search=${encodeURIComponent(email)}`, { token: reviewer.token })
  const decision = {
    pan: { accept: true, number: 'ABCPS1234E', name: 'Zarina' },
    aadhaar: { accept: true, last4: '9876' },
  }
  expect((await post(`/desk/kyc/${client.id}/decide`, decision, reviewer.token)).status).toBe(200)
  await post(`/desk/clients/${client.id}/freeze`, { reason: 'Suspicion of Zarina' }, reviewer.token)
  secrets.push(reviewer.token, reviewer.password, reviewer.email, 'ABCPS1234E')
  // A server error, logged with its stack.
  await server.db.run('alter table bank_details rename to bank_details_gone')
  expect((await server.call('GET', `/desk/clients/${client.id}`, { token: reviewer.token })).status).toBe(500)
  await eventually(() => lines.join('').includes('the mail server does not answer'))

  const log = lines.join('')
  expect(log).toContain('"route":"/api/user/login"')
  expect(log).toContain('a request failed')
  expect(log).toContain('the mail server does not answer')
  expect(secrets.filter((secret) => secret.length < 4)).toEqual([])
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([])
})

test('equal warnings are written a few times and then counted', () => {
  vi.useFakeTimers()
  try {
    const written: string[] = []
    const log = makeLog('info', { write: (line) => void written.push(line) })
    for (let n = 0; n < 1000; n += 1) {
      log.warn({ requestId: n }, 'the database cannot answer')
      log.info('answered')
    }
    for (let n = 0; n < 10; n += 1) log.warn({ source: '' }, 'a browser reports')
    log.warn({ source: 'https://broker.example/main.js' }, 'a browser reports')
    log.warn('another one')
    vi.advanceTimersByTime(repeatRules.seconds * 1000)
    const all = written.map((line) => JSON.parse(line))
    expect(all.filter(({ msg }) => msg === 'answered')).toHaveLength(1000)
    expect(all.filter(({ msg }) => msg === 'another one')).toHaveLength(1)
    const reports = all.filter(({ msg }) => msg === 'a browser reports')
    expect(reports.filter(({ source }) => source !== '')).toHaveLength(1)
    expect(reports.at(-1)).toMatchObject({ leftOut: 10 - repeatRules.lines, source: '' })
    const repeated = all.filter(({ msg }) => msg === 'the database cannot answer')
    expect(repeated).toHaveLength(repeatRules.lines + 1)
    expect(repeated.at(-1)).toMatchObject({ leftOut: 1000 - repeatRules.lines, seconds: repeatRules.seconds })
  } finally {
    vi.useRealTimers()
  }
})
