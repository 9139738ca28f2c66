import { expect, test } from 'vitest'
import { brokeragePlan } from '../../../test/charge-rates.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { tradingDesk } from '../../../test/trading.ts'
import { dayInIndia } from '../../platform/india.ts'

const server = await testServer({ RATE_LIMITS: 'off', LENDING: 'off', STAMP_ROUNDING: 'rupee' })
const { admin, client, deal, done, bookDay, balanced } = await tradingDesk(server)
const [day = '', next = ''] = daysBefore(dayInIndia(new Date()), 2)
const booked = ({ id }: { id: string }) =>
  server.db.row('select brokerage, stamp_duty from contract where client_id = $1', [id])

test('stamp duty is booked to the rupee where that is configured', async () => {
  const asha = await client(20_000)
  await bookDay(day, [deal(asha, 'B', 10, '1500.10')])
  expect(await booked(asha)).toEqual({ brokerage: 2000n, stamp_duty: 200n })
  await balanced()
})

test('an order that a dealer typed has the fee for orders placed by a dealer', async () => {
  const asha = await client(20_000, { plan: false })
  await done('trade-charges/plans', { ...brokeragePlan('Desk'), dealerFee: 25 }, admin)
  await done('trade-charges/plans/assign', { plan: 'Desk', from: '2026-01-01', clientId: asha.id }, admin)
  const tradedAt = `${next}T05:00:00.000Z`
  await done('trades/buy', { clientId: asha.id, stockName: 'DEMOTECH', quantity: 4, price: 1500, tradedAt })
  const order = '1100000000000900'
  await bookDay(next, [
    deal(asha, 'B', 4, '1500.00', { order }),
    deal(asha, 'B', 6, '1500.10', { order }),
    deal(asha, 'B', 1, '1500.20'),
  ])
  expect(await booked(asha)).toMatchObject({ brokerage: 2n * 2000n + 2500n })
  await balanced()
})
