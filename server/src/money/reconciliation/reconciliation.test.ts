import { beforeEach, describe, expect, test } from 'vitest'
import { moneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { atBank, newUtr } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { walletSteps } from '../../../test/wallet.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const kiran = await newOperator(server, 'cashier', 'Kiran')
const omar = await newOperator(server, 'cashier', 'Omar')
const bank = atBank(server, kiran.token)

// Every test has the amounts of its own, so that no line fits another's request.
let amount = 500
beforeEach(() => (amount += 7))

const { ask, balanceOf } = walletSteps(server, omar)
const deposit = async (utr?: string, rupees = amount) => {
  const client = await moneyClient(server)
  return { client, ...(await ask(client, 'add-money', { amount: rupees, ...(utr !== undefined && { utr }) })) }
}
const decide = (id: string, verb: string, body: object, token = omar.token) =>
  server.call('POST', `/desk/wallet/transactions/${id}/${verb}`, { token, body })

describe('a credit is compared with reported deposits', () => {
  test('by UTR and amount: exact, with the reason', async () => {
    const utr = newUtr()
    const { _id, transactionId, client } = await deposit(utr)
    await bank.bring({ text: `UPI/RAVI/${utr}/PAY`, credit: amount })
    expect(await bank.find(utr)).toMatchObject({
      state: 'approve',
      confidence: 'exact',
      reference: utr,
      reason: 'UTR and amount match.',
      payment: {
        kind: 'deposit',
        _id,
        name: transactionId,
        status: 'pending',
        clientId: client.id,
        clientName: client.name,
      },
    })
    expect(await balanceOf(client)).toBe(0)
  })

  test('by our reference in the bank’s text: exact', async () => {
    const { reference } = await deposit()
    await bank.bring({ text: `UPI/RAVI/${newUtr()}/${reference.toLowerCase()}`, credit: amount })
    expect(await bank.find(reference.toLowerCase())).toMatchObject({
      confidence: 'exact',
      reason: 'Our reference in the narration and the amount match.',
    })
  })

  test('by the request’s own number in the bank’s text: exact', async () => {
    const { transactionId } = await deposit()
    await bank.bring({ text: `IMPS ${transactionId} RAVI`, reference: newUtr(), credit: amount })
    expect(await bank.find(transactionId)).toMatchObject({ confidence: 'exact', payment: { name: transactionId } })
  })

  test('by another number in the text: likely', async () => {
    const [utr, other] = [newUtr(), newUtr()]
    await deposit(utr)
    await bank.bring({ text: `UPI-${utr}`, reference: other, credit: amount })
    expect(await bank.find(other)).toMatchObject({ state: 'approve', confidence: 'likely' })
  })

  test('by amount and day alone: likely; where several fit: unsure', async () => {
    const { transactionId } = await deposit()
    await bank.bring({ text: 'UPI-RAVI-R@OKSBI-likely', credit: amount, ago: 1 })
    expect(await bank.find('likely')).toMatchObject({ confidence: 'likely', payment: { name: transactionId } })
    expect((await bank.find('likely')).reason).toMatch(/^Same amount, requested on .+\. No reference confirms it\.$/)
    await deposit()
    expect(await bank.find('likely')).toMatchObject({
      confidence: 'unsure',
      reason: expect.stringContaining('Another request matches too.'),
    })
  })

  test('two lines for one request are unsure, both', async () => {
    const { reference } = await deposit()
    await bank.bring(
      { text: `one ${reference}`, reference: newUtr(), credit: amount },
      { text: `two ${reference}`, reference: newUtr(), credit: amount },
    )
    for (const which of ['one', 'two'])
      expect(await bank.find(`${which} ${reference}`)).toMatchObject({
        confidence: 'unsure',
        reason: expect.stringContaining('Another bank entry matches it too.'),
      })
  })

  test('an amount does not match a request with another UTR', async () => {
    await deposit(newUtr())
    const utr = newUtr()
    await bank.bring({ reference: utr, credit: amount })
    expect(await bank.find(utr)).toMatchObject({ state: 'exception', exception: 'unasked' })
  })

  test('our reference beside another UTR than the client’s: unsure', async () => {
    const { reference } = await deposit(newUtr())
    await bank.bring({ text: reference, reference: newUtr(), credit: amount })
    expect(await bank.find(reference)).toMatchObject({
      confidence: 'unsure',
      reason: expect.stringContaining('The client gave the UTR of another payment.'),
    })
  })

  test('a UTR somebody else entered for a QR that was shown to another client: unsure', async () => {
    const [shown, utr] = [await moneyClient(server), newUtr()]
    const { body } = await server.call('POST', '/user/wallet/intent', { token: shown.token, body: { amount } })
    await deposit(utr)
    await bank.bring({ text: body.reference, reference: utr, credit: amount })
    expect(await bank.find(utr)).toMatchObject({
      confidence: 'unsure',
      reason: expect.stringContaining('The QR that was paid belongs to another client.'),
    })
  })

  test('a charge’s payment by its transaction ID, with GST', async () => {
    const client = await moneyClient(server)
    const utr = newUtr()
    const raised = await server.call('POST', '/desk/charges', {
      token: kiran.token,
      body: { clientId: client.id, chargeType: 'Brokerage', description: 'Brokerage', amount, gst: 90 },
    })
    await server.call('POST', `/user/charges/${raised.body._id}/pay`, {
      token: client.token,
      body: { transactionId: `utr ${utr}`.replace('utr ', '') },
    })
    await bank.bring({ text: `UPI-${utr}`, credit: amount + 90 })
    const line = await bank.find(utr)
    expect(line).toMatchObject({ confidence: 'exact', payment: { kind: 'charge', name: raised.body.reference } })
    expect((await bank.approve(line)).body).toMatchObject({ state: 'matched', approvedBy: 'Kiran' })
    const { body } = await server.call('GET', `/desk/charges/${raised.body._id}`, { token: kiran.token })
    expect(body).toMatchObject({ status: 'APPROVED', decidedBy: 'Kiran' })
  })
})

describe('a debit is compared with withdrawals', () => {
  const withdrawal = async (rupees = amount) => {
    const client = await moneyClient(server, { rupees: 200_000 })
    return { client, ...(await ask(client, 'withdraw', { amount: rupees })) }
  }

  test('paid under the bank’s reference: matched automatically', async () => {
    const { _id } = await withdrawal()
    await decide(_id, 'approve', { reference: 'N324261234567890' })
    await bank.bring({ text: 'NEFT DR-RAVI', reference: 'N324261234567890', debit: amount })
    expect(await bank.find('N324261234567890')).toMatchObject({
      state: 'matched',
      reason: 'Reference and amount match.',
      payment: { kind: 'withdrawal', status: 'approved' },
    })
  })

  test('a large pending one, found by its number: one operator approves it in single mode', async () => {
    const { client, transactionId } = await withdrawal(60_000)
    const utr = newUtr()
    await bank.bring({ text: `NEFT DR ${transactionId}`, reference: utr, debit: 60_000 })
    const line = await bank.find(transactionId)
    expect(line).toMatchObject({ state: 'approve', confidence: 'exact' })
    const { body } = await atBank(server, omar.token).approve(line)
    expect(body).toMatchObject({ waitsForSecond: false, state: 'matched', approvedBy: 'Omar' })
    expect((await server.call('GET', `/user/wallet/${client.id}`, client)).body).toMatchObject({
      balance: 140_000,
      withheld: 0,
    })
  })

  test('an unidentified debit', async () => {
    await bank.bring({ text: 'SMS CHARGES odd', debit: amount })
    expect(await bank.find('SMS CHARGES odd')).toMatchObject({
      state: 'exception',
      exception: 'unexplained',
      reason: 'No withdrawal has this reference or amount.',
    })
  })
})

describe('exceptions stay in the queue', () => {
  const unasked = 'No request, charge or QR has this reference or amount.'

  test('an unidentified credit', async () => {
    const utr = newUtr()
    await bank.bring({ reference: utr, credit: amount })
    expect(await bank.find(utr)).toMatchObject({ state: 'exception', exception: 'unasked', reason: unasked })
  })

  test('a credit for a QR without a reported deposit', async () => {
    const client = await moneyClient(server)
    const { body } = await server.call('POST', '/user/wallet/intent', { token: client.token, body: { amount } })
    await bank.bring({ text: body.reference, reference: newUtr(), credit: amount })
    const line = await bank.find(body.reference)
    expect(line).toMatchObject({ exception: 'unasked', reason: expect.stringContaining(`${client.name} (SD`) })
    expect(line.reason).toMatch(/was shown a QR for ₹\d+\.00 with this reference but has not reported the payment\.$/)
    // Now they do: the same line waits for an approval.
    await ask(client, 'add-money', { amount, reference: body.reference })
    expect(await bank.line(line._id)).toMatchObject({ state: 'approve', confidence: 'exact' })
  })

  test('a rejected request', async () => {
    const { _id, reference, transactionId } = await deposit()
    await decide(_id, 'reject', { reason: 'Not found' })
    await bank.bring({ text: reference, reference: newUtr(), credit: amount })
    expect(await bank.find(reference)).toMatchObject({
      exception: 'unasked',
      reason: `Reference matches ${transactionId}, which was rejected.`,
    })
  })

  test('another amount than requested', async () => {
    const utr = newUtr()
    const { transactionId } = await deposit(utr)
    await bank.bring({ reference: utr, credit: amount - 1 })
    const line = await bank.find(utr)
    expect(line).toMatchObject({ state: 'exception', exception: 'amount', payment: { name: transactionId } })
    expect(line.reason).toBe(`Reference matches ${transactionId} (₹${amount}.00 requested); amount differs.`)
    expect((await bank.approve(line)).body.message).toBe('This entry is not awaiting approval')
  })

  test('approved with another amount than the bank received', async () => {
    const utr = newUtr()
    const { _id } = await deposit(utr)
    await decide(_id, 'approve', { reference: utr })
    await bank.bring({ reference: utr, credit: 1 })
    expect(await bank.find(utr)).toMatchObject({
      exception: 'amount',
      reason: expect.stringMatching(/approved\); amount differs/),
    })
  })

  test('a duplicate UTR, and one QR paid twice', async () => {
    const utr = newUtr()
    const { reference } = await deposit(utr)
    await bank.bring({ reference: utr, credit: amount }, { text: 'again', reference: utr, credit: amount })
    expect(await bank.find('again')).toMatchObject({
      exception: 'duplicate',
      reason: `An earlier bank entry has the same reference, ${utr}.`,
    })
    const first = (await bank.show('approve')).find((line) => line.reference === utr)
    expect((await bank.approve(first!)).status).toBe(200)
    await bank.bring({ text: reference, reference: newUtr(), credit: amount })
    expect(await bank.find(reference)).toMatchObject({
      exception: 'duplicate',
      reason: expect.stringMatching(/^ADD\d+ is already matched to another bank entry/),
    })
  })

  test('returned and reversed payments', async () => {
    const client = await moneyClient(server, { rupees: 5000 })
    const { _id } = await ask(client, 'withdraw', { amount })
    const [paid, brought] = [newUtr(), newUtr()]
    await decide(_id, 'approve', { reference: paid })
    const { _id: added } = await deposit(brought)
    await decide(added, 'approve', { reference: brought })
    await bank.bring(
      { reference: paid, debit: amount },
      { text: 'REV', reference: paid, credit: amount },
      { reference: brought, credit: amount },
      { text: 'CHARGEBACK', reference: brought, debit: amount },
    )
    expect(await bank.find('REV')).toMatchObject({
      exception: 'reversed',
      reason: expect.stringContaining('the bank may have returned it'),
    })
    expect(await bank.find('CHARGEBACK')).toMatchObject({
      exception: 'reversed',
      reason: expect.stringContaining('the bank may have reversed it'),
    })
    expect(await balanceOf(client)).toBe(5000 - amount)
  })

  test('what comes back under a reference of a request that is not approved is not called paid out or received', async () => {
    const client = await moneyClient(server, { rupees: 5000 })
    const { transactionId } = await ask(client, 'withdraw', { amount })
    const { transactionId: rejected, _id } = await ask(client, 'withdraw', { amount })
    await decide(_id, 'reject', { reason: 'Wrong IFSC' })
    await bank.bring(
      { text: `RETURN ${transactionId}`, credit: amount },
      { text: `RETURN ${rejected}`, credit: amount },
    )
    const reasonOf = async (name: string) => (await bank.find(`RETURN ${name}`)).reason
    expect(await reasonOf(transactionId)).toBe(
      `Reference matches ${transactionId}, which is not approved yet: the bank may have returned it.`,
    )
    expect(await reasonOf(rejected)).toBe(
      `Reference matches ${rejected}, which was rejected: the bank may have returned it.`,
    )
  })
})

describe('approved elsewhere', () => {
  test('a request approved on its own page explains its line', async () => {
    const utr = newUtr()
    const { _id } = await deposit(utr)
    await bank.bring({ reference: utr, credit: amount })
    const line = await bank.find(utr)
    await decide(_id, 'approve', { reference: utr })
    expect(await bank.line(line._id)).toMatchObject({ state: 'matched' })
    expect((await bank.show('matched')).map((one) => one._id)).toContain(line._id)
    // It was not approved on this page.
    expect((await bank.line(line._id)).approvedBy).toBeUndefined()
  })

  test('a request approved long ago explains its line too', async () => {
    const utr = newUtr()
    const { _id } = await deposit(utr)
    await bank.bring({ reference: utr, credit: amount })
    await decide(_id, 'approve', { reference: utr })
    await server.db.run("update wallet_request set decided_at = decided_at - interval '9 days' where id = $1", [_id])
    expect((await bank.show('exception')).map(({ reference }) => reference)).not.toContain(utr)
    expect((await bank.show('matched')).map(({ reference }) => reference)).toContain(utr)
  })

  test('lists the lines of a request', async () => {
    const utr = newUtr()
    const { _id } = await deposit(utr)
    expect(await bank.ofPayment(_id)).toEqual([])
    await bank.bring({ reference: utr, credit: amount })
    expect(await bank.ofPayment(_id)).toMatchObject([{ reference: utr, confidence: 'exact' }])
    await decide(_id, 'approve', { reference: utr })
    expect(await bank.ofPayment(_id)).toMatchObject([{ reference: utr, state: 'matched' }])
  })
})
