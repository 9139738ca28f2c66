import { randomUUID } from 'node:crypto'
import { confirmationErrors as r } from '@sauda/contract/core/confirmation'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { moneyClient, type MoneyClient } from '../../../test/money.ts'
import { testServer } from '../../../test/server.ts'
import { prolongDelays } from '../../../test/throttle.ts'

const server = await testServer({ STEP_UP: 'on' })
const busy = await testServer({ STEP_UP: 'on', RATE_LIMITS: 'off' })

type Options = { confirmation?: string; key?: string; on?: typeof server }

const withdraw = ({ id, token }: MoneyClient, amount: number, { confirmation, key, on = server }: Options = {}) =>
  on.call('POST', '/user/wallet/withdraw', {
    token,
    body: { id, amount, confirmation },
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })
const update = ({ id, token }: Pick<MoneyClient, 'id' | 'token'>, bankDetails: object, confirmation?: string) =>
  server.call('PUT', `/user/profile/update/${id}`, { token, body: { bankDetails, confirmation } })
const withdrawals = async ({ id }: MoneyClient, on = server) =>
  (await on.db.rows("select from wallet_request where client_id = $1 and type = 'withdrawal'", [id])).length
const mails = ({ email }: Pick<MoneyClient, 'email'>) =>
  server.db.rows<{ subject: string }>("select subject from mail where recipient = $1 and subject like 'Confirm%'", [
    email,
  ])
const wrongFor = (code: string) => (code === '111111' ? '222222' : '111111')
const later = (seconds: number, { id }: Pick<MoneyClient, 'id'>) =>
  server.db.run(
    `update challenge set created_at = created_at - make_interval(secs => $2), expires_at = expires_at - make_interval(secs => $2)
      where client_id = $1`,
    [id, seconds],
  )

/** A withdrawal for which a code was mailed. */
async function challenged(amount = 1000) {
  const client = await moneyClient(server, { rupees: 50_000 })
  expect((await withdraw(client, amount)).body.need).toBe('confirm')
  return { client, code: await server.codeFor(client.email) }
}

describe('a withdrawal', () => {
  test('is not made without the mailed code, which names amount and masked account', async () => {
    const client = await moneyClient(server, { rupees: 5000 })
    const asked = await withdraw(client, 1000)
    const { body } = asked
    expect(asked.status).toBe(409)
    expect(body).toEqual({ message: body.message, status: 409, need: 'confirm' })
    expect(body.message).toMatch(
      /^Enter the code we sent to your email address to confirm the withdrawal of ₹1,000\.00/,
    )
    expect(await withdrawals(client)).toBe(0)
    const mail = await server.mailTo(client.email)
    expect(mail?.subject).toMatch(/^Confirm the withdrawal of ₹1,000\.00 to account ••••\d{4}, IFSC HDFC0000001$/)
    expect(mail?.text).toContain('valid for 5 minutes')
    const done = await withdraw(client, 1000, { confirmation: await server.codeFor(client.email) })
    expect(done.body.message).toBe('Withdrawal request successful!')
    expect(await withdrawals(client)).toBe(1)
  })

  test('that is impossible sends no code', async () => {
    const client = await moneyClient(server, { rupees: 500 })
    expect((await withdraw(client, 1000)).body.message).toBe('Insufficient balance for withdrawal')
    expect((await withdraw(client, 99)).body.message).toBe('Minimum withdraw amount is ₹100')
    expect(await mails(client)).toEqual([])
  })

  test('of another amount is not confirmed by the code', async () => {
    const { client, code } = await challenged()
    const rejected = await withdraw(client, 10_000, { confirmation: code })
    expect(rejected).toMatchObject({ status: 409, body: { ...r.over, need: 'confirm' } })
    expect(await withdrawals(client)).toBe(0)
    expect((await withdraw(client, 1000, { confirmation: code })).status).toBe(200)
  })

  test('to another account is not confirmed by the code', async () => {
    const { client, code } = await challenged()
    await server.db.run("update bank_details set ifsc = 'ICIC0000001' where client_id = $1", [client.id])
    expect(await withdraw(client, 1000, { confirmation: code })).toMatchObject({ status: 409, body: r.over })
    expect(await withdrawals(client)).toBe(0)
  })

  test('of another client is not confirmed by the code', async () => {
    const { code } = await challenged()
    const { client } = await challenged()
    if (code === (await server.codeFor(client.email))) return
    expect(await withdraw(client, 1000, { confirmation: code })).toMatchObject({ status: 409, body: r.wrong })
  })

  test('a wrong code counts and is recorded, and after five tries the right one is void too', async () => {
    const { client, code } = await challenged()
    for (let count = 0; count < 5; count += 1)
      expect(await withdraw(client, 1000, { confirmation: wrongFor(code) })).toMatchObject({
        status: 409,
        body: { ...r.wrong, need: 'confirm' },
      })
    expect(await withdraw(client, 1000, { confirmation: code })).toMatchObject({ status: 409, body: r.over })
    const rows = await server.db.rows(
      "select after from audit where action = 'auth.confirm.refused' and subject_id = $1",
      [client.id],
    )
    expect(rows).toEqual(Array.from({ length: 5 }, () => ({ after: { confirming: 'withdrawal' } })))
    expect(await withdrawals(client)).toBe(0)
  })

  test('further codes do not give unlimited tries: the throttle slows them down', async () => {
    const { client, code } = await challenged()
    for (let count = 0; count < 5; count += 1) await withdraw(client, 1000, { confirmation: wrongFor(code) })
    await withdraw(client, 1000)
    await withdraw(client, 1000, { confirmation: 'ABCDEF' })
    await prolongDelays(server)
    expect(await withdraw(client, 1000, { confirmation: 'ABCDEF' })).toMatchObject({ status: 429, body: r.slowDown })
  })

  test('a code is void after five minutes, and none is mailed again within 30 seconds', async () => {
    const { client, code } = await challenged()
    await withdraw(client, 1000)
    expect(await mails(client)).toHaveLength(1)
    await later(31, client)
    await withdraw(client, 1000)
    expect(await mails(client)).toHaveLength(2)
    const next = await server.codeFor(client.email)
    if (next !== code) expect((await withdraw(client, 1000, { confirmation: code })).body.message).toBe(r.wrong.message)
    await later(300, client)
    expect(await withdraw(client, 1000, { confirmation: next })).toMatchObject({ status: 409, body: r.over })
    expect(await withdrawals(client)).toBe(0)
  })

  test('an hour has ten codes', async () => {
    const client = await moneyClient(server, { rupees: 5000 })
    for (let count = 0; count < 10; count += 1) expect((await withdraw(client, 100 + count)).status).toBe(409)
    expect(await withdraw(client, 500)).toMatchObject({ status: 429, body: r.tooManyMails })
  })

  test.each(['with one key', 'with thirty keys'])('thirty times at once %s, one code confirms once', async (how) => {
    const client = await moneyClient(busy, { rupees: 50_000 })
    await withdraw(client, 1000, { on: busy })
    const confirmation = await busy.codeFor(client.email)
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, count) =>
        withdraw(client, 1000, { confirmation, on: busy, key: `${client.id}-${how === 'with one key' ? 0 : count}` }),
      ),
    )
    expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([])
    expect(await withdrawals(client, busy)).toBe(1)
    if (how !== 'with one key') expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('thirty requests at once mail one code', async () => {
    const client = await moneyClient(server, { rupees: 50_000 })
    await Promise.all(Array.from({ length: 30 }, () => withdraw(client, 1000)))
    expect(await mails(client)).toHaveLength(1)
  })

  test('has one key with and without the code, and a repeated request gets the stored response', async () => {
    const client = await moneyClient(server, { rupees: 5000 })
    const key = randomUUID()
    await withdraw(client, 1000, { key })
    const confirmation = await server.codeFor(client.email)
    expect((await withdraw(client, 1000, { key, confirmation: wrongFor(confirmation) })).body.need).toBe('confirm')
    const done = await withdraw(client, 1000, { key, confirmation })
    expect(done.status).toBe(200)
    for (const again of [{ key }, { key, confirmation }]) {
      const repeated = await withdraw(client, 1000, again)
      expect([repeated.body, repeated.headers.get('idempotency-replayed')]).toEqual([done.body, 'true'])
    }
    expect(await withdrawals(client)).toBe(1)
    expect((await withdraw(client, 1001, { key, confirmation })).body.message).toBe(
      'This Idempotency-Key was used for a different request',
    )
  })

  test('takes the code of the authenticator app or a recovery code instead, each once, where two-step login is on', async () => {
    const client = await moneyClient(server, { rupees: 5000 })
    const { secret } = await server.app.context.twoStep.start(server.db, client.id, client.email)
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    const { recoveryCodes } = await server.db.transaction((tx) =>
      server.app.context.twoStep.confirm(tx, client.id, totp.generate()),
    )
    // The same code may be used once more, for the withdrawal.
    await server.db.run('update totp set last_step = 0')
    expect((await withdraw(client, 1000)).body).toMatchObject({
      need: 'confirm',
      message: expect.stringMatching(/^Enter the code from your authenticator app to confirm the withdrawal of ₹1,000/),
    })
    expect(await mails(client)).toEqual([])
    const confirmation = totp.generate()
    expect((await withdraw(client, 2000, { confirmation })).body.message).toBe(r.over.message)
    expect((await withdraw(client, 1000, { confirmation })).status).toBe(200)
    await withdraw(client, 1000)
    expect((await withdraw(client, 1000, { confirmation })).body.message).toBe(r.wrong.message)
    expect(await withdrawals(client)).toBe(1)
    expect((await withdraw(client, 1000, { confirmation: recoveryCodes[0] ?? '' })).status).toBe(200)
    expect(await withdrawals(client)).toBe(2)
  })
})

describe('bank details', () => {
  const details = { accountHolderName: 'Asha Rao', accountNumber: '123456789012', ifsc: 'HDFC0001234' }

  test('are saved with a code for exactly these details; the first ones pause withdrawals too', async () => {
    const client = await moneyClient(server, { rupees: 5000, bank: false })
    const asked = await update(client, details)
    expect(asked).toMatchObject({ status: 409, body: { need: 'confirm' } })
    expect(asked.body.message).toContain('the bank account ••••9012, IFSC HDFC0001234')
    const code = await server.codeFor(client.email)
    for (const other of [{ accountNumber: '123456789013' }, { ifsc: 'ICIC0001234' }, { accountHolderName: 'Omar' }])
      expect(await update(client, { ...details, ...other }, code)).toMatchObject({ status: 409, body: r.over })
    expect(await update(client, details)).toMatchObject({ status: 409 })
    const saved = await update(client, details, code)
    expect(saved.body.message).toBe('Bank Details Updated')
    expect(saved.body.notes).toEqual(['For your safety, withdrawals start 24 hours after you add bank details.'])
    expect((await server.mailTo(client.email))?.text).toContain('withdrawals start 24 hours after')
    expect((await withdraw(client, 1000)).body.message).toMatch(/^Your bank details changed recently/)
    expect((await update(client, details)).status).toBe(200)
  })

  test('under another name than on the PAN are saved with a note', async () => {
    const client = await moneyClient(server)
    await server.db.run("insert into kyc_identity (client_id, pan_name) values ($1, 'ASHA RAO')", [client.id])
    for (const [holder, notes] of [
      ['Omar Khan', [expect.stringContaining('differs from the name on your PAN card')]],
      ['Asha S. Rao', undefined],
    ] as const) {
      const next = { ...details, accountHolderName: holder }
      await update(client, next)
      const saved = await update(client, next, await server.codeFor(client.email))
      expect([saved.status, saved.body.notes]).toEqual([200, notes])
    }
  })
})

test('two-step login is set up with a mailed code after the password', async () => {
  const client = await server.newClient()
  const start = (confirmation?: string) =>
    server.call('POST', '/user/totp/start', { token: client.token, body: { password: client.password, confirmation } })
  const wrong = { token: client.token, body: { password: 'Wrong-River-27' } }
  expect((await server.call('POST', '/user/totp/start', wrong)).status).toBe(422)
  expect(await mails(client)).toEqual([])
  expect((await start()).body).toMatchObject({ need: 'confirm', message: expect.stringContaining('two-step login') })
  const code = await server.codeFor(client.email)
  expect((await start(wrongFor(code))).body.message).toBe(r.wrong.message)
  expect((await start(code)).body).toHaveProperty('secret')
})
