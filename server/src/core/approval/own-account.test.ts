import { commonErrors } from '@sauda/contract/platform/error'
import type { Role } from '@sauda/contract/broker/operator'
import { describe, expect, test } from 'vitest'
import { form } from '../../../test/form.ts'
import { moneyClient } from '../../../test/money.ts'
import { establishedOperator, type NewOperator } from '../../../test/operator.ts'
import { insertProposal } from '../../../test/proposals.ts'
import { newUtr } from '../../../test/reconciliation.ts'
import { atPayouts, hdfcLine, payingBank, settleToday } from '../../../test/payout.ts'
import { jpeg } from '../../../test/picture.ts'
import { testServer } from '../../../test/server.ts'
import { walletSteps } from '../../../test/wallet.ts'
import { decidePending } from '../../../test/approvals.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { db, call } = server
const other = await establishedOperator(server, 'cashier', 'Omar')
const refused = { status: 409, body: commonErrors.ownAccount }

/** An operator who is a client too. */
async function insider(role: Role = 'cashier') {
  const client = await moneyClient(server, { rupees: 1000 })
  const operator = await establishedOperator(server, role, 'Kiran')
  await db.run('update operator set email = (select email from client where id = $2) where id = $1', [
    operator.id,
    client.id,
  ])
  return { client, operator }
}
const atDesk = (path: string, { token }: NewOperator, body: object = {}) =>
  call('POST', `/desk/${path}`, { token, body })
const { deposit, withdraw } = walletSteps(server, other)

test('an operator does not approve deposits and withdrawals of their own account, and another one does', async () => {
  const { client, operator } = await insider()
  const utr = newUtr()
  const added = `wallet/transactions/${await deposit(client, 900, utr)}/approve`
  expect(await atDesk(added, operator, { reference: utr })).toMatchObject(refused)
  expect((await atDesk(added, other, { reference: utr })).body).toMatchObject({ status: 'approved' })
  const withdrawal = `wallet/transactions/${await withdraw(client, 500)}/approve`
  expect(await atDesk(withdrawal, operator, { reference: newUtr() })).toMatchObject(refused)
  expect(
    (await atDesk(withdrawal, await establishedOperator(server, 'cashier'), { reference: newUtr() })).body,
  ).toMatchObject({
    status: 'approved',
  })
})

test('an operator does not approve money of a client with the PAN or bank account of their own account', async () => {
  const { client, operator } = await insider()
  const [samePan, sameBank] = [await moneyClient(server, { bank: true }), await moneyClient(server, { bank: true })]
  const earlierBank = await moneyClient(server, { bank: true, rupees: 1000 })
  await db.run("insert into kyc_identity (client_id, pan_lookup) select unnest($1::uuid[]), '\\x01'", [
    [client.id, samePan.id],
  ])
  await db.run(
    `update bank_details b set account_lookup = o.account_lookup, ifsc = o.ifsc from bank_details o
      where b.client_id = $1 and o.client_id = $2`,
    [sameBank.id, client.id],
  )
  await withdraw(earlierBank, 100)
  await db.run(
    `update wallet_request r set pay_to_lookup = o.account_lookup, pay_to_ifsc = o.ifsc from bank_details o
      where r.type = 'withdrawal' and r.client_id = $1 and o.client_id = $2`,
    [earlierBank.id, client.id],
  )
  for (const owner of [samePan, sameBank, earlierBank]) {
    const utr = newUtr()
    const added = `wallet/transactions/${await deposit(owner, 900, utr)}/approve`
    expect(await atDesk(added, operator, { reference: utr })).toMatchObject(refused)
    expect((await atDesk(added, other, { reference: utr })).body).toMatchObject({ status: 'approved' })
  }
  const withdrawal = await withdraw(samePan, 500)
  const batch = await atPayouts(server, other).create(await payingBank(server), [withdrawal])
  const { payouts } = (await call('GET', `/desk/payouts/${batch.body._id}`, { token: other.token })).body
  expect(payouts[0].obstacles).toContainEqual({ operatorId: operator.id, operator: 'Kiran', why: 'ownAccount' })
})

test('a dealer does not book trades of their own account', async () => {
  const { client, operator } = await insider('dealer')
  const trade = { clientId: client.id, stockName: 'RELIANCE', quantity: 1, price: 10 }
  expect(await atDesk('trades/buy', operator, trade)).toMatchObject(refused)
  expect((await atDesk('trades/buy', await establishedOperator(server, 'dealer'), trade)).status).toBe(200)
})

test('an operator does not approve an adjustment of their own account that another one requested', async () => {
  const { client, operator } = await insider()
  const body = { clientId: client.id, kind: 'credit', amount: 100, reason: 'Correction' }
  const { _id: id } = (await atDesk('ledger/adjustments', other, body)).body
  expect(await atDesk(`ledger/adjustments/${id}/approve`, operator)).toMatchObject(refused)
  const third = await establishedOperator(server, 'cashier')
  expect((await atDesk(`ledger/adjustments/${id}/approve`, third)).status).toBe(200)
  expect(await atDesk('ledger/adjustments', operator, body)).toMatchObject(refused)
})

test('the file of trades names the line about the dealer’s own account, and nothing is booked', async () => {
  const { client, operator } = await insider('dealer')
  const { saudaId } = (await call('GET', `/desk/clients/${client.id}`, { token: other.token })).body
  const csv = `reference,client,action,stock,quantity,price,position\n1,${saudaId},BUY,RELIANCE,1,10,`
  const { status, body } = await atDesk('trades/import', operator, { csv })
  expect([status, body.message]).toEqual([422, `Line 2: ${commonErrors.ownAccount.message} Nothing was booked.`])
})

test('a file of trades that needs a second operator is not requested by a dealer whose own account is in it', async () => {
  const { client, operator } = await insider('dealer')
  const stranger = await moneyClient(server, { rupees: 1000 })
  const idOf = async (id: string) => (await call('GET', `/desk/clients/${id}`, { token: other.token })).body.saudaId
  const traded = '2026-01-05,10:00:00'
  await db.run("update client set created_at = '2025-01-01' where id = any ($1::uuid[])", [[client.id, stranger.id]])
  const csv = `reference,client,action,stock,quantity,price,position,trade date,trade time
P1,${await idOf(stranger.id)},BUY,RELIANCE,1,10,,${traded}
P2,${await idOf(client.id)},BUY,RELIANCE,1,10,,${traded}`
  const { status, body } = await atDesk('trades/import', operator, { csv })
  expect([status, body.message]).toEqual([422, `Line 3: ${commonErrors.ownAccount.message} Nothing was booked.`])
  const dealer = await establishedOperator(server, 'dealer')
  expect((await atDesk('trades/import', dealer, { csv })).body).toMatchObject({ waitsForSecond: true })
  const approved = await decidePending(server, operator, { subject: 'trade.file' })
  expect([approved.status, approved.body.message]).toEqual([
    422,
    `Line 3: ${commonErrors.ownAccount.message} Nothing was booked.`,
  ])
})

describe('a payout batch with a withdrawal of an operator’s own account', async () => {
  const third = await establishedOperator(server, 'cashier', 'Tara')
  const bank = await payingBank(server)
  const desk = atPayouts(server, other)
  const prepared = async () => {
    const { client, operator } = await insider()
    const withdrawal = await desk.withdraw(client, 400)
    const { body } = await desk.create(bank, [withdrawal])
    return { client, operator, withdrawal, batchId: body._id as string, proposalId: body.proposalId as string }
  }
  const released = async () => {
    const batch = await prepared()
    expect((await desk.decide(batch.proposalId, third)).status).toBe(200)
    const [payment] = (await desk.batch(batch.batchId)).payouts
    return { ...batch, name: payment?.transactionId ?? '' }
  }
  const balance = async ({ id, token }: { id: string; token: string }) =>
    (await call('GET', `/user/wallet/${id}`, { token })).body.balance
  const proposalOf = async (batchId: string) => (await desk.batch(batchId)).proposalId

  test('is neither made nor released by them, which is shown in advance', async () => {
    const { client, operator, withdrawal, batchId, proposalId } = await prepared()
    const next = await desk.withdraw(client, 100)
    expect(await desk.create(bank, [next], operator)).toMatchObject(refused)
    const { payouts } = (await call('GET', `/desk/payouts/${batchId}`, { token: operator.token })).body
    expect(payouts).toMatchObject([
      {
        _id: withdrawal,
        warnings: [{ code: 'ownAccount', blocks: true }, { code: 'quickWithdrawal' }],
        obstacles: [{ operatorId: operator.id, operator: 'Kiran', why: 'ownAccount' }],
      },
    ])
    expect(await desk.decide(proposalId, operator)).toMatchObject(refused)
    expect((await desk.decide(proposalId, third)).status).toBe(200)
  })

  test('is not answered by them: neither as paid nor as failed', async () => {
    const { client, operator, batchId, name } = await released()
    const [paid, failed] = [hdfcLine(name, '400.00', newUtr()), hdfcLine(name, '400.00', '', 'R', 'INVALID ACCOUNT')]
    expect(await desk.answer(batchId, paid, operator)).toMatchObject(refused)
    expect(await desk.answer(batchId, failed, operator)).toMatchObject(refused)
    expect((await desk.answer(batchId, failed)).body).toMatchObject({ waitsForSecond: true })
    expect(await desk.decide(await proposalOf(batchId), operator)).toMatchObject(refused)
    expect(await balance(client)).toBe(600)
    expect((await desk.decide(await proposalOf(batchId), third)).status).toBe(200)
    expect(await balance(client)).toBe(1000)
  })

  test('is not cancelled by them after its release: neither at their request nor with their approval', async () => {
    const { operator, batchId } = await released()
    const body = { reason: 'The bank did not take the file' }
    expect(await atDesk(`payouts/${batchId}/cancel`, operator, body)).toMatchObject(refused)
    await desk.cancel(batchId)
    expect(await desk.decide(await proposalOf(batchId), operator)).toMatchObject(refused)
    expect((await desk.decide(await proposalOf(batchId), third)).status).toBe(200)
  })
})

test('the queue and the review of a request say in advance that another operator must decide it', async () => {
  const { client, operator } = await insider()
  const id = await withdraw(client, 500)
  const read = async (path: string, { token }: NewOperator) => (await call('GET', `/desk/${path}`, { token })).body
  const itemFor = async (by: NewOperator) =>
    (await read('queue?kind=withdrawal', by)).items.find((item: { id: string }) => item.id === id)
  expect(await itemFor(operator)).toMatchObject({ ownAccount: true })
  expect(await itemFor(other)).not.toHaveProperty('ownAccount')
  expect((await read(`wallet/transactions/${id}`, operator)).warnings[0].code).toBe('ownAccount')

  const { id: lender } = await establishedOperator(server, 'lender')
  const loans = await insider('lender')
  const proposalId = await insertProposal(server, {
    kind: 'loan.offer',
    requestedBy: lender,
    clientId: loans.client.id,
  })
  const proposal = await read(`proposals/${proposalId}`, loans.operator)
  expect(proposal.obstacle).toBe(commonErrors.ownAccount.message)
  expect(await atDesk(`proposals/${proposalId}/approve`, loans.operator, { version: proposal.version })).toMatchObject(
    refused,
  )
  expect(await atDesk(`proposals/${proposalId}/reject`, loans.operator)).toMatchObject(refused)
})

test('who freezes or views their own account, or claims its case, is not refused', async () => {
  const { client, operator } = await insider()
  const id = await withdraw(client, 500)
  expect((await atDesk('queue/take', operator, { kind: 'withdrawal', id })).status).toBe(200)
  const support = await insider('support')
  const freeze = { reason: 'My phone was stolen' }
  expect((await atDesk(`clients/${support.client.id}/freeze`, support.operator, freeze)).status).toBe(200)
  expect(await atDesk(`clients/${support.client.id}/unfreeze`, support.operator, freeze)).toMatchObject(refused)
})

test('an operator stays recognised as the client whose e-mail address was changed while a request is open', async () => {
  const { client, operator } = await insider()
  const id = await withdraw(client, 500)
  const [asha, bela] = [await establishedOperator(server, 'reviewer'), await establishedOperator(server, 'reviewer')]
  for (const email of ['first.other@example.com', 'second.other@example.com']) {
    const body = form({ evidence: await jpeg(640, 480) })
    for (const [name, text] of Object.entries({ email, reason: 'Old address is lost' })) body.append(name, text)
    await call('POST', `/desk/clients/${client.id}/contact`, { token: asha.token, body })
    expect((await decidePending(server, bela, { subject: client.id })).status).toBe(200)
  }
  expect(await db.row('select email from client where id = $1', [client.id])).toEqual({
    email: 'second.other@example.com',
  })
  await db.run("update client set contact_changed_at = now() - interval '2 days' where id = $1", [client.id])
  expect(await atDesk(`wallet/transactions/${id}/approve`, operator, { reference: newUtr() })).toMatchObject(refused)
  const batch = await atPayouts(server, other).create(await payingBank(server), [id])
  const { payouts } = (await call('GET', `/desk/payouts/${batch.body._id}`, { token: other.token })).body
  expect(payouts[0].obstacles).toEqual([{ operatorId: operator.id, operator: 'Kiran', why: 'ownAccount' }])
})

test('a settlement of unused funds leaves the operator’s own account out', async () => {
  const { client, operator } = await insider()
  const neighbour = await moneyClient(server, { rupees: 700 })
  await db.run("update client set created_at = now() - interval '40 days' where id = any ($1)", [
    [client.id, neighbour.id],
  ])
  const [day, bankId] = [await settleToday(server), await payingBank(server)]
  const clients = [client.id, neighbour.id]
  const settled = await atDesk('settlements', operator, { day, bankId, clients })
  expect(settled).toMatchObject({ status: 200, body: { settled: 1, left: [expect.stringContaining('own account')] } })
  expect(settled.body.batch.payouts).toMatchObject([{ clientId: neighbour.id }])
  expect((await atDesk('settlements', other, { day, bankId, clients })).body).toMatchObject({ settled: 1 })
})

test('each case says in advance that it is about the operator’s own account', async () => {
  const { client, operator } = await insider()
  const warnings = async ({ token }: NewOperator) =>
    (await call('GET', `/desk/clients/${client.id}/warnings`, { token })).body
  expect(await warnings(operator)).toEqual({ warnings: [], ownAccount: true })
  expect(await warnings(other)).toEqual({ warnings: [] })
})
