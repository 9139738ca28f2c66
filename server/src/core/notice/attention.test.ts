import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { acceptAadhaar, acceptPan, kycSteps, refuse } from '../../../test/kyc.ts'
import { loanSteps } from '../../../test/loan.ts'
import { moneyClient, type MoneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { newUtr } from '../../../test/reconciliation.ts'
import { equityOn, settingSteps } from '../../../test/setting.ts'
import { testServer } from '../../../test/server.ts'
import { walletSteps } from '../../../test/wallet.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'single' })
const { call, db } = server
const cashier = await newOperator(server, 'cashier')
const lender = await newOperator(server, 'lender')
const reviewer = await newOperator(server, 'reviewer')
const loans = loanSteps(server, lender)
const settings = settingSteps(server)
const reason = 'We did not find this payment in our bank statement'

const attention = async ({ token }: { token: string }) => (await call('GET', '/user/attention', { token })).body.items
const notifications = async ({ token }: { token: string }) => (await call('GET', '/user/notifications', { token })).body
const charge = async (client: MoneyClient, more: object = {}) =>
  (
    await call('POST', '/desk/charges', {
      token: cashier.token,
      body: {
        clientId: client.id,
        chargeType: 'Brokerage',
        description: 'October',
        amount: 1000.5,
        gst: 180,
        ...more,
      },
    })
  ).body
const { ask, approve } = walletSteps(server, cashier)
const deposit = (client: MoneyClient, amount = 500) => ask(client, 'add-money', { amount, utr: newUtr() })
const decide = (id: string, how: 'approve' | 'reject') =>
  call('POST', `/desk/wallet/transactions/${id}/${how}`, {
    token: cashier.token,
    body: how === 'approve' ? { reference: newUtr() } : { reason },
  })

test('a client with nothing open needs no attention', async () => {
  expect(await attention(await moneyClient(server, { rupees: 100 }))).toEqual([])
})

test('lists charges, a loan offer, rejected requests and deposits, the most urgent first, and nobody else’s', async () => {
  const client = await moneyClient(server, { rupees: 5000 })
  const rejected = await deposit(client)
  await decide(rejected._id, 'reject')
  await charge(client)
  const due = await charge(client, { dueDate: '2027-01-31' })
  const offered = await loans.offered(client)
  const asked = await settings.ask(client, 'segment', equityOn)
  await call('POST', `/desk/settings/${asked.body.settings.segment.request._id}/refuse`, {
    token: reviewer.token,
    body: { reason: 'We need proof of your income for this segment' },
  })
  expect(await attention(client)).toMatchObject([
    { kind: 'charge', id: due._id, amount: 2361, count: 2, dueDate: '2027-01-31' },
    { kind: 'loan.offer', id: offered._id, amount: 60_000 },
    { kind: 'rejected.deposit', id: rejected._id, amount: 500, reason },
    { kind: 'rejected.setting', detail: 'segment', reason: 'We need proof of your income for this segment' },
  ])
  expect(await attention(await moneyClient(server))).toEqual([])
})

test('a rejected deposit needs no attention once it was made again, and a deposit none once it was decided', async () => {
  const client = await moneyClient(server)
  await decide((await deposit(client))._id, 'reject')
  const again = await deposit(client)
  expect(await attention(client)).toMatchObject([{ kind: 'deposit', id: again._id, amount: 500 }])
  await decide(again._id, 'approve')
  expect(await attention(client)).toEqual([])
})

test('a rejection needs attention for 14 days, and an offer the client declined not at all', async () => {
  const client = await moneyClient(server)
  const { _id } = await deposit(client)
  await decide(_id, 'reject')
  await db.run("update wallet_request set decided_at = now() - interval '15 days' where id = $1", [_id])
  const loan = await loans.offered(client)
  await call('POST', '/user/loan/decline', { token: client.token, body: { loanId: loan._id } })
  expect(await attention(client)).toEqual([])
})

test('a requested re-upload needs attention until it is sent', async () => {
  const kyc = await kycSteps(server)
  const client = await server.newClient()
  await kyc.upload(client)
  const { body } = await kyc.submission(reviewer, client.id)
  await kyc.decide(reviewer, client.id, {
    pan: acceptPan,
    aadhaar: refuse('The photo is blurred'),
    since: body.since,
  })
  expect(await attention(client)).toMatchObject([
    { kind: 'document', detail: 'aadhaar', reason: 'The photo is blurred' },
  ])
  await kyc.upload(client, ['aadhaar'])
  expect(await attention(client)).toEqual([])
  const again = await kyc.submission(reviewer, client.id)
  await kyc.decide(reviewer, client.id, { aadhaar: acceptAadhaar, since: again.body.since })
  expect(await notifications(client)).toMatchObject({
    total: 2,
    notifications: [{ topic: 'kyc', text: expect.stringContaining('verified') }, { topic: 'kyc' }],
  })
})

test('a notification is unread until its client reads it, and listed as read from then on', async () => {
  const client = await moneyClient(server)
  const other = await moneyClient(server)
  const first = await deposit(client)
  await decide(first._id, 'approve')
  const raised = await charge(client)
  const before = await notifications(client)
  expect(before).toMatchObject({
    total: 2,
    notifications: [
      { topic: 'charge', id: raised._id, text: '₹1,180.50 Brokerage' },
      { topic: 'wallet', id: first._id, text: '₹500.00 added to your Sauda wallet' },
    ],
  })
  const ids = before.notifications.map(({ _id }: { _id: string }) => _id)
  const read = (token: string, body: object) => call('POST', '/user/notifications/read', { token, body })
  expect((await read(other.token, { ids })).body).toEqual({ notifications: [], total: 0, read: [] })
  expect(await notifications(client)).toEqual(before)
  expect((await read(client.token, { ids: [ids[1]] })).body).toMatchObject({
    total: 1,
    notifications: [{ _id: ids[0] }],
    read: [{ _id: ids[1], text: '₹500.00 added to your Sauda wallet' }],
  })
  expect((await notifications(client)).total).toBe(1)
})

test('a notification is written only together with its change', async () => {
  const client = await moneyClient(server)
  const utr = newUtr()
  expect((await approve((await deposit(client))._id, utr)).status).toBe(200)
  expect((await approve((await deposit(client))._id, utr)).status).toBe(409)
  expect((await notifications(client)).total).toBe(1)
})

test('lists the newest fifty, counts all, and lists the last twenty read', async () => {
  const client = await moneyClient(server)
  await db.run(
    `insert into notification (id, client_id, topic, text)
     select ('0199' || lpad(to_hex(n), 4, '0') || '-0000-7000-8000-000000000000')::uuid, $1, 'trade', 'Trade ' || n
       from generate_series(1, 60) n`,
    [client.id],
  )
  const { notifications: rows, total } = await notifications(client)
  expect([rows.length, rows[0].text, total]).toEqual([50, 'Trade 60', 60])
  const ids = rows.map(({ _id }: { _id: string }) => _id)
  await call('POST', '/user/notifications/read', { token: client.token, body: { ids } })
  const after = await notifications(client)
  expect([after.total, after.read.length, after.read[0].text]).toEqual([10, 20, 'Trade 60'])
  const { status } = await call('POST', '/user/notifications/read', {
    token: client.token,
    body: { ids: Array.from({ length: 51 }, () => randomUUID()) },
  })
  expect(status).toBe(400)
})
