import { expect, test } from 'vitest'
import { establishedOperator } from '../../../test/operator.ts'
import { payingBank, settleToday } from '../../../test/payout.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { tradingDesk } from '../../../test/trading.ts'
import { dayInIndia } from '../../platform/india.ts'

const server = await testServer({ RATE_LIMITS: 'off', LENDING: 'off' })
const { call, db } = server
const { post, client, deal, record, book, balanced } = await tradingDesk(server)
const kiran = await establishedOperator(server, 'cashier', 'Kiran')
const [day = ''] = daysBefore(dayInIndia(new Date()), 1)

test('what pays for trades that are not booked yet is not settled as unused funds, and their client is active', async () => {
  const asha = await client(1000)
  await db.run("update client set created_at = now() - interval '40 days' where id = $1", [asha.id])
  await record(day, [deal(asha, 'B', 4, '100.00')])
  const settlement = { day: await settleToday(server), bankId: await payingBank(server) }
  const missing = '₹400.00 pays for trades that are not booked yet. Book them first, or retain the amount'
  const { lines } = (await call('GET', `/desk/settlements?day=${settlement.day}`, { token: kiran.token })).body
  expect(lines).toContainEqual(expect.objectContaining({ clientId: asha.id, inactive: false, missing }))
  const settle = () => post('settlements', { ...settlement, clients: [asha.id] }, kiran)
  expect((await settle()).body.message).toContain(missing)
  const retained = { day: settlement.day, clientId: asha.id, amount: 400, reason: 'payIn' }
  expect((await post('settlements/retentions', retained, kiran)).status).toBe(200)
  expect((await settle()).body).toMatchObject({ settled: 1 })
  await book(day)
  const figures = 'select invested, withheld, dues < 10000 as "onlyCharges" from client_ledger where client_id = $1'
  expect(await db.row(figures, [asha.id])).toEqual({ invested: 40_000n, withheld: 60_000n, onlyCharges: true })
  await balanced()
})
