import { expect, test } from 'vitest'
import { moneyClient } from '../../../test/money.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { atPayouts, payingBank } from '../../../test/payout.ts'
import { testServer } from '../../../test/server.ts'

test('the file of a released batch is not given out while the client of a payment is on hold', async () => {
  const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
  const { call } = server
  const kiran = await establishedOperator(server, 'cashier', 'Kiran')
  const omar = await establishedOperator(server, 'cashier', 'Omar')
  const desk = atPayouts(server, kiran)
  const [blocked, other] = [await moneyClient(server, { rupees: 900 }), await moneyClient(server, { rupees: 900 })]
  const [paid, beside] = [await desk.withdraw(blocked, 300), await desk.withdraw(other, 300)]
  const later = await desk.withdraw(blocked, 200)
  const { _id: id, proposalId } = (await desk.create(await payingBank(server), [paid, beside])).body
  expect((await desk.decide(proposalId, omar)).status).toBe(200)
  expect((await desk.file(id)).status).toBe(200)

  const item = { kind: 'withdrawal', id: later }
  const remindAt = new Date(Date.now() + 86_400_000).toISOString()
  const hold = { ...item, reason: 'The client reported a stolen phone', remindAt }
  expect((await call('POST', '/desk/queue/hold', { token: omar.token, body: hold })).status).toBe(200)
  const { payouts } = await desk.batch(id)
  const name = payouts.find(({ _id }) => _id === paid)?.transactionId
  const refused = await call('GET', `/desk/payouts/${id}/file`, { token: kiran.token })
  expect(refused).toMatchObject({ status: 409 })
  expect(refused.body.message).toMatch(
    new RegExp(
      `^${name}: WDR\\d+ is on hold until .*\\. Otherwise cancel this batch and pay the others in a new one\\.$`,
    ),
  )
  expect((await call('POST', '/desk/queue/resume', { token: omar.token, body: item })).status).toBe(200)
  expect((await desk.file(id)).status).toBe(200)
})
