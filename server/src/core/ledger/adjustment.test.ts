import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { withApprovals } from '../../../test/approvals.ts'
import { moneyClient } from '../../../test/money.ts'
import { establishedOperator, newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { walletSteps } from '../../../test/wallet.ts'

const server = await testServer()
const requester = await establishedOperator(server, 'cashier', 'Nisha')
const other = await establishedOperator(server, 'cashier', 'Omar')
const dealer = await newOperator(server, 'dealer')

const call = (path: string, body: object = {}, by = requester) =>
  server.call('POST', `/desk/ledger/adjustments${path}`, { token: by.token, body })
const ask = (clientId: string, kind: string, amount: number, reason = 'Goodwill for the outage') =>
  call('', { clientId, kind, amount, reason })
const { wallet } = walletSteps(server, other)
const said = ({ status, body }: { status: number; body: { message: string } }) => [status, body.message]

test('an adjustment moves money only when another operator approves it; the client gets the reason', async () => {
  const client = await moneyClient(server, { rupees: 100 })
  const { status, body } = await ask(client.id, 'credit', 250.5)
  expect(status).toBe(200)
  expect(body).toEqual({
    _id: expect.any(String),
    clientId: client.id,
    clientName: client.name,
    saudaId: expect.stringMatching(/^SD\d+$/),
    kind: 'credit',
    amount: 250.5,
    reason: 'Goodwill for the outage',
    status: 'pending',
    requestedBy: 'Nisha',
    requestedById: expect.any(String),
    createdAt: expect.any(String),
  })
  expect(await wallet(client)).toMatchObject({ balance: 100 })
  expect(await server.mailTo(client.email)).toBeUndefined()
  const approved = await call(`/${body._id}/approve`, {}, other)
  expect(approved.body).toMatchObject({ status: 'approved', decidedBy: 'Omar' })
  expect(await wallet(client)).toMatchObject({ balance: 350.5 })
  const mail = await server.mailTo(client.email)
  expect(mail?.subject).toBe('₹250.50 added to your Sauda wallet')
  expect(mail?.text).toBe(
    `Hello ${client.name},

₹250.50 added to your Sauda wallet. Reason: Goodwill for the outage

View your wallet: ${server.app.context.config.publicUrl}/account/wallet

Doesn't look right? Write to support@sauda.example.
`,
  )
  const notices = await server.db.rows('select client_id, topic, subject_id from notice order by id')
  expect(notices.slice(-4)).toEqual([
    { client_id: null, topic: 'ledger', subject_id: body._id },
    { client_id: null, topic: 'ledger', subject_id: body._id },
    { client_id: client.id, topic: 'wallet', subject_id: null },
    { client_id: null, topic: 'client', subject_id: client.id },
  ])
  const { entries } = (await server.call('GET', `/user/statement/${client.id}`, { token: client.token })).body
  expect(entries[0]).toMatchObject({
    event: 'adjustment.approved',
    causeId: body._id,
    debit: 'adjustment',
    credit: 'cash',
    amount: 250.5,
    reason: 'Goodwill for the outage',
  })
  const audited = await server.db.rows(
    "select action, actor_name, subject_id, before, after from audit where after ->> 'adjustmentId' = $1 order by id",
    [body._id],
  )
  const about = { adjustmentId: body._id, kind: 'credit', amount: '250.50', reason: 'Goodwill for the outage' }
  const subject_id = client.id
  expect(audited).toEqual([
    { action: 'ledger.ask', actor_name: 'Nisha', subject_id, before: null, after: { ...about, status: 'pending' } },
    {
      action: 'ledger.approve',
      actor_name: 'Omar',
      subject_id,
      before: { status: 'pending' },
      after: { ...about, status: 'approved' },
    },
  ])
})

test('a debit takes from the wallet and cashback goes to the cashback', async () => {
  const client = await moneyClient(server, { rupees: 100 })
  await call(`/${(await ask(client.id, 'debit', 40)).body._id}/approve`, {}, other)
  expect((await server.mailTo(client.email))?.subject).toBe('₹40.00 debited from your Sauda wallet')
  await call(`/${(await ask(client.id, 'cashback', 7.05)).body._id}/approve`, {}, other)
  expect((await server.mailTo(client.email))?.subject).toBe('₹7.05 cashback added to your Sauda wallet')
  expect(await wallet(client)).toMatchObject({ balance: 60, cashback: 7.05 })
})

test('an operator cannot approve their own request but may cancel it', () =>
  withApprovals(server, 'policy', async () => {
    const client = await moneyClient(server)
    const { _id } = (await ask(client.id, 'credit', 1)).body
    expect(said(await call(`/${_id}/approve`))).toEqual([
      409,
      'You requested this yourself. Another operator must decide it.',
    ])
    expect(await wallet(client)).toMatchObject({ balance: 0 })
    expect((await call(`/${_id}/reject`)).body).toMatchObject({ status: 'rejected', decidedBy: 'Nisha' })
    expect(
      await server.db.row("select before, after ->> 'status' as status from audit where action = 'ledger.reject'"),
    ).toEqual({
      before: { status: 'pending' },
      status: 'rejected',
    })
    expect(said(await call(`/${_id}/approve`, {}, other))).toEqual([409, 'Already decided by Nisha'])
    expect(await wallet(client)).toMatchObject({ balance: 0 })
  }))

test('a decided adjustment cannot be decided again', async () => {
  const client = await moneyClient(server)
  const { _id } = (await ask(client.id, 'credit', 1)).body
  const answers = await Promise.all(Array.from({ length: 20 }, () => call(`/${_id}/approve`, {}, other)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(said(await call(`/${_id}/reject`, {}, other))).toEqual([409, 'Already decided by Omar'])
  expect(said(await call(`/${_id}/approve`))).toEqual([409, 'Already decided by Omar'])
  expect(await wallet(client)).toMatchObject({ balance: 1 })
})

test('a debit of more than the balance is rejected when it is requested, naming the balance', async () => {
  const client = await moneyClient(server, { rupees: 100 })
  expect(said(await ask(client.id, 'debit', 100.01))).toEqual([409, 'Insufficient balance: the client has ₹100.00'])
  expect((await ask(client.id, 'debit', 100)).status).toBe(200)
})

test('a debit that the balance no longer covers is rejected at approval and stays pending', async () => {
  const client = await moneyClient(server, { rupees: 100 })
  const { _id } = (await ask(client.id, 'debit', 80)).body
  const body = { id: client.id, amount: 100 }
  expect((await server.call('POST', '/user/wallet/withdraw', { token: client.token, body })).status).toBe(200)
  expect(said(await call(`/${_id}/approve`, {}, other))).toEqual([409, 'Insufficient balance: the client has ₹0.00'])
  const { adjustments } = (await server.call('GET', '/desk/ledger/adjustments', { token: other.token })).body
  expect(adjustments).toContainEqual(expect.objectContaining({ _id, status: 'pending' }))
  expect(await server.mailTo(client.email)).toBeUndefined()
})

test('lists pending ones first, oldest first, then decided ones, newest first', async () => {
  const { adjustments } = (await server.call('GET', '/desk/ledger/adjustments', { token: requester.token })).body
  const statuses = adjustments.map(({ status }: { status: string }) => status)
  expect(statuses.lastIndexOf('pending')).toBeLessThan(statuses.findIndex((status: string) => status !== 'pending'))
  const client = await moneyClient(server)
  const ids = [(await ask(client.id, 'credit', 1)).body._id, (await ask(client.id, 'credit', 2)).body._id]
  const listed = (await server.call('GET', '/desk/ledger/adjustments', { token: requester.token })).body.adjustments
    .map(({ _id }: { _id: string }) => _id)
    .filter((id: string) => ids.includes(id))
  expect(listed).toEqual(ids)
})

test('an adjustment needs an amount, a kind, a reason, a client and the right', async () => {
  const client = await moneyClient(server)
  expect(said(await ask(client.id, 'credit', 0))).toEqual([422, 'Enter an amount above ₹0'])
  expect(said(await ask(client.id, 'gift', 1))).toEqual([400, 'Choose credit, debit or cashback'])
  expect(said(await ask(client.id, 'credit', 1, ' '))).toEqual([400, 'Please give a reason the client can read'])
  expect(said(await ask(randomUUID(), 'credit', 1))).toEqual([404, 'Not found'])
  expect(said(await call(`/${randomUUID()}/approve`))).toEqual([404, 'Not found'])
  expect(said(await call(`/${randomUUID()}/reject`))).toEqual([404, 'Not found'])
  const body = { clientId: client.id, kind: 'credit', amount: 1, reason: 'x' }
  expect((await call('', body, dealer)).status).toBe(403)
  expect((await call(`/${randomUUID()}/approve`, {}, dealer)).status).toBe(403)
  expect((await server.call('GET', '/desk/ledger/adjustments', { token: client.token })).status).toBe(401)
})
