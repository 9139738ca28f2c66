import { expect, test } from 'vitest'
import { moneyClient, moneyClients, type MoneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import type { Sql } from '../../platform/db.ts'
import { selectRequests } from './wallet.sql.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const cashier = await newOperator(server, 'cashier')
const colleague = await newOperator(server, 'cashier')

const history = async ({ id, token }: MoneyClient, query = '') =>
  (await server.call('GET', `/user/wallet/transactions/${id}${query}`, { token })).body
const ask = async ({ id, token }: MoneyClient, path: string, body: object) =>
  (await server.call('POST', `/user/wallet/${path}`, { token, body: { id, ...body } })).body.transaction
const decide = (id: string, verb: string, body: object, by = cashier) =>
  server.call('POST', `/desk/wallet/transactions/${id}/${verb}`, { token: by.token, body })
const steps = async ({ token }: MoneyClient, id: string) =>
  (await server.call('GET', `/user/wallet/transaction/${id}`, { token })).body.steps

test('the history is newest first, in pages, and stable while new requests arrive', async () => {
  const [client, other] = await moneyClients(server, 2, { rupees: 100 })
  const made: string[] = []
  for (let n = 0; n < 12; n++) made.unshift((await ask(client!, 'add-money', { amount: 100 + n }))._id)
  await ask(other!, 'add-money', { amount: 100 })
  const first = await history(client!, '?limit=5')
  expect(first.total).toBe(13)
  await ask(client!, 'add-money', { amount: 999 })
  const read = [...first.transactions]
  for (;;) {
    const { transactions } = await history(client!, `?limit=5&before=${read.at(-1)._id}`)
    if (transactions.length === 0) break
    read.push(...transactions)
  }
  expect(read.map(({ _id }) => _id).slice(0, 12)).toEqual(made)
  expect(read).toHaveLength(13)
})

test('the history takes a limit of 1 to 50 and an id to go on from', async () => {
  const client = await moneyClient(server)
  for (const query of ['?limit=0', '?limit=51', '?limit=x', '?before=x', '?limit=-1'])
    expect(
      (await server.call('GET', `/user/wallet/transactions/${client.id}${query}`, { token: client.token })).status,
    ).toBe(400)
  expect(await history(client, '?limit=50')).toEqual({ transactions: [], total: 0 })
})

test('any page of 100 000 requests is read by index, without sorting the others', async () => {
  const client = await moneyClient(server)
  await server.db.run(
    `insert into wallet_request (id, client_id, type, amount, reference)
     select ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $1, 'added', 10000, 'H' || n
       from generate_series(1, 100000) n`,
    [client.id],
  )
  await server.db.run('vacuum analyze wallet_request')
  const deep = '01900000-0000-7000-8000-000000000100'
  for (const before of [null, deep]) {
    const page = await history(client, before ? `?before=${before}` : '')
    expect([page.total, page.transactions.length]).toEqual([100_000, 50])
    const { db } = server
    const explaining: Sql = { ...db, rows: (text, values) => db.rows(`explain analyze ${text}`, values) }
    const lines = (await selectRequests(explaining, client.id, before, 50)) as unknown as { 'QUERY PLAN': string }[]
    const plan = lines.map((line) => line['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/Index Scan .* rows=50.00 /)
    // The parts of one row, such as its return by the bank, may sort theirs.
    expect(plan.split('SubPlan')[0]).not.toMatch(/Sort|Seq Scan/)
  }
})

const after = (at: string, hours: number) => new Date(Date.parse(at) + hours * 3_600_000).toISOString()

test('the timeline of a deposit shows who acts next, then the bank reference', async () => {
  const client = await moneyClient(server)
  const { _id, createdAt, reference } = await ask(client, 'add-money', { amount: 500, utr: '800000000001' })
  const asked = {
    what: 'You reported a payment of ₹500.00',
    at: createdAt,
    who: 'you',
    detail: `Reference ${reference}, UTR 800000000001`,
  }
  expect(await steps(client, _id)).toEqual([
    asked,
    { what: 'We are looking for your payment in our bank statement', who: 'us', targetAt: after(createdAt, 4) },
  ])
  await decide(_id, 'approve', { reference: '800000000001' })
  expect(await steps(client, _id)).toEqual([
    asked,
    {
      what: 'We found your payment and added it to your wallet',
      at: expect.any(String),
      who: 'us',
      detail: 'Bank reference 800000000001',
    },
  ])
})

test('the timeline of a rejected request shows the reason and what to do', async () => {
  const client = await moneyClient(server, { rupees: 500 })
  const deposit = await ask(client, 'add-money', { amount: 500 })
  const withdrawal = await ask(client, 'withdraw', { amount: 500 })
  await decide(deposit._id, 'reject', { reason: 'We did not find this payment in our bank statement' })
  await decide(withdrawal._id, 'reject', { reason: 'The bank did not accept the payment' })
  expect((await steps(client, deposit._id)).slice(1)).toEqual([
    {
      what: 'Deposit rejected',
      at: expect.any(String),
      who: 'us',
      detail: 'We did not find this payment in our bank statement',
    },
    {
      what: 'If the money left your bank, send a new request with the 12-digit UTR from your UPI app, or write to support.',
      who: 'you',
    },
  ])
  expect((await steps(client, withdrawal._id)).slice(1)).toEqual([
    {
      what: 'Withdrawal rejected; the money is back in your balance',
      at: expect.any(String),
      who: 'us',
      detail: 'The bank did not accept the payment',
    },
    {
      what: 'Check your bank details, then request the withdrawal again.',
      who: 'you',
    },
  ])
})

test('the timeline of a large withdrawal shows that two operators check it, and its progress', async () => {
  const client = await moneyClient(server, { rupees: 60_000 })
  const { _id, createdAt } = await ask(client, 'withdraw', { amount: 60_000 })
  const asked = {
    what: 'You requested a withdrawal of ₹60,000.00',
    at: createdAt,
    who: 'you',
    detail: expect.stringMatching(/^To Ravi \d+, ••••\d{4}, IFSC HDFC0000001\. The amount is on hold\.$/),
  }
  expect(await steps(client, _id)).toEqual([
    asked,
    {
      what: 'We’re checking your withdrawal',
      who: 'us',
      detail: 'Two people check a withdrawal of this size.',
      targetAt: after(createdAt, 24),
    },
    { what: 'A second person checks and pays it', who: 'us' },
  ])
  await decide(_id, 'approve', { reference: 'NEFT000001' })
  const once = { what: 'First of two checks completed', at: expect.any(String), who: 'us' }
  expect(await steps(client, _id)).toEqual([
    asked,
    once,
    { what: 'A second person checks and pays it', who: 'us', targetAt: after(createdAt, 24) },
  ])
  await decide(_id, 'approve', { reference: 'NEFT000002' }, colleague)
  expect(await steps(client, _id)).toEqual([
    asked,
    once,
    { what: 'Paid to your bank account', at: expect.any(String), who: 'us', detail: 'Bank reference NEFT000002' },
  ])
})

test("the desk reads a client's figures and requests; those of an unknown client are not found", async () => {
  const client = await moneyClient(server, { rupees: 500 })
  await ask(client, 'withdraw', { amount: 200 })
  const read = (id: string) => server.call('GET', `/desk/clients/${id}/wallet?limit=1`, { token: cashier.token })
  expect((await read(client.id)).body).toMatchObject({
    wallet: { balance: 300, withheld: 200 },
    transactions: [{ type: 'withdrawal', amount: 200 }],
    total: 2,
  })
  expect((await read('0190b6f0-0000-7000-8000-000000000000')).status).toBe(404)
})
