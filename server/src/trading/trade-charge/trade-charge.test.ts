import type { Reply } from '@sauda/contract/platform/call'
import { type tradeChargeCalls, tradeChargeErrors } from '@sauda/contract/trading/trade-charge'
import { expect, test } from 'vitest'
import { brokeragePlan, seededRates } from '../../../test/charge-rates.ts'
import { establishedOperator, type NewOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { chargeOptions } from './trade-charge.compute.ts'
import type { Fill } from './brokerage.ts'
import { chargeDay } from './terms.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { call, db } = server
const asha = await establishedOperator(server, 'admin', 'Asha')
const bela = await establishedOperator(server, 'admin', 'Bela')
const dealer = await establishedOperator(server, 'dealer', 'Danish')
const client = await server.newClient()

const post = (path: string, body: object, by = asha) =>
  call('POST', `/desk/trade-charges/${path}`, { token: by.token, body })
const list = async (): Promise<Reply<typeof tradeChargeCalls.list>> =>
  (await call('GET', '/desk/trade-charges', { token: dealer.token })).body
const nse = 'transaction NSE equity all all'
const rates = async (rate = nse) =>
  (await list()).rates
    .filter((each) => each.rate === rate)
    .map(({ percent, from, until }) => [percent, from, until ?? ''])
const waiting = async () =>
  await db.rows<{ id: string; summary: string }>(
    "select id, summary from proposal where status = 'pending' order by id",
  )
const review = async (id: string, by: NewOperator) =>
  (await call('GET', `/desk/proposals/${id}`, { token: by.token })).body
const approve = async (by = bela) => {
  const [proposal] = await waiting()
  return call('POST', `/desk/proposals/${proposal?.id}/approve`, { token: by.token })
}
const make = async (path: string, body: object) => {
  expect((await post(path, body)).body.waitsForSecond).toBe(true)
  expect((await approve()).body.status).toBe('approved')
}

const trade: Fill = {
  id: '1',
  exchange: 'NSE',
  clearsAt: 'NSE',
  isin: 'INE9AA101016',
  series: 'EQ',
  stt: 'share',
  isFund: false,
  isDelivered: false,
  side: 'BUY',
  quantity: 10n * 10n ** 8n,
  price: 150_010_000_000n,
  order: '1100000000000101',
  isPlacedByDealer: false,
}
const charges = (day: string, gstin?: string) =>
  db.transaction(async (tx) => {
    const config = { gstin, charges: chargeOptions }
    const given = { day, fills: new Map([[client.id, [trade]]]), codes: new Map([[client.id, 'AB1001']]), config }
    return (await chargeDay(tx, given)).get(client.id)
  })

test('a new installation has the rates of the law and the exchanges, each valid until the next', async () => {
  const { rates: all } = await list()
  expect(all.map(({ rate, from, percent }) => [rate, from, percent]).toSorted()).toEqual(
    seededRates.map((row) => [...row]).toSorted(),
  )
  expect(await rates()).toEqual([
    ['0.0030699', '2026-03-01', ''],
    ['0.00297', '2024-10-01', '2026-02-28'],
  ])
})

test('a rate is set when a second administrator approves; the review shows both rates and the trade days', async () => {
  const body = { rate: nse, percent: '0.003', from: '2025-07-01' }
  expect((await post('rates', body, dealer)).status).toBe(403)
  expect((await post('rates', body)).body.waitsForSecond).toBe(true)
  const [proposal] = await waiting()
  expect(proposal?.summary).toBe(
    'Transaction charge of NSE, shares: 0.00297 % → 0.003 %, trade days 1 Jul 2025 to 28 Feb 2026',
  )
  const { fields, evidence } = await review(proposal?.id ?? '', bela)
  expect(fields).toContainEqual({
    label: 'Rate in percent',
    before: { text: '0.00297%' },
    after: { text: '0.003%' },
  })
  expect(evidence[0].facts).toEqual([
    { label: 'Applies to', value: { text: '1 Jul 2025 to 28 Feb 2026' } },
    { label: 'Booked before', value: { text: 'None of them is booked.' } },
  ])
  expect((await approve(asha)).status).toBe(409)
  expect(await rates()).toHaveLength(2)
  expect((await approve()).body.status).toBe('approved')
  expect(await rates()).toEqual([
    ['0.0030699', '2026-03-01', ''],
    ['0.003', '2025-07-01', '2026-02-28'],
    ['0.00297', '2024-10-01', '2025-06-30'],
  ])
  const row = await db.row("select actor_name, before, after from audit where action = 'trade-charge.rate'")
  expect(row).toMatchObject({ before: { percent: '0.00297' }, after: { percent: '0.003', from: '2025-07-01' } })
})

test('a change from a day that is booked says that its charges stay', async () => {
  const book = (day: string) =>
    db.run(
      `insert into contract (id, client_id, day, bought, sold, brokerage, exchange_charges, sebi_fee, stt, stamp_duty, gst)
       values (gen_random_uuid(), $1, $2, 1, 0, 0, 0, 0, 0, 0, 0)`,
      [client.id, day],
    )
  await book('2025-08-01')
  await book('2025-08-04')
  const { body } = await post('rates', { rate: nse, percent: '0.0031', from: '2025-07-15' })
  expect(body.message).toBe('Approval requested. 2 booked trade days keep their charges: 1 Aug 2025 to 4 Aug 2025.')
  const [proposal] = await waiting()
  const { evidence } = await review(proposal?.id ?? '', bela)
  expect(evidence[0].facts[1].value.text).toBe('2 booked trade days keep their charges: 1 Aug 2025 to 4 Aug 2025.')
  await call('POST', `/desk/proposals/${proposal?.id}/reject`, { token: bela.token, body: { reason: 'Not now' } })
  await db.run('delete from contract')
})

test('a rate set again from the same day replaces it, so that no day has two rates', async () => {
  await make('rates', { rate: nse, percent: '0.00297', from: '2025-07-01' })
  expect(await rates()).toContainEqual(['0.00297', '2025-07-01', '2026-02-28'])
  expect(await rates()).toHaveLength(3)
})

test.each([
  { rate: 'stt NSE', percent: '0.1' },
  { rate: nse, percent: '1e-3' },
  { rate: nse, percent: '101' },
  { rate: nse, percent: '0.123456789' },
  { rate: nse, percent: '0.1', from: '2026-02-30' },
])('rejects the rate %o with a sentence', async (body) => {
  const { status, body: reply } = await post('rates', { from: '2026-01-01', ...body })
  expect([status, typeof reply.message]).toEqual([400, 'string'])
})

test('charges are computed with the plan of the client on the day, else with that of all clients', async () => {
  await expect(charges('2026-11-20')).rejects.toThrow('has no brokerage plan on 20 Nov 2026')
  await make('plans', brokeragePlan('Flat'))
  await make('plans', { ...brokeragePlan('Flat'), from: '2026-12-01', delivery: '10' })
  await make('plans', { ...brokeragePlan('Free'), delivery: '0' })
  const unknown = await post('plans/assign', { plan: 'Flat', from: '2025-12-31' })
  expect(unknown).toMatchObject({ status: 422, body: { message: tradeChargeErrors.noPlan.message } })
  await make('plans/assign', { plan: 'Flat', from: '2026-01-01' })
  await make('plans/assign', { clientId: client.id, plan: 'Free', from: '2026-12-07' })
  const brokerage = async (day: string) => (await charges(day))?.amounts.brokerage
  expect([await brokerage('2026-11-20'), await brokerage('2026-12-01'), await brokerage('2026-12-07')]).toEqual([
    2000n,
    1000n,
    0n,
  ])
  expect((await list()).assigned.map(({ client: of, plan }) => [of?.name ?? 'all', plan])).toEqual([
    ['all', 'Flat'],
    [client.name, 'Free'],
  ])
})

test('GST is split in the broker’s state, which is also that of a client without a state, and whole elsewhere', async () => {
  const gst = async () => {
    const { cgst, sgst, igst } = (await charges('2026-11-20', '27AAPFU0939F1ZV'))?.amounts ?? {}
    return [cgst, sgst, igst]
  }
  expect(await gst()).toEqual([184n, 184n, 0n])
  await db.run("update client set gst_state = '29' where id = $1", [client.id])
  expect(await gst()).toEqual([0n, 0n, 369n])
  expect((await charges('2026-11-20'))?.amounts).toMatchObject({ cgst: 0n, sgst: 0n, igst: 0n })
})

test('a trade day without a rate stops with the charge, the exchange and the day', async () => {
  await make('plans', { ...brokeragePlan('Old'), from: '2020-01-01' })
  await make('plans/assign', { plan: 'Old', from: '2020-01-01' })
  await expect(charges('2024-09-30')).rejects.toThrow(
    'There is no rate for 30 Sep 2024: STT, shares, delivery, purchases.',
  )
})

test.each(['', 'twenty', '20; 30'])('a plan with the tariff “%s” is rejected with an example', async (delivery) => {
  const { status, body } = await post('plans', { ...brokeragePlan('Wrong'), delivery })
  expect(status).toBe(400)
  expect(body.message).toMatch(/Write the tariff as 20, 0.03 %/)
})

test('an administrator who may not book trades reads the rates, plans and codes to change, but cannot import files', async () => {
  const of = async (method: 'GET' | 'POST', path: string) => (await call(method, path, { token: asha.token })).status
  expect((await call('GET', '/desk/me', { token: asha.token })).body.rights).not.toContain('trade.book')
  expect([await of('GET', '/desk/trade-charges'), await of('GET', '/desk/exchange-files')]).toEqual([200, 200])
  expect([await of('GET', '/desk/levy-files'), await of('GET', '/desk/closing-prices')]).toEqual([403, 403])
  expect(await of('POST', '/desk/exchange-files')).toBe(403)
})
