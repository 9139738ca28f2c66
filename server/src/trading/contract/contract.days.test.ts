import type { TradeDay } from '@sauda/contract/trading/trade-day'
import { expect, test } from 'vitest'
import { type MoneyClient, moneyClient, moneyClients } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { tradeSteps } from '../../../test/trade.ts'
import { tamper } from '../../../test/tamper.ts'
import { newId } from '../../platform/id.ts'
import { dayInIndia } from '../../platform/india.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const { call, db } = server
const { buy } = tradeSteps(server, await newOperator(server, 'admin'))

/** Paise: bought, sold, brokerage, exchange charges, SEBI fee, STT, stamp duty, GST. */
type Figures = readonly [number, number, number, number, number, number, number, number]
const purchase: Figures = [1_500_100, 0, 2000, 46, 2, 1500, 225, 368]
const sale: Figures = [0, 1_540_000, 2000, 47, 2, 1500, 0, 368]

async function book({ id }: MoneyClient, day: string, figures: Figures, reversed = false): Promise<string> {
  const contractId = newId()
  await db.run(
    `insert into contract (id, client_id, day, bought, sold, brokerage, exchange_charges, sebi_fee, stt, stamp_duty, gst, reversed_at)
     select $1, $2, $3, f[1], f[2], f[3], f[4], f[5], f[6], f[7], f[8], case when $5 then now() end from (select $4::bigint[] as f) f`,
    [contractId, id, day, figures, reversed],
  )
  return contractId
}

const read = ({ id, token }: MoneyClient, query = '') => call('GET', `/user/trade/days/${id}${query}`, { token })

test('a trade day shows each of its charges to the paisa and what the client pays or receives', async () => {
  const client = await moneyClient(server)
  await book(client, '2026-11-20', purchase)
  await book(client, '2026-11-25', sale)
  await book(client, '2026-11-24', purchase, true)
  const same = { brokerage: 20, sebiFee: 0.02, stt: 15, gst: 3.68 }
  const paid = { ...same, bought: 15_001, sold: 0, exchangeCharges: 0.46, stampDuty: 2.25 }
  const received = { ...same, bought: 0, sold: 15_400, exchangeCharges: 0.47, stampDuty: 0 }
  const day20 = { ...paid, day: '2026-11-20', charges: 41.41, net: -15_042.41 }
  const day25 = { ...received, day: '2026-11-25', charges: 39.17, net: 15_360.83 }
  expect((await read(client)).body).toEqual({ days: [day25, day20], hasMore: false, uncharged: 0 })
  expect((await read(client, '?before=2026-11-25')).body.days).toEqual([day20])
  expect((await read(client, '?day=2026-11-25')).body.days).toEqual([day25])
  expect((await read(client, '?day=2026-11-24')).body.days).toEqual([])
})

test('trade days are read in pages, without gaps or repetition', async () => {
  const client = await moneyClient(server)
  for (let day = 1; day <= 31; day++) await book(client, `2026-10-${String(day).padStart(2, '0')}`, sale)
  const { days, hasMore } = (await read(client)).body
  expect([days.length, hasMore, days.at(-1).day]).toEqual([30, true, '2026-10-02'])
  const rest = (await read(client, '?before=2026-10-02')).body
  expect([rest.days.map(({ day }: TradeDay) => day), rest.hasMore]).toEqual([['2026-10-01'], false])
})

test('an operator who may read clients sees the same trade days as the client', async () => {
  const client = await moneyClient(server)
  await book(client, '2026-11-20', purchase)
  await book(client, '2026-11-25', sale)
  const support = await newOperator(server, 'support')
  const shown = (id: string, query = '', token = support.token) =>
    call('GET', `/desk/clients/${id}/trade-days${query}`, { token })
  for (const query of ['', '?before=2026-11-25', '?day=2026-11-25'])
    expect((await shown(client.id, query)).body).toEqual((await read(client, query)).body)
  expect((await shown(client.id, '', client.token)).status).not.toBe(200)
  expect((await shown(newId())).status).toBe(404)
})

test('trade days of another client are not found, and a day that is no date is rejected', async () => {
  const [asha, ravi] = await moneyClients(server, 2)
  await book(ravi!, '2026-11-20', purchase)
  expect((await call('GET', `/user/trade/days/${ravi!.id}`, { token: asha!.token })).status).toBe(404)
  expect((await read(asha!)).body).toEqual({ days: [], hasMore: false, uncharged: 0 })
  expect((await read(asha!, '?day=2026-02-30')).body).toMatchObject({ status: 400, message: 'Enter a day' })
})

test('a trade shows its part of the charges, and one that no file confirmed shows none', async () => {
  const client = await moneyClient(server, { rupees: 10_000 })
  const [first, second] = [await buy(client, 'TCS', 1, 1500), await buy(client, 'TCS', 2, 1500)]
  const contractId = await book(client, dayInIndia(new Date()), purchase)
  await tamper(server, 'update trade set contract_id = $2, charges = 4141 where id = $1', [first._id, contractId])
  const { body } = await call('GET', `/user/trade/history/${client.id}`, { token: client.token })
  const charges = new Map(body.map((trade: { _id: string; charges?: number }) => [trade._id, trade.charges]))
  expect([charges.get(first._id), charges.get(second._id)]).toEqual([41.41, undefined])
  expect((await read(client)).body).toMatchObject({ days: [{ charges: 41.41 }], uncharged: 1 })
})
