import { clientTextErrors } from '@sauda/contract/platform/client-text'
import { chargeErrors, chargeTypes, chargeTexts, type Charge } from '@sauda/contract/money/charge'
import { alreadyDecided, commonErrors } from '@sauda/contract/platform/error'
import { walletErrors } from '@sauda/contract/money/wallet'
import { describe, expect, test } from 'vitest'
import { moneyClient, type MoneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer, refusal } from '../../../test/server.ts'
import { tamper } from '../../../test/tamper.ts'
import { newId } from '../../platform/id.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const { db, call } = server
const cashier = await newOperator(server, 'cashier', 'Chitra')
const other = await newOperator(server, 'cashier', 'Omar')
const admin = await newOperator(server, 'admin')

const { notFound, noRight } = commonErrors
const fresh = () => String(Math.floor(100_000_000_000 + Math.random() * 899_999_999_999))
const wanted = (client: { id: string }, more: object = {}) => ({
  clientId: client.id,
  chargeType: 'Brokerage',
  description: 'Brokerage for October',
  amount: 1000,
  gst: 180,
  ...more,
})
const raise = (body: unknown, { token } = cashier) => call('POST', '/desk/charges', { token, body })
const raised = async (client: { id: string }, more: object = {}): Promise<Charge> =>
  (await raise(wanted(client, more))).body
const pay = (
  { token }: MoneyClient,
  chargeId: string,
  body: unknown = { paymentMethod: 'UPI', transactionId: fresh() },
) => call('POST', `/user/charges/${chargeId}/pay`, { token, body })
const paid = async (client: MoneyClient, more: object = {}): Promise<Charge> =>
  (await pay(client, (await raised(client, more))._id)).body.charge
const approve = (id: string, body?: unknown, { token } = cashier) =>
  call('POST', `/desk/charges/${id}/approve`, { token, ...(body !== undefined && { body }) })
const reason = 'We did not find this payment in our bank statement'
const reject = (id: string, body: unknown = { reason }, { token } = cashier) =>
  call('POST', `/desk/charges/${id}/reject`, { token, body })
const list = async ({ token }: MoneyClient) => (await call('GET', '/user/charges', { token })).body
const entries = (clientId: string) =>
  db.rows('select debit, credit, amount from entry where client_id = $1 order by id', [clientId])

describe('raising a charge', () => {
  test('shows it to the client with its total and QR link, and mails it', async () => {
    const client = await moneyClient(server)
    const { status, body } = await raise(wanted(client, { dueDate: '2027-01-31' }))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      chargeType: 'Brokerage',
      description: 'Brokerage for October',
      amount: 1000,
      gst: 180,
      total: 1180,
      status: 'PENDING',
      dueDate: '2027-01-31',
      reference: expect.stringMatching(/^CHG1\d{5}$/),
    })
    const link = new URL(body.upiLink)
    expect(link.href.startsWith('upi://pay?')).toBe(true)
    expect(Object.fromEntries(link.searchParams)).toMatchObject({
      pa: 'demo.cannot-receive-money@sauda',
      pn: 'Sauda Demo',
      am: '1180.00',
      cu: 'INR',
      tr: body.reference,
    })
    const { charges, ...rest } = await list(client)
    expect(charges).toEqual([body])
    expect(rest).toEqual({
      summary: { totalDue: 1180, totalPaid: 0, pending: 1, paid: 0, approved: 0, rejected: 0 },
      upiId: 'demo.cannot-receive-money@sauda',
      upiName: 'Sauda Demo',
    })
    const mail = await server.mailTo(client.email)
    expect(mail?.text).toContain('₹1,180.00 (₹1,000.00 + ₹180.00 GST)')
    expect(mail?.text).toContain(chargeTexts.honest)
    expect(await entries(client.id)).toEqual([])
  })

  test.each(chargeTypes)('may be of the type %s in demo', async (chargeType) => {
    const client = await moneyClient(server)
    const { gst: _gst, ...body } = wanted(client, { chargeType })
    expect(await raise(body)).toMatchObject({ status: 200, body: { chargeType, gst: 0, total: 1000 } })
  })

  test('needs the right, a client and an amount', async () => {
    const client = await moneyClient(server)
    const lender = await newOperator(server, 'lender')
    expect(await raise(wanted(client), lender)).toMatchObject(refusal(noRight))
    expect((await raise(wanted(client), { ...cashier, token: client.token })).status).toBe(401)
    expect(await raise(wanted({ id: newId() }))).toMatchObject(refusal(notFound))
    expect(await raise(wanted(client, { amount: 0 }))).toMatchObject(refusal(chargeErrors.amountNeeded))
    expect((await list(client)).charges).toEqual([])
  })

  test('takes GST of at most 28 %, as entered, and of that an even number of paise', async () => {
    const client = await moneyClient(server)
    expect((await raise(wanted(client, { amount: 100, gst: 28 }))).body).toMatchObject({ gst: 28, total: 128 })
    expect((await raise(wanted(client, { amount: 99.97, gst: 27.99 }))).body).toMatchObject({ gst: 27.98 })
    for (const [amount, gst] of [
      [100, 28.01],
      [0.5, 0.15],
      [0.01, 0.01],
    ])
      expect(await raise(wanted(client, { amount, gst }))).toMatchObject(refusal(chargeErrors.gstTooHigh))
  })

  test('has no UPI ID, account number or foreign link in its description', async () => {
    const client = await moneyClient(server)
    const { upi, account, link } = clientTextErrors
    for (const [description, error] of [
      ['Release fee, pay to broker.desk@okhdfc', upi],
      ['Release fee, pay to 50100123456789', account],
      ['Release fee, see sauda-fees.in', link],
    ] as const)
      expect(await raise(wanted(client, { description }))).toMatchObject(refusal(error('The description')))
    expect((await list(client)).charges).toEqual([])
  })

  const wrong: [string, unknown][] = [
    ...['amount', 'gst'].flatMap((name) =>
      ['100', -1, 0.001, 1e308, 2 ** 53, null, [], {}, true, 'NaN'].map((value): [string, unknown] => [name, value]),
    ),
    ...['clientId', 'chargeType', 'description'].flatMap((name) =>
      [undefined, null, 7, '', '  ', [], {}, 'a\u0000b', 'x'.repeat(301)].map((value): [string, unknown] => [
        name,
        value,
      ]),
    ),
    ...['2027-02-30', '31-01-2027', 7, null, '', '2027-01-31T00:00:00Z'].map((value): [string, unknown] => [
      'dueDate',
      value,
    ]),
    ['chargeType', 'Tax'],
  ]
  test.each(wrong)('rejects %s %j with an error message', async (name, value) => {
    const client = await moneyClient(server)
    const answer = await raise(wanted(client, { [name]: value }))
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringMatching(/^[A-Z]/) } })
    expect((await list(client)).charges).toEqual([])
  })
})

describe('paying a charge', () => {
  test('submits the transaction ID for approval; the wallet is unchanged', async () => {
    const client = await moneyClient(server, { rupees: 500 })
    const { _id } = await raised(client)
    const transactionId = fresh()
    const { status, body } = await pay(client, _id, {
      paymentMethod: 'UPI',
      transactionId: `  ${transactionId} `,
      remarks: '',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      message: 'Payment Submitted - Awaiting Approval',
      charge: {
        status: 'PAID',
        upiLink: '',
        paymentDetails: { paymentMethod: 'UPI', transactionId, remarks: 'Payment made via UPI' },
      },
    })
    expect((await call('GET', `/user/wallet/${client.id}`, { token: client.token })).body.balance).toBe(500)
    const queue = await call('GET', '/desk/queue?kind=charge', { token: cashier.token })
    expect(queue.body.items.find((item: { id: string }) => item.id === _id)).toEqual({
      kind: 'charge',
      id: _id,
      clientId: client.id,
      clientName: client.name,
      saudaId: expect.stringMatching(/^SD\d+$/),
      dueAt: expect.any(String),
      name: body.charge.reference,
      reference: transactionId,
      amount: 1180,
      since: body.charge.paymentDetails.paymentDate,
    })
    expect(await call('GET', `/desk/charges/${_id}`, { token: admin.token })).toMatchObject({
      status: 200,
      body: { ...body.charge, clientId: client.id, clientName: client.name },
    })
  })

  test('stores remarks', async () => {
    const client = await moneyClient(server)
    const { _id } = await raised(client)
    const { body } = await pay(client, _id, { transactionId: fresh(), remarks: ' From my joint account ' })
    expect(body.charge.paymentDetails.remarks).toBe('From my joint account')
  })

  test.each([undefined, null, 7, '', '   ', [], {}, '---', ' . '])(
    'without a transaction ID (%j) says so',
    async (transactionId) => {
      const client = await moneyClient(server)
      const { _id } = await raised(client)
      expect(await pay(client, _id, { paymentMethod: 'UPI', transactionId })).toMatchObject({
        status: 400,
        body: { message: 'Please enter transaction ID' },
      })
      expect((await list(client)).summary.pending).toBe(1)
    },
  )

  test.each([
    [{ paymentMethod: 'CASH' }, 'Charges are paid by UPI'],
    [{ paymentMethod: 7 }, 'Charges are paid by UPI'],
    [{ remarks: 7 }, 'Please enter text'],
    [{ remarks: 'x'.repeat(201) }, 'Please use at most 200 characters'],
    [{ transactionId: 'x'.repeat(65) }, 'Please use at most 64 characters'],
    [{ transactionId: 'a\u0000b' }, 'Please use plain text without control characters'],
  ])('with %j is rejected', async (part, message) => {
    const client = await moneyClient(server)
    const { _id } = await raised(client)
    expect(await pay(client, _id, { transactionId: fresh(), ...part })).toMatchObject({
      status: 400,
      body: { message },
    })
  })

  test('rejects a charge of another client or an unknown charge', async () => {
    const [client, stranger] = [await moneyClient(server), await moneyClient(server)]
    const { _id } = await raised(client)
    for (const id of [_id, newId(), '1', 'x']) expect(await pay(stranger, id)).toMatchObject(refusal(notFound))
    expect((await list(stranger)).charges).toEqual([])
    expect((await list(client)).summary.pending).toBe(1)
  })

  test('is possible for clients only, and deciding for operators only', async () => {
    const client = await moneyClient(server)
    const { _id } = await paid(client)
    const asOperator = { ...client, token: cashier.token }
    expect((await pay(asOperator, _id)).status).toBe(401)
    expect((await approve(_id, {}, { ...cashier, token: client.token })).status).toBe(401)
    const lender = await newOperator(server, 'lender')
    expect(await approve(_id, {}, lender)).toMatchObject(refusal(noRight))
    expect(await reject(_id, { reason }, lender)).toMatchObject(refusal(noRight))
    const support = await newOperator(server, 'support')
    expect((await call('GET', `/desk/charges/${_id}`, { token: support.token })).status).toBe(200)
  })

  test('is rejected a second time while pending and after approval', async () => {
    const client = await moneyClient(server)
    const { _id } = await paid(client)
    expect(await pay(client, _id)).toMatchObject(refusal(chargeErrors.notPayable))
    await approve(_id)
    expect(await pay(client, _id)).toMatchObject(refusal(chargeErrors.notPayable))
  })
})

const wholeBodies = [
  '[]',
  '7',
  '"x"',
  'null',
  'true',
  '{',
  '',
  '{"transactionId":["1"]}',
  '{"__proto__":{"transactionId":"1"}}',
]
test.each(wholeBodies)('a body of %j is rejected by every call that needs one', async (body) => {
  const client = await moneyClient(server)
  const [open, waiting] = [await raised(client), await paid(client)]
  const send = (path: string, token: string) =>
    call('POST', path, { token, body, headers: { 'content-type': 'application/json' } })
  const answers = [
    await send(`/user/charges/${open._id}/pay`, client.token),
    await send('/desk/charges', cashier.token),
    await send(`/desk/charges/${waiting._id}/reject`, cashier.token),
  ]
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringMatching(/^[A-Z]/) } })
  expect((await list(client)).summary).toMatchObject({ pending: 1, paid: 1 })
})

test('every change to a charge notifies the client’s screens and the desk at once', async () => {
  const client = await moneyClient(server)
  const { _id } = await raised(client)
  await pay(client, _id)
  await approve(_id)
  const topics = await db.rows('select topic from notice where client_id = $1', [client.id])
  expect(topics).toEqual([{ topic: 'charge' }, { topic: 'charge' }, { topic: 'charge' }])
})

test('the desk sees a client’s charges as the client does', async () => {
  const client = await moneyClient(server)
  await paid(client)
  const { charges } = await list(client)
  const page = await call('GET', `/desk/clients/${client.id}`, { token: admin.token })
  expect(page).toMatchObject({ status: 200, body: { charges } })
})

describe('a transaction ID', () => {
  test('pays for one charge only, in every spelling', async () => {
    const [client, stranger] = [await moneyClient(server), await moneyClient(server)]
    const { _id } = await raised(client)
    await pay(client, _id, { transactionId: 'utr 1234-5678 9012' })
    for (const transactionId of ['UTR123456789012', 'utr123456789012', 'UTR 1234 5678 9012', 'ＵＴＲ123456789012'])
      for (const payer of [client, stranger])
        expect(await pay(payer, (await raised(payer))._id, { transactionId })).toMatchObject(refusal(chargeErrors.used))
  })

  test('is unique across charges and deposits', async () => {
    const client = await moneyClient(server)
    const [first, second] = [fresh(), fresh()]
    const add = (utr: string) =>
      call('POST', '/user/wallet/add-money', { token: client.token, body: { id: client.id, amount: 500, utr } })
    expect((await add(first)).status).toBe(200)
    expect(await pay(client, (await raised(client))._id, { transactionId: first })).toMatchObject(
      refusal(chargeErrors.used),
    )
    expect((await pay(client, (await raised(client))._id, { transactionId: second })).status).toBe(200)
    expect(await add(second)).toMatchObject(refusal(walletErrors.utrUsed))
  })

  test('can be used again after a rejection: for this charge, another one or a deposit', async () => {
    const client = await moneyClient(server)
    const transactionId = fresh()
    const { _id } = await raised(client)
    await pay(client, _id, { transactionId })
    await reject(_id)
    expect((await pay(client, _id, { transactionId })).status).toBe(200)
    await reject(_id)
    const another = await raised(client)
    expect((await pay(client, another._id, { transactionId })).status).toBe(200)
    expect(await pay(client, _id, { transactionId })).toMatchObject(refusal(chargeErrors.used))
  })

  test('of an approved payment can never be used again', async () => {
    const client = await moneyClient(server)
    const { _id, paymentDetails } = await paid(client)
    await approve(_id)
    const { transactionId } = paymentDetails ?? {}
    expect(await pay(client, (await raised(client))._id, { transactionId })).toMatchObject(refusal(chargeErrors.used))
  })
})

describe('the desk', () => {
  test('approves: books the amount as fees and the GST separately; the client’s balances are unchanged', async () => {
    const client = await moneyClient(server)
    const { _id } = await paid(client)
    expect(await approve(_id)).toMatchObject({ status: 200, body: { status: 'APPROVED', upiLink: '' } })
    expect(await entries(client.id)).toEqual([
      { debit: 'bank', credit: 'fees', amount: 1000_00n },
      { debit: 'bank', credit: 'gst', amount: 180_00n },
    ])
    expect(
      await db.row('select cash, invested, loan, cashback, withheld from client_ledger where client_id = $1', [
        client.id,
      ]),
    ).toEqual({ cash: 0n, invested: 0n, loan: 0n, cashback: 0n, withheld: 0n })
    expect((await list(client)).summary).toEqual({
      totalDue: 0,
      totalPaid: 1180,
      pending: 0,
      paid: 0,
      approved: 1,
      rejected: 0,
    })
    expect((await server.mailTo(client.email))?.subject).toContain('Payment of ₹1,180.00 received')
    expect((await call('GET', `/desk/charges/${_id}`, { token: admin.token })).body.decidedBy).toBe('Chitra')
  })

  test('approves a charge without GST in one entry', async () => {
    const client = await moneyClient(server)
    const { _id } = await paid(client, { gst: 0 })
    await approve(_id)
    expect(await entries(client.id)).toEqual([{ debit: 'bank', credit: 'fees', amount: 1000_00n }])
  })

  test('rejects with a reason on screen and by mail, and the charge is payable again', async () => {
    const client = await moneyClient(server)
    const { _id, upiLink } = await raised(client)
    await pay(client, _id)
    expect((await list(client)).summary).toMatchObject({ totalDue: 0, paid: 1 })
    const { status, body } = await reject(_id)
    expect({ status, body }).toMatchObject({ status: 200, body: { status: 'REJECTED', reason, upiLink } })
    expect((await list(client)).summary).toMatchObject({ totalDue: 1180, rejected: 1, paid: 0 })
    const mail = await server.mailTo(client.email)
    expect(mail?.text).toContain(`Reason: ${reason}`)
    expect(mail?.text).toContain(chargeTexts.honest)
    const again = await pay(client, _id)
    expect(again.body.charge).toMatchObject({ status: 'PAID' })
    expect(again.body.charge.reason).toBeUndefined()
    expect(await approve(_id)).toMatchObject({ status: 200, body: { status: 'APPROVED' } })
    expect(await entries(client.id)).toHaveLength(2)
  })

  test('decides pending payments only', async () => {
    const client = await moneyClient(server)
    const { _id } = await raised(client)
    for (const answer of [await approve(_id), await reject(_id)])
      expect(answer).toMatchObject(refusal(chargeErrors.notPaid))
    for (const answer of [await approve(newId()), await reject(newId()), await approve('x')])
      expect(answer).toMatchObject(refusal(notFound))
    expect(await call('GET', `/desk/charges/${newId()}`, { token: admin.token })).toMatchObject(refusal(notFound))
  })

  test('learns who decided first', async () => {
    const client = await moneyClient(server)
    const [first, second] = [await paid(client), await paid(client)]
    await approve(first._id)
    await reject(second._id)
    for (const { _id } of [first, second])
      for (const answer of [await approve(_id, {}, other), await reject(_id, { reason }, other)])
        expect(answer).toMatchObject(refusal(alreadyDecided('Chitra')))
  })

  test('cannot decide a payment newer than the one shown', async () => {
    const client = await moneyClient(server)
    const { _id, paymentDetails } = await paid(client)
    await reject(_id, { reason }, other)
    const newer = fresh()
    await pay(client, _id, { transactionId: newer })
    const seen = { transactionId: paymentDetails?.transactionId }
    for (const answer of [await approve(_id, seen), await reject(_id, { reason, ...seen })])
      expect(answer).toMatchObject(refusal(chargeErrors.newerPayment))
    expect((await approve(_id, { transactionId: newer })).status).toBe(200)
  })

  test.each([undefined, '', '   ', 7, null, {}, 'x'.repeat(301), 'a\u0000b'])(
    'needs a reason to reject: %j',
    async (none) => {
      const { _id } = await paid(await moneyClient(server))
      expect((await reject(_id, { reason: none })).status).toBe(400)
    },
  )
})

describe('cancelling a charge', () => {
  const cancel = (id: string, body: unknown = { reason: 'Raised for the wrong client' }, { token } = cashier) =>
    call('POST', `/desk/charges/${id}/cancel`, { token, body })
  const open = async (clientId: string) =>
    (await db.row<{ charges: bigint }>('select charges from open_item where client_id = $1', [clientId]))?.charges

  test.each(['unpaid', 'rejected'])('an %s charge is owed no longer, and the client reads why', async (state) => {
    const client = await moneyClient(server)
    const { _id } = state === 'unpaid' ? await raised(client) : await paid(client)
    if (state === 'rejected') await reject(_id)
    expect(await open(client.id)).toBe(1180_00n)
    const cancelled = { status: 'CANCELLED', reason: 'Raised for the wrong client', upiLink: '' }
    expect(await cancel(_id)).toMatchObject({ status: 200, body: cancelled })
    expect(await list(client)).toMatchObject({
      charges: [cancelled],
      summary: { totalDue: 0, pending: 0, rejected: 0 },
    })
    expect(await open(client.id)).toBe(0n)
    expect((await server.mailTo(client.email))?.text).toContain('Reason: Raised for the wrong client')
    expect(await pay(client, _id)).toMatchObject(refusal(chargeErrors.notPayable))
    for (const answer of [await cancel(_id, undefined, other), await cancel(_id)])
      expect(answer).toMatchObject(refusal(chargeErrors.onlyUnpaid))
    expect(await entries(client.id)).toEqual([])
  })

  test('a reported or approved payment is decided, not cancelled', async () => {
    const { _id } = await paid(await moneyClient(server))
    expect(await cancel(_id)).toMatchObject(refusal(chargeErrors.onlyUnpaid))
    await approve(_id)
    expect(await cancel(_id)).toMatchObject(refusal(chargeErrors.onlyUnpaid))
  })

  test('a payment and a cancellation at the same time: one of them happens', async () => {
    const client = await moneyClient(server)
    const { _id } = await raised(client)
    const answers = await Promise.all([pay(client, _id), cancel(_id)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const paidFirst = answers[0]?.status === 200
    expect((await list(client)).charges[0].status).toBe(paidFirst ? 'PAID' : 'CANCELLED')
  })

  test('needs the right, a reason and an existing charge', async () => {
    const { _id } = await raised(await moneyClient(server))
    expect(await cancel(_id, undefined, await newOperator(server, 'lender'))).toMatchObject(refusal(noRight))
    expect((await cancel(_id, { reason: ' ' })).status).toBe(400)
    expect(await cancel(newId())).toMatchObject(refusal(notFound))
  })
})

test('the books agree with every charge of these tests, and name one that was tampered with', async () => {
  const books = async () => (await call('GET', '/desk/books', { token: admin.token })).body
  expect(await books()).toMatchObject({ balanced: true, differences: [] })
  const client = await moneyClient(server)
  const { _id, reference } = await paid(client)
  await approve(_id)
  await tamper(server, 'update charge set gst = gst + 1 where id = $1', [_id])
  expect((await books()).differences).toContainEqual({
    what: `${reference}, charge.approved: gst`,
    clientId: client.id,
    shown: 180.01,
    entries: 180,
  })
})
