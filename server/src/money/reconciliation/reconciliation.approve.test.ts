import { beforeEach, describe, expect, test } from 'vitest'
import { moneyClient, type MoneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { atBank, newUtr } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { walletSteps } from '../../../test/wallet.ts'
import { balancedBooks } from '../../../test/books.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const kiran = await newOperator(server, 'cashier', 'Kiran')
const omar = await newOperator(server, 'cashier', 'Omar')
const bank = atBank(server, kiran.token)

// Every test has an amount of its own, so that no line fits another's request.
let amount = 500
beforeEach(() => (amount += 7))

const { ask, deposit: report, wallet: walletOf } = walletSteps(server, omar)
const deposit = async (utr = newUtr(), client?: MoneyClient) => {
  const owner = client ?? (await moneyClient(server))
  return { client: owner, utr, ...(await ask(owner, 'add-money', { amount, utr })) }
}
/** A deposit and the line that names it. */
const pair = async () => {
  const asked = await deposit()
  await bank.bring({ text: 'UPI', reference: asked.utr, credit: amount })
  return { ...asked, line: await bank.find(asked.utr) }
}
const byHand = (id: string, verb: string, body: object) =>
  server.call('POST', `/desk/wallet/transactions/${id}/${verb}`, { token: omar.token, body })
const audit = (subjectId: string, like: string) =>
  server.db.rows<{ action: string; actor_name: string; after: object }>(
    'select action, actor_name, after from audit where subject_id = $1 and action like $2 order by id',
    [subjectId, like],
  )

describe('approving from the statement is approving', () => {
  test('credits the client with mail and bank reference, audit row and entries', async () => {
    const { client, _id, transactionId, utr, line } = await pair()
    const answer = await bank.approve(line)
    expect(answer).toMatchObject({
      status: 200,
      body: { state: 'matched', approvedBy: 'Kiran', waitsForSecond: false },
    })
    expect(await walletOf(client)).toMatchObject({ balance: amount })
    const { body } = await server.call('GET', `/user/wallet/transaction/${_id}`, { token: client.token })
    expect(body).toMatchObject({ status: 'approved', bankReference: utr })
    expect(await server.mailTo(client.email)).toMatchObject({
      subject: `₹${amount}.00 added to your Sauda wallet`,
    })
    expect(await audit(client.id, 'wallet.approve')).toMatchObject([
      { actor_name: 'Kiran', after: { request: transactionId, status: 'approved', reference: utr } },
    ])
    expect(await audit(client.id, 'reconciliation.match')).toMatchObject([
      { actor_name: 'Kiran', after: { request: transactionId, lineId: line._id, by: 'bank reference' } },
    ])
    await balancedBooks(server, kiran)
  })

  test('the page of the line warns of what the page of the request warns of', async () => {
    const { client, _id, line } = await pair()
    await server.db.run('update client set frozen_at = now() where id = $1', [client.id])
    const of = async (path: string) => (await server.call('GET', path, { token: kiran.token })).body.warnings
    const warnings = await of(`/desk/reconciliation/lines/${line._id}`)
    expect(warnings).toMatchObject([{ code: 'frozen' }])
    expect(warnings).toEqual(await of(`/desk/wallet/transactions/${_id}`))
  })

  test('runs once when sent twice under one key', async () => {
    const { client, line } = await pair()
    const headers = { 'idempotency-key': `line-${line._id}` }
    const first = await bank.approve(line, headers)
    expect((await bank.approve(line, headers)).body).toEqual(first.body)
    expect(await walletOf(client)).toMatchObject({ balance: amount })
  })

  test('a second decision names the first operator, on either page', async () => {
    const [one, other] = [await pair(), ((amount += 1_000), await pair())]
    await bank.approve(one.line)
    expect((await byHand(one._id, 'approve', { reference: newUtr() })).body.message).toBe('Already decided by Kiran')
    expect((await atBank(server, omar.token).approve(one.line)).body.message).toBe('Already decided by Kiran')
    await byHand(other._id, 'reject', { reason: 'Not found' })
    expect(await bank.approve(other.line)).toMatchObject({ status: 409, body: { message: 'Already decided by Omar' } })
    amount -= 1_000
  })

  test('does not approve another request than the one shown', async () => {
    const [one, other] = [await pair(), ((amount += 1_000), await deposit())]
    amount -= 1_000
    const payment = { ...one.line.payment!, _id: other._id }
    expect((await bank.approve({ ...one.line, payment })).body.message).toBe(
      'This entry no longer matches what you reviewed. Review it again before you decide.',
    )
    expect(await walletOf(other.client)).toMatchObject({ balance: 0 })
    const nobody = { ...one.line, payment: { ...payment, _id: one.line._id } }
    expect(await bank.approve(nobody)).toMatchObject({ status: 404, body: { message: 'Not found' } })
    expect(await bank.approve({ ...one.line, _id: one._id })).toMatchObject({ status: 404 })
  })

  test('a line without a reference is the proof of the request that it fits', async () => {
    const client = await moneyClient(server)
    await report(client, amount)
    await bank.bring({ text: 'CASH noref', credit: amount })
    const line = await bank.find('noref')
    expect(await bank.approve(line)).toMatchObject({ status: 200, body: { _id: line._id, state: 'matched' } })
    expect(await walletOf(client)).toMatchObject({ balance: amount })
    await balancedBooks(server, kiran)
  })

  test('needs the same right as the request’s own page', async () => {
    const { line, client } = await pair()
    for (const role of ['lender', 'auditor', 'support'] as const) {
      const { token } = await newOperator(server, role)
      expect(await atBank(server, token).approve(line)).toMatchObject({ status: 403 })
      expect(
        await atBank(server, token).send('/approve', { matches: [{ lineId: line._id, paymentId: line.payment!._id }] }),
      ).toMatchObject({
        body: { results: [{ outcome: 'refused', message: 'Your role does not include this. Ask an administrator.' }] },
      })
    }
    expect(await walletOf(client)).toMatchObject({ balance: 0 })
  })

  test('reserves the bank’s reference of a charge’s payment', async () => {
    const client = await moneyClient(server)
    const { body: charge } = await server.call('POST', '/desk/charges', {
      token: kiran.token,
      body: { clientId: client.id, chargeType: 'Brokerage', description: 'Brokerage', amount },
    })
    await server.call('POST', `/user/charges/${charge._id}/pay`, {
      token: client.token,
      body: { transactionId: 'PHONE-1' },
    })
    const utr = newUtr()
    await bank.bring({ text: `UPI ${charge.reference}`, reference: utr, credit: amount })
    expect((await bank.approve(await bank.find(utr))).status).toBe(200)
    const body = { id: client.id, amount, utr }
    expect((await server.call('POST', '/user/wallet/add-money', { token: client.token, body })).body.message).toBe(
      'This UTR belongs to another payment',
    )
  })
})

describe('all exact matches together', () => {
  const together = (matches: readonly { lineId: string; paymentId: string }[], headers = {}) =>
    bank.send('/approve', { matches }, headers)
  const matchOf = ({ line }: Awaited<ReturnType<typeof pair>>) => ({ lineId: line._id, paymentId: line.payment!._id })

  test('each is approved independently; one decided elsewhere does not stop the others', async () => {
    const client = await moneyClient(server)
    const pairs: Awaited<ReturnType<typeof pair>>[] = []
    for (let n = 0; n < 4; n++) {
      const asked = await deposit(newUtr(), client)
      await bank.bring({ reference: asked.utr, credit: amount })
      pairs.push({ ...asked, line: await bank.find(asked.utr) })
    }
    await byHand(pairs[1]!._id, 'reject', { reason: 'Not found' })
    const headers = { 'idempotency-key': 'together-1' }
    const { body } = await together(pairs.map(matchOf), headers)
    expect(body.results.map((one: { outcome: string; message?: string }) => one.message ?? one.outcome)).toEqual([
      'approved',
      'Already decided by Omar',
      'approved',
      'approved',
    ])
    expect((await together(pairs.map(matchOf), headers)).body).toEqual(body)
    // Without the key, too, what is done is done.
    expect((await together(pairs.map(matchOf))).body).toEqual(body)
    expect(await walletOf(client)).toMatchObject({ balance: 3 * amount })
    expect(await audit(client.id, 'wallet.approve')).toHaveLength(3)
  })

  test('does not approve likely matches together', async () => {
    const client = await moneyClient(server)
    await report(client, amount)
    const utr = newUtr()
    await bank.bring({ reference: utr, credit: amount })
    const line = await bank.find(utr)
    expect(line.confidence).toBe('likely')
    expect((await together([{ lineId: line._id, paymentId: line.payment!._id }])).body.results).toEqual([
      {
        lineId: line._id,
        outcome: 'refused',
        message: 'This entry no longer matches what you reviewed. Review it again before you decide.',
      },
    ])
    expect((await bank.approve(line)).status).toBe(200)
    expect(await walletOf(client)).toMatchObject({ balance: amount })
  })

  test.each([
    ['Choose the matches to approve', { matches: [] }],
    ['Choose the matches to approve', {}],
    ['Not found', { matches: [{ lineId: 'x', paymentId: 'y' }] }],
    [
      'Approve at most 100 matches at a time',
      { matches: Array.from({ length: 101 }, () => ({ lineId: crypto.randomUUID(), paymentId: crypto.randomUUID() })) },
    ],
  ])('%s', async (sentence, body) => {
    expect(await bank.send('/approve', body)).toMatchObject({ status: 400, body: { message: sentence } })
  })
})

describe('an exception is settled with a note', () => {
  test('leaves the queue with operator, time and note, and moves no money', async () => {
    const utr = newUtr()
    await bank.bring({ reference: utr, credit: amount })
    const line = await bank.find(utr)
    const { status, body } = await bank.settle(line, ' Sent back to the payer ')
    expect(status).toBe(200)
    expect(body).toMatchObject({ state: 'settled', settled: { by: 'Kiran', note: 'Sent back to the payer' } })
    expect((await bank.show('exception')).map(({ reference }) => reference)).not.toContain(utr)
    expect((await bank.show('settled')).map(({ reference }) => reference)).toContain(utr)
    expect((await audit(line._id, 'reconciliation.settle'))[0]).toMatchObject({
      actor_name: 'Kiran',
      after: { note: 'Sent back to the payer' },
    })
    expect((await atBank(server, omar.token).settle(line)).body.message).toBe('Already decided by Kiran')
  })

  test('a client who claims it later finds it again', async () => {
    const utr = newUtr()
    await bank.bring({ reference: utr, credit: amount })
    const line = await bank.find(utr)
    await bank.settle(line, 'Waits for the client to ask')
    const { client } = await deposit(utr)
    const found = await bank.find(utr)
    expect(found).toMatchObject({
      state: 'approve',
      confidence: 'exact',
      settled: { note: 'Waits for the client to ask' },
    })
    expect((await bank.approve(found)).status).toBe(200)
    expect(await walletOf(client)).toMatchObject({ balance: amount })
  })

  test.each([[''], ['  '], ['x'.repeat(501)]])('not with %j', async (note) => {
    const utr = newUtr()
    await bank.bring({ reference: utr, credit: amount })
    expect((await bank.settle(await bank.find(utr), note)).status).toBe(400)
  })

  test('applies only to exceptions, and needs the right to approve deposits', async () => {
    const { line } = await pair()
    expect(await bank.settle(line)).toMatchObject({
      status: 409,
      body: { message: 'This entry is no longer an exception' },
    })
    const { token } = await newOperator(server, 'auditor')
    expect((await atBank(server, token).settle(line)).status).toBe(403)
  })
})
