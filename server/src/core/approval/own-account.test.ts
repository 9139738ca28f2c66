import { approvalErrors } from '@sauda/contract/core/approval'
import { expect, test } from 'vitest'
import { moneyClient } from '../../../test/money.ts'
import { establishedOperator, type NewOperator } from '../../../test/operator.ts'
import { newUtr } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { db, call } = server
const other = await establishedOperator(server, 'cashier', 'Omar')
const refused = { status: 409, body: approvalErrors.ownAccount }

/** An operator who is a client too. */
async function insider(role: 'cashier' | 'dealer' = 'cashier') {
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
const ask = async ({ id, token }: { id: string; token: string }, path: string, body: object): Promise<string> =>
  (await call('POST', `/user/wallet/${path}`, { token, body: { id, ...body } })).body.transaction._id

test('an operator does not approve deposits and withdrawals of their own account, and another one does', async () => {
  const { client, operator } = await insider()
  const utr = newUtr()
  const deposit = `wallet/transactions/${await ask(client, 'add-money', { amount: 900, utr })}/approve`
  expect(await atDesk(deposit, operator, { reference: utr })).toMatchObject(refused)
  expect((await atDesk(deposit, other, { reference: utr })).body).toMatchObject({ status: 'approved' })
  const withdrawal = `wallet/transactions/${await ask(client, 'withdraw', { amount: 500 })}/approve`
  expect(await atDesk(withdrawal, operator, { reference: newUtr() })).toMatchObject(refused)
})

test('a dealer does not book trades of their own account', async () => {
  const { client, operator } = await insider('dealer')
  const trade = { clientId: client.id, stockName: 'RELIANCE', quantity: 1, price: 10 }
  expect(await atDesk('trades/buy', operator, trade)).toMatchObject(refused)
})

test('an operator does not approve an adjustment of their own account that another one requested', async () => {
  const { client, operator } = await insider()
  const body = { clientId: client.id, kind: 'credit', amount: 100, reason: 'Correction' }
  const { _id: id } = (await atDesk('ledger/adjustments', other, body)).body
  expect(await atDesk(`ledger/adjustments/${id}/approve`, operator)).toMatchObject(refused)
})
