import { expect, test } from 'vitest'
import { type Leg, postEach } from '../../../test/ledger.ts'
import { moneyClient } from '../../../test/money.ts'
import { testServer } from '../../../test/server.ts'

const server = await testServer()

/** One journal per step. */
const history: readonly Leg[] = [
  ['deposit.approved', 'bank', 'cash', 500_000_00n],
  ['withdrawal.requested', 'cash', 'withheld', 20_000_00n],
  ['withdrawal.paid', 'withheld', 'bank', 15_000_00n],
  ['loan.accepted', 'loans_receivable', 'loan', 60_000_00n],
  ['trade.bought', 'cash', 'invested', 100_000_00n],
  ['trade.bought', 'loan', 'invested', 40_000_00n],
  ['trade.sold', 'clearing', 'cash', 1_421_24n],
  ['loan.repaid', 'cash', 'fees', 500_00n],
  ['loan.repaid', 'loan', 'loans_receivable', 10_000_00n],
  // Paid outside the wallet: neither added nor taken out.
  ['charge.approved', 'bank', 'fees', 980_00n],
  ['charge.approved', 'bank', 'gst', 176_40n],
]

async function clientWithHistory() {
  const client = await moneyClient(server)
  await postEach(server, client.id, history)
  return client
}

test('a client’s balance, debt, deposits and withdrawals are the sums of ledger entries', async () => {
  const { id, token } = await clientWithHistory()
  const { body } = await server.call('GET', `/user/worth/${id}`, { token })
  expect(body).toEqual({
    worth: 485_921.24,
    cash: 380_921.24,
    invested: 100_000,
    onHold: 5000,
    borrowed: 50_000,
    unusedLoan: 10_000,
    added: 500_000,
    takenOut: 15_000,
  })
})

test('the worth is deposits less withdrawals, plus profit, less interest', async () => {
  const { id, token } = await clientWithHistory()
  const { body } = await server.call('GET', `/user/worth/${id}`, { token })
  const [row] = await server.db.rows<{ earned: number }>(
    `select sum(case when credit in ('cash', 'loan') and debit in ('clearing', 'fees') then amount
                     when debit in ('cash', 'loan') and credit in ('clearing', 'fees') then -amount
                     else 0 end)::float8 / 100 as earned from entry where client_id = $1`,
    [id],
  )
  expect(body['worth']).toBeCloseTo(Number(body['added']) - Number(body['takenOut']) + (row?.earned ?? 0), 2)
})

test('a client sees nobody else’s worth', async () => {
  const [mine, other] = [await moneyClient(server, { rupees: 10 }), await moneyClient(server)]
  const { status } = await server.call('GET', `/user/worth/${mine.id}`, { token: other.token })
  expect(status).toBe(404)
})
