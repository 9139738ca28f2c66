import { creditedReason } from '@sauda/contract/core/approval'
import { expect, test } from 'vitest'
import { moneyClient, type MoneyClient } from '../../../test/money.ts'
import { establishedOperator, type NewOperator } from '../../../test/operator.ts'
import { newUtr } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { tamper } from '../../../test/tamper.ts'
import { walletSteps } from '../../../test/wallet.ts'
import { requireRow } from '../../platform/db.ts'

// No time that a client reads lies before the moment at which the desk may pay.
const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { call } = server
const kiran = await establishedOperator(server, 'cashier', 'Kiran')
const omar = await establishedOperator(server, 'cashier', 'Omar')
const [admin] = [await establishedOperator(server, 'admin', 'Asha'), await establishedOperator(server, 'admin', 'Bela')]
const steps = walletSteps(server, kiran)
const hours = 3_600_000

/** The last step as the client reads it. */
async function promised({ token }: MoneyClient, id: string) {
  const { steps: all, createdAt } = (await call('GET', `/user/wallet/transaction/${id}`, { token })).body
  const { targetAt, notBefore } = all.at(-1)
  return { createdAt, targetAt, notBefore }
}
const after = (moment: string, count: number) => new Date(Date.parse(moment) + count * hours).toISOString()

/** When the cashier credited the client. */
async function credit(client: MoneyClient, by: NewOperator): Promise<string> {
  const id = await steps.deposit(client, 400, newUtr())
  expect((await steps.approve(id, newUtr(), by)).status).toBe(200)
  const row = await requireRow(
    server.db.row<{ at: Date }>('select decided_at as at from wallet_request where id = $1', [id]),
  )
  return row.at.toISOString()
}

test('a withdrawal that one of two cashiers may pay has the usual target', async () => {
  const client = await moneyClient(server, { rupees: 1000 })
  const id = await steps.withdraw(client, 300)
  await credit(client, kiran)
  const { createdAt, targetAt, notBefore } = await promised(client, id)
  expect({ targetAt, notBefore }).toEqual({ targetAt: after(createdAt, 24), notBefore: undefined })
})

test('after both cashiers credited the client the time counts from the moment at which the first may pay', async () => {
  const client = await moneyClient(server, { rupees: 1000 })
  const id = await steps.withdraw(client, 300)
  const first = await credit(client, kiran)
  await credit(client, omar)
  const refused = await call('POST', `/desk/wallet/transactions/${id}/approve`, {
    token: omar.token,
    body: { reference: newUtr() },
  })
  expect(JSON.stringify(refused.body)).toContain(creditedReason)
  const from = after(first, 24)
  expect(await promised(client, id)).toMatchObject({ notBefore: from, targetAt: after(from, 24) })
})

test('the time stays the promised one after the wait is over', async () => {
  const client = await moneyClient(server, { rupees: 1000 })
  const id = await steps.withdraw(client, 300)
  await credit(client, kiran)
  await credit(client, omar)
  const { targetAt } = await promised(client, id)
  const back = `interval '25 hours' where client_id = $1`
  await tamper(
    server,
    `update wallet_request set created_at = created_at - interval '25 hours', decided_at = decided_at - ${back}`,
    [client.id],
  )
  expect(await promised(client, id)).toMatchObject({ notBefore: undefined, targetAt: after(targetAt, -25) })
})

test('nothing is promised while payouts are stopped or another withdrawal of the client is on hold', async () => {
  const client = await moneyClient(server, { rupees: 1000 })
  const [id, other] = [await steps.withdraw(client, 300), await steps.withdraw(client, 200)]
  expect((await promised(client, id)).targetAt).toBeDefined()
  const hold = { kind: 'withdrawal', id: other, reason: 'The payee is checked', remindAt: new Date(Date.now() + hours) }
  expect((await call('POST', '/desk/queue/hold', { token: kiran.token, body: hold })).status).toBe(200)
  expect((await promised(client, id)).targetAt).toBeUndefined()
  await call('POST', '/desk/queue/resume', { token: kiran.token, body: { kind: 'withdrawal', id: other } })
  expect((await promised(client, id)).targetAt).toBeDefined()
  await call('POST', '/desk/payout-stop', { token: admin.token, body: { reason: 'A wrong payee' } })
  expect((await promised(client, id)).targetAt).toBeUndefined()
})
