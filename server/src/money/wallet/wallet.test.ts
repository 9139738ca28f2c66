import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { moneyClient, moneyClients, type MoneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'

const server = await testServer({
  BRAND_NAME: 'Nandi & Sons',
  UPI_NAME: 'Nandi & Sons / Bengaluru',
  RATE_LIMITS: 'off',
})
const cashier = await newOperator(server, 'cashier')

/** The figures; how long a request takes is the same for every client. */
const wallet = async ({ id, token }: MoneyClient) => {
  const { times, ...figures } = (await server.call('GET', `/user/wallet/${id}`, { token })).body
  expect(times).toEqual({ added: { targetHours: 4 }, withdrawal: { targetHours: 24 } })
  return figures
}
const add = ({ id, token }: MoneyClient, body: object) =>
  server.call('POST', '/user/wallet/add-money', { token, body: { id, ...body } })
const withdraw = ({ id, token }: MoneyClient, amount: number) =>
  server.call('POST', '/user/wallet/withdraw', { token, body: { id, amount } })
const intent = ({ token }: MoneyClient, amount: number) =>
  server.call('POST', '/user/wallet/intent', { token, body: { amount } })
const history = ({ id, token }: MoneyClient, query = '') =>
  server.call('GET', `/user/wallet/transactions/${id}${query}`, { token })
const statusAndMessage = ({ status, body }: { status: number; body: { message: string } }) => [status, body.message]

describe('the wallet', () => {
  test('shows balance, investedAmount, cashback and loanAmount, and what may be withdrawn', async () => {
    const client = await moneyClient(server, { rupees: 1234.56 })
    await withdraw(client, 234.06)
    expect(await wallet(client)).toEqual({
      balance: 1000.5,
      investedAmount: 0,
      cashback: 0,
      loanAmount: 0,
      withheld: 234.06,
      withdrawable: 1000.5,
    })
  })

  test("of somebody else is not found, nor are their transactions or a transaction's timeline", async () => {
    const [asha, ravi] = await moneyClients(server, 2, { rupees: 500 })
    const transaction = (await withdraw(ravi!, 100)).body.transaction
    const token = asha!.token
    for (const path of [
      `/user/wallet/${ravi!.id}`,
      `/user/wallet/transactions/${ravi!.id}`,
      `/user/wallet/transaction/${transaction._id}`,
      `/user/wallet/transaction/${randomUUID()}`,
    ])
      expect(statusAndMessage(await server.call('GET', path, { token }))).toEqual([404, 'Not found'])
  })

  test('is closed without a session, and to requests while documents are not verified', async () => {
    const client = await moneyClient(server, { verified: false })
    expect(statusAndMessage(await server.call('GET', `/user/wallet/${client.id}`))).toEqual([
      401,
      'Please log in to continue',
    ])
    expect((await server.call('GET', `/user/wallet/${client.id}`, { token: client.token })).status).toBe(200)
    for (const answer of [await add(client, { amount: 500 }), await withdraw(client, 500), await intent(client, 500)])
      expect(statusAndMessage(answer)).toEqual([409, 'Complete your document verification first'])
  })
})

describe('a payment by UPI', () => {
  test('has a link with payee, exact amount, rupees, its own reference and a short note', async () => {
    const client = await moneyClient(server)
    const { status, body } = await intent(client, 1234.5)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      amount: 1234.5,
      upiId: 'demo.cannot-receive-money@sauda',
      upiName: 'Nandi & Sons / Bengaluru',
    })
    expect(body.reference).toMatch(/^SD[0-9A-HJKMNP-TV-Z]{16}$/)
    expect(body.upiLink).toBe(
      `upi://pay?pa=demo.cannot-receive-money@sauda&pn=Nandi%20%26%20Sons%20%2F%20Bengaluru&am=1234.50&cu=INR&tr=${body.reference}&tn=Add%20fund%20to%20Nandi%20%26%20Sons`,
    )
    const read = new URL(body.upiLink).searchParams
    expect(Object.fromEntries(read)).toMatchObject({ pn: 'Nandi & Sons / Bengaluru', am: '1234.50', cu: 'INR' })
    expect((await intent(client, 1234.5)).body.reference).not.toBe(body.reference)
    expect((await history(client)).body).toEqual({ transactions: [], total: 0 })
  })

  test('of less than ₹100 is rejected', async () => {
    const client = await moneyClient(server)
    for (const amount of [0, 0.01, 1, 99.99]) {
      expect(statusAndMessage(await intent(client, amount))).toEqual([422, 'Minimum add fund amount is ₹100'])
      expect(statusAndMessage(await add(client, { amount }))).toEqual([422, 'Minimum add fund amount is ₹100'])
    }
    expect((await intent(client, 100)).status).toBe(200)
  })

  test('that was not used is deleted after 30 days', async () => {
    const client = await moneyClient(server)
    const old = (await intent(client, 500)).body.reference
    await server.db.run("update deposit_intent set created_at = now() - interval '31 days' where reference = $1", [old])
    const young = (await intent(client, 500)).body.reference
    const { sweepIntents } = await import('./wallet.ts')
    await sweepIntents(server.app.context.db)
    expect(await server.db.rows('select reference from deposit_intent where client_id = $1', [client.id])).toEqual([
      { reference: young },
    ])
    expect(statusAndMessage(await add(client, { amount: 500, reference: old }))).toEqual([
      409,
      'This payment request does not match. Please start again.',
    ])
  })
})

describe('Pay Now', () => {
  test('puts a request with the reference of the QR in the queue and credits nothing', async () => {
    const client = await moneyClient(server)
    const { reference } = (await intent(client, 750.25)).body
    const { status, body } = await add(client, { amount: 750.25, reference, utr: ' 612345678901 ' })
    expect(status).toBe(200)
    expect(body.message).toBe('Request received. Your wallet is credited after we confirm the payment.')
    expect(body.transaction).toEqual({
      _id: expect.any(String),
      transactionId: expect.stringMatching(/^ADD\d{6}$/),
      createdAt: expect.any(String),
      type: 'added',
      amount: 750.25,
      status: 'pending',
      reference,
      utr: '612345678901',
    })
    expect((await wallet(client)).balance).toBe(0)
    const queue = (await server.call('GET', '/desk/queue?kind=deposit', { token: cashier.token })).body.items
    expect(queue).toContainEqual(
      expect.objectContaining({ kind: 'deposit', id: body.transaction._id, clientId: client.id, amount: 750.25 }),
    )
  })

  test('works with id and amount alone, and an empty UTR', async () => {
    const client = await moneyClient(server)
    const first = await add(client, { amount: 100 })
    const second = await add(client, { amount: 100, utr: '' })
    expect([first.status, second.status]).toEqual([200, 200])
    expect(first.body.transaction.reference).toMatch(/^SD/)
    expect(second.body.transaction).not.toHaveProperty('utr')
  })

  test('with the id of another client, or no id, is not found', async () => {
    const [asha, ravi] = await moneyClients(server, 2, { rupees: 500 })
    for (const id of [ravi!.id, 'x', '']) {
      expect(statusAndMessage(await add(asha!, { id, amount: 100 }))).toEqual([404, 'Not found'])
      const body = { id, amount: 100 }
      expect(
        statusAndMessage(await server.call('POST', '/user/wallet/withdraw', { token: asha!.token, body })),
      ).toEqual([404, 'Not found'])
    }
    expect((await add(asha!, { id: undefined, amount: 100 })).body.message).toBe('Not found')
  })

  test('uses a reference once, only for its own client and amount', async () => {
    const [asha, ravi] = await moneyClients(server, 2)
    const { reference } = (await intent(asha!, 500)).body
    const wrong = [409, 'This payment request does not match. Please start again.']
    expect(statusAndMessage(await add(ravi!, { amount: 500, reference }))).toEqual(wrong)
    expect(statusAndMessage(await add(asha!, { amount: 501, reference }))).toEqual(wrong)
    expect(statusAndMessage(await add(asha!, { amount: 500, reference: 'SD0000000000000000' }))).toEqual(wrong)
    expect((await add(asha!, { amount: 500, reference })).status).toBe(200)
    expect(statusAndMessage(await add(asha!, { amount: 500, reference }))).toEqual([
      409,
      'This payment request was already sent',
    ])
  })

  test('accepts a UTR of 12 digits once in the whole system', async () => {
    const [asha, ravi] = await moneyClients(server, 2)
    for (const utr of ['12345678901', '1234567890123', '12345678901a', 7])
      expect((await add(asha!, { amount: 500, utr })).status).toBe(400)
    expect((await add(asha!, { amount: 500, utr: '700000000001' })).status).toBe(200)
    const used = [409, 'This UTR belongs to another payment']
    expect(statusAndMessage(await add(asha!, { amount: 500, utr: '700000000001' }))).toEqual(used)
    expect(statusAndMessage(await add(ravi!, { amount: 700, utr: '700000000001' }))).toEqual(used)
  })

  test('that was rejected for its UTR leaves the reference of its QR unused', async () => {
    const [asha, ravi] = await moneyClients(server, 2)
    await add(ravi!, { amount: 500, utr: '700000000002' })
    const { reference } = (await intent(asha!, 500)).body
    expect((await add(asha!, { amount: 500, reference, utr: '700000000002' })).status).toBe(409)
    expect((await add(asha!, { amount: 500, reference, utr: '700000000003' })).status).toBe(200)
  })
})

describe('a withdrawal', () => {
  test('puts the amount on hold at once and copies the current bank details', async () => {
    const client = await moneyClient(server, { rupees: 1000 })
    const { status, body } = await withdraw(client, 400)
    expect([status, body.message]).toEqual([200, 'Withdrawal request successful!'])
    expect(body.transaction).toMatchObject({ type: 'withdrawal', amount: 400, status: 'pending' })
    expect(body.transaction.transactionId).toMatch(/^WDR\d{6}$/)
    expect(await wallet(client)).toMatchObject({ balance: 600, withheld: 400, withdrawable: 600 })
    const desk = await server.call('GET', `/desk/wallet/transactions/${body.transaction._id}`, { token: cashier.token })
    expect(desk.body.payTo).toMatchObject({ accountHolderName: client.name, ifsc: 'HDFC0000001' })
    const queue = (await server.call('GET', '/desk/queue?kind=withdrawal', { token: cashier.token })).body.items
    expect(queue).toContainEqual(expect.objectContaining({ kind: 'withdrawal', id: body.transaction._id, amount: 400 }))
  })

  test('of less than ₹100, or of more than the balance, is rejected and changes nothing', async () => {
    const client = await moneyClient(server, { rupees: 500 })
    for (const amount of [0, 1, 99.99])
      expect(statusAndMessage(await withdraw(client, amount))).toEqual([422, 'Minimum withdraw amount is ₹100'])
    expect(statusAndMessage(await withdraw(client, 500.01))).toEqual([422, 'Insufficient balance for withdrawal'])
    expect(await wallet(client)).toMatchObject({ balance: 500, withheld: 0 })
    expect((await history(client)).body.total).toBe(1)
    expect((await withdraw(client, 500)).status).toBe(200)
    expect(statusAndMessage(await withdraw(client, 100))).toEqual([422, 'Insufficient balance for withdrawal'])
  })

  test('needs bank details', async () => {
    const client = await moneyClient(server, { rupees: 500, bank: false })
    expect(statusAndMessage(await withdraw(client, 100))).toEqual([409, 'Add your bank details before you withdraw'])
  })

  test('waits 24 hours after a change of bank details, not after the first setting', async () => {
    const client = await moneyClient(server, { rupees: 5000, bank: false })
    const set = (accountNumber: string) =>
      server.call('PUT', `/user/profile/update/${client.id}`, {
        token: client.token,
        body: { bankDetails: { accountHolderName: 'Ravi', accountNumber, ifsc: 'HDFC0000001' } },
      })
    await set('123456789')
    expect(await wallet(client)).not.toHaveProperty('withdrawalsFrom')
    expect((await withdraw(client, 100)).status).toBe(200)
    await set('987654321')
    const refused = await withdraw(client, 100)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toMatch(
      /^Your bank details changed recently\. You can withdraw again after \d{1,2} \w{3,4} \d{4}, \d{1,2}:\d\d [ap]m\.$/,
    )
    const from = Date.parse((await wallet(client)).withdrawalsFrom)
    expect(Math.round((from - Date.now()) / 60_000)).toBe(24 * 60)
    const age = (interval: string) =>
      server.db.run(`update bank_details set changed_at = now() - interval '${interval}' where client_id = $1`, [
        client.id,
      ])
    await age('23 hours 59 minutes 50 seconds')
    expect((await withdraw(client, 100)).status).toBe(409)
    await age('24 hours')
    expect(await wallet(client)).not.toHaveProperty('withdrawalsFrom')
    expect((await withdraw(client, 100)).status).toBe(200)
  })

  test('never uses borrowed money', async () => {
    const client = await moneyClient(server, { rupees: 200 })
    await server.db.run(
      `select book_journal(gen_random_uuid(), 'loan.accepted', $1, gen_random_uuid(), null, '{loans_receivable}', '{loan}', '{100000}')`,
      [client.id],
    )
    expect(await wallet(client)).toMatchObject({ balance: 200, loanAmount: 1000, withdrawable: 200 })
    expect(statusAndMessage(await withdraw(client, 300))).toEqual([422, 'Insufficient balance for withdrawal'])
  })
})
