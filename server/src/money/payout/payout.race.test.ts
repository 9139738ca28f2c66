import { expect, test } from 'vitest'
import { moneyClient, moneyClients } from '../../../test/money.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { atPayouts, hdfcLine, payingBank } from '../../../test/payout.ts'
import { newUtr } from '../../../test/reconciliation.ts'
import { twoOfEach } from '../../../test/race.ts'
import { testServer } from '../../../test/server.ts'

const server = await testServer({ DATABASE_CONNECTIONS: '20', RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { db, call } = server
const kiran = await establishedOperator(server, 'cashier', 'Kiran')
const omar = await establishedOperator(server, 'cashier', 'Omar')
const bankId = await payingBank(server)
const desk = atPayouts(server, kiran)
const thirty = Array.from({ length: 30 }, (_, n) => n)

test('of 30 batches, payments and cancellations of one withdrawal at once, exactly one succeeds', async () => {
  for (let round = 0; round < 3; round += 1) {
    const client = await moneyClient(server, { rupees: 5000 })
    const id = await desk.withdraw(client, 1000)
    const ways = [
      () => desk.create(bankId, [id]),
      () =>
        call('POST', `/desk/wallet/transactions/${id}/approve`, { token: omar.token, body: { reference: newUtr() } }),
      () => call('POST', `/user/wallet/transaction/${id}/cancel`, { token: client.token }),
      () => call('POST', `/desk/wallet/transactions/${id}/reject`, { token: omar.token, body: { reason: 'No' } }),
    ]
    const results = await Promise.all(thirty.flatMap((n) => ways[n % ways.length] ?? []).map((way) => way()))
    expect(results.map((result) => result.status)).not.toContain(500)
    // A repeated cancellation answers what the first one did.
    const cancels = results.filter((result, n) => n % ways.length === 2 && result.status === 200)
    const others = results.filter((result, n) => n % ways.length !== 2 && result.status === 200)
    expect(others.length + Math.min(cancels.length, 1)).toBe(1)
    const rows = await db.rows('select from payout where request_id = $1', [id])
    const journals = await db.rows("select from journal where cause_id = $1 and event <> 'withdrawal.requested'", [id])
    expect(rows.length + journals.length).toBe(1)
  }
})

test('of 30 approvals of a release at once, exactly one releases, and 30 answers at once pay each withdrawal once', async () => {
  const clients = await moneyClients(server, 10, { rupees: 5000 })
  const ids = await Promise.all(clients.map((client) => desk.withdraw(client, 250)))
  const { body } = await desk.create(bankId, ids)
  const releases = await Promise.all(thirty.map(() => desk.decide(body.proposalId, omar)))
  expect(
    releases
      .map(({ status }) => status)
      .toSorted()
      .slice(0, 2),
  ).toEqual([200, 409])

  const { payouts } = await desk.batch(body._id)
  const text = payouts
    .map(({ transactionId }, n) =>
      n % 3 === 0 ? hdfcLine(transactionId, '250.00', '', 'R') : hdfcLine(transactionId, '250.00', newUtr()),
    )
    .join('\n')
  const inTurn = twoOfEach(2)
  const answers = await Promise.all(
    thirty.map((n) => inTurn(n, () => desk.answer(body._id, text, n % 2 === 0 ? kiran : omar))),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(answers.filter((answer) => answer.body.paid.count > 0)).toHaveLength(1)
  const { proposalId } = await desk.batch(body._id)
  const decisions = await Promise.all(thirty.map((n) => desk.decide(proposalId, n % 2 === 0 ? kiran : omar)))
  expect(decisions.filter(({ status }) => status === 200)).toHaveLength(1)
  const journals = await db.rows<{ event: string; count: number }>(
    `select event, count(*)::int as count from journal where cause_id = any ($1) group by event order by event`,
    [ids],
  )
  expect(journals).toEqual([
    { event: 'withdrawal.paid', count: 6 },
    { event: 'withdrawal.refused', count: 4 },
    { event: 'withdrawal.requested', count: 10 },
  ])
  const { body: books } = await call('GET', '/desk/books', { token: kiran.token })
  expect(books.differences).toEqual([])
})
