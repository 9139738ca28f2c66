import { expect, test } from 'vitest'
import { moneyClient } from '../../../test/money.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { atPayouts, payingBank } from '../../../test/payout.ts'
import { newUtr } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { balancedBooks } from '../../../test/books.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy', STEP_UP: 'off' })
const { call, db } = server
const me = await establishedOperator(server, 'cashier', 'Kiran')
const desk = (path: string, body: object = {}) => call('POST', `/desk/${path}`, { token: me.token, body })

test('what one operator requested is decided by the same operator once APPROVALS=single is set, and marked', async () => {
  const client = await moneyClient(server, { rupees: 200_000 })
  const payouts = atPayouts(server, me)
  const { _id: batchId, proposalId } = (
    await payouts.create(await payingBank(server), [await payouts.withdraw(client, 500)])
  ).body
  const added = { token: client.token, body: { id: client.id, amount: 60_000, utr: newUtr() } }
  const deposit = (await call('POST', '/user/wallet/add-money', added)).body.transaction._id
  const withdrawal = await payouts.withdraw(client, 60_000)
  const approve = (id: string) => desk(`wallet/transactions/${id}/approve`, { reference: newUtr() })
  for (const id of [deposit, withdrawal]) expect((await approve(id)).body.waitsForSecond).toBe(true)
  expect((await payouts.decide(proposalId, me)).status).toBe(409)
  expect((await approve(withdrawal)).status).toBe(409)

  // As the server does at its start.
  const { approvals } = server.app.context.config as { approvals: { mode: string } }
  approvals.mode = 'single'
  expect((await payouts.decide(proposalId, me)).body).toMatchObject({ status: 'approved' })
  expect((await payouts.batch(batchId)).status).toBe('released')
  for (const id of [deposit, withdrawal])
    expect((await approve(id)).body).toMatchObject({ status: 'approved', waitsForSecond: false })
  const marks = await db.rows("select from audit where action = 'approval.waive'")
  expect(marks.length).toBeGreaterThanOrEqual(3)
  await balancedBooks(server, me)
})
