import { expect, test } from 'vitest'
import { moneyClient, moneyOperator, type MoneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { tradeSteps } from '../../../test/trade.ts'
import { tamper } from '../../../test/tamper.ts'
import { monthsOf, rangesOf } from './trade.history.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'single' })
const dealer = await moneyOperator(server)
const other = await newOperator(server, 'admin')
const { buy, sell, history, portfolio, ask, approve } = tradeSteps(server, dealer)

const setDay = (id: string, day: string) =>
  tamper(server, 'update trade set traded_at = $2 where id = $1', [id, `${day}T12:00:00+05:30`])

const salesOf = (client: MoneyClient, day: string) => history(client, `?day=${day}`)

test('a day lists exactly the sales in its realised profit', async () => {
  const client = await moneyClient(server, { rupees: 10_000 })
  const position = await buy(client, 'TCS', 5, 100)
  const [early, gain, loss, wrong] = [
    await sell(position, 1, 120),
    await sell(position, 1, 130),
    await sell(position, 1, 80.5),
    await sell(position, 1, 500),
  ]
  await setDay(early._id, '2026-03-31')
  for (const { _id } of [gain, loss, wrong]) await setDay(_id, '2026-04-01')
  expect((await approve(await ask(wrong), other)).status).toBe(200)

  const { days, months } = await portfolio(client)
  expect(days).toEqual([
    { date: '2026-03-31', profitLoss: 20, sales: 1 },
    { date: '2026-04-01', profitLoss: 10.5, sales: 2 },
  ])
  expect(months).toEqual([
    { month: '2026-03', profitLoss: 20, sales: 1 },
    { month: '2026-04', profitLoss: 10.5, sales: 2 },
  ])
  expect((await salesOf(client, '2026-04-01')).map((sale) => sale._id)).toEqual([loss._id, gain._id])
  expect((await salesOf(client, '2026-03-31')).map((sale) => sale._id)).toEqual([early._id])
  expect(await salesOf(client, '2026-04-02')).toEqual([])
  const older = await history(client, `?day=2026-04-01&action=SELL&limit=1&before=${loss._id}`)
  expect(older.map((sale) => sale._id)).toEqual([gain._id])
  expect(await history(client, '?day=2026-04-01&action=BUY')).toEqual([])
})

test('an impossible day is rejected, and another client’s sales are not found', async () => {
  const [client, stranger] = [await moneyClient(server, { rupees: 1000 }), await moneyClient(server)]
  await sell(await buy(client, 'TCS', 1, 100), 1, 110)
  const date = (await portfolio(client)).days[0]?.date ?? ''
  const call = (id: string, day: string, token: string) =>
    server.call('GET', `/user/trade/history/${id}?day=${day}`, { token })
  expect(await call(client.id, '2026-02-30', client.token)).toMatchObject({ status: 400 })
  expect(await call(client.id, date, stranger.token)).toMatchObject({ status: 404 })
  expect((await call(stranger.id, date, stranger.token)).body).toEqual([])
})

const row = (day: string, profit: bigint, sales = 1) => ({ day, profit, sales })

test('ranges include their first day; All starts with the first sale', () => {
  const days = [
    row('2026-03-31', 100n),
    row('2026-04-01', 200n, 2),
    row('2026-08-21', -5000n),
    row('2026-10-20', 7n),
    row('2026-10-21', 11n),
  ]
  expect(rangesOf(days, '2026-11-21')).toEqual([
    { range: '1M', from: '2026-10-21', profitLoss: 0.11, sales: 1 },
    { range: '3M', from: '2026-08-21', profitLoss: -49.82, sales: 3 },
    { range: 'FY', from: '2026-04-01', profitLoss: -47.82, sales: 5 },
    { range: 'All', from: '2026-03-31', profitLoss: -46.82, sales: 6 },
  ])
  expect(rangesOf([], '2026-11-21').at(-1)).toEqual({ range: 'All', profitLoss: 0, sales: 0 })
  expect(monthsOf([])).toEqual([])
})

test.each([
  ['2026-03-31', '2026-02-28', '2025-12-31', '2025-04-01'],
  ['2026-04-01', '2026-03-01', '2026-01-01', '2026-04-01'],
  ['2028-05-31', '2028-04-30', '2028-02-29', '2028-04-01'],
  ['2027-01-15', '2026-12-15', '2026-10-15', '2026-04-01'],
])('the ranges on %s start on %s, %s and %s', (today, month, threeMonths, year) => {
  expect(rangesOf([row('2020-01-01', 1n)], today).map(({ from }) => from)).toEqual([
    month,
    threeMonths,
    year,
    '2020-01-01',
  ])
})
