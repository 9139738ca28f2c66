import type { TaxExit, TaxReport } from '@sauda/contract/books/tax'
import { reconciliationLines, taxYearName, taxYearOf } from '@sauda/contract/books/tax-year'
import { expect, test } from 'vitest'
import { moneyClient, type MoneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { tradeSteps } from '../../../test/trade.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const [dealer, second] = [await newOperator(server, 'admin', 'Nisha'), await newOperator(server, 'admin', 'Omar')]
const { desk, sell, ask, approve, portfolio } = tradeSteps(server, dealer)

const at = (day: string, time = '10:15:00') => `${day}T${time}+05:30`

async function bookBuy(client: MoneyClient, day: string, quantity: number, price: number, stockName = 'INFY') {
  const { status, body } = await desk('trades/buy', {
    clientId: client.id,
    stockName,
    quantity,
    price,
    tradedAt: at(day),
  })
  expect({ status, message: body.message }).toMatchObject({ status: 200 })
  return body as { _id: string; tradeId: string }
}
async function bookSale(position: { _id: string }, day: string, quantity: number, price: number) {
  const { status, body } = await desk(`trades/${position._id}/sell`, { quantity, price, tradedAt: at(day) })
  expect({ status, message: body.message }).toMatchObject({ status: 200 })
  return body as { _id: string; tradeId: string }
}
const get = (client: MoneyClient, path = '', id = client.id) =>
  server.call('GET', `/user/tax/${id}${path}`, { token: client.token })
const reportOf = async (client: MoneyClient, year: string): Promise<TaxReport> =>
  (await get(client, `?year=${year}`)).body
const figure = (report: TaxReport, name: string) => report.categories.find(({ category }) => category === name)

test('reports a year by category from the times of trading, and lists the trades behind each figure', async () => {
  const client = await moneyClient(server, { rupees: 100_000, since: '2020-01-01' })
  const old = await bookBuy(client, '2023-05-10', 10, 100)
  const newer = await bookBuy(client, '2025-05-02', 10, 150)
  const sale = await bookSale(newer, '2025-06-16', 12 - 2, 120)
  await bookSale(old, '2025-12-16', 2, 90)
  const pair = await bookBuy(client, '2025-07-01', 100, 85, 'USD/INR')
  await bookSale(pair, '2025-07-01', 100, 86)

  const report = await reportOf(client, '2025-26')
  expect(figure(report, 'longTerm')).toMatchObject({ exits: 1, profitLoss: 200, periods: [0, 200, 0, 0, 0] })
  // First in, first out: the second sale is of the newer purchase.
  expect(figure(report, 'shortTerm')).toMatchObject({ exits: 1, profitLoss: -120, periods: [0, 0, 0, -120, 0] })
  expect(figure(report, 'currency')).toMatchObject({ exits: 1, profitLoss: 100, turnover: 100 })
  expect(report.profitLoss).toBe(180)

  const { totalPnL } = await portfolio(client)
  expect(totalPnL).toBe(-220)
  expect(report.reconciliation).toEqual({
    portfolioAllYears: totalPnL,
    portfolio: 0,
    otherYear: -220,
    unknownCost: 0,
    otherLots: 400,
    fairValue: 0,
    buyback: 0,
    tax: 180,
  })

  const { reconciliation } = report
  for (const line of reconciliationLines) {
    const { body } = await get(client, `/sales?year=2025-26&line=${line}`)
    const amounts = body.sales.map(({ amount }: { amount: number }) => amount)
    expect([line, amounts.reduce((total: number, amount: number) => total + amount, 0)]).toEqual([
      line,
      reconciliation[line],
    ])
  }
  // Both sales of INFY take other purchases than the dealer sold: +200 instead of −300, and −120 instead of −20.
  const { body: otherLots } = await get(client, '/sales?year=2025-26&line=otherLots')
  expect(otherLots).toEqual({
    sales: [
      expect.objectContaining({ date: '2025-12-16', portfolio: -20, matched: -120, amount: -100 }),
      expect.objectContaining({ _id: sale._id, tradeId: sale.tradeId, portfolio: -300, matched: 200, amount: 500 }),
    ],
    total: 2,
  })
  expect((await get(client, '/sales?line=tax')).status).toBe(400)

  const { body } = await get(client, '/exits?year=2025-26&category=longTerm&period=1')
  expect(body.total).toBe(1)
  expect(body.exits).toEqual([
    {
      category: 'longTerm',
      stockName: 'INFY',
      buy: { _id: old._id, tradeId: old.tradeId, date: '2023-05-10' },
      sale: { _id: sale._id, tradeId: sale.tradeId, date: '2025-06-16' },
      quantity: 10,
      buyValue: 1000,
      saleValue: 1200,
      profitLoss: 200,
      buyCharges: 0,
      saleCharges: 0,
      stt: 0,
      afterCharges: 200,
      daysHeld: 768,
      period: 1,
    },
  ])
  expect((await get(client, '/exits?year=2025-26&category=longTerm&period=0')).body).toEqual({ exits: [], total: 0 })
})

test('every figure equals the sum of its exits, over pages', async () => {
  const client = await moneyClient(server, { rupees: 100_000, since: '2020-01-01' })
  const position = await bookBuy(client, '2025-04-02', 60, 100)
  for (let sale = 0; sale < 60; sale += 1) await bookSale(position, '2025-04-03', 1, 90 + sale)
  const first = (await get(client, '/exits?year=2025-26')).body
  const rest = (await get(client, '/exits?year=2025-26&before=10')).body
  expect([first.exits.length, rest.exits.length, first.total]).toEqual([50, 10, 60])
  const exits: TaxExit[] = [...first.exits, ...rest.exits]
  expect(new Set(exits.map((exit) => exit.sale._id)).size).toBe(60)
  const sum = exits.reduce((total, { profitLoss }) => total + profitLoss, 0)
  expect(figure(await reportOf(client, '2025-26'), 'shortTerm')?.profitLoss).toBe(sum)
})

test('a reversed sale leaves the report', async () => {
  const client = await moneyClient(server, { rupees: 10_000, since: '2020-01-01' })
  const position = await bookBuy(client, '2025-04-02', 2, 100)
  const sale = await bookSale(position, '2025-05-02', 1, 150)
  await bookSale(position, '2025-05-05', 1, 110)
  expect((await reportOf(client, '2025-26')).profitLoss).toBe(60)
  const reversal = await ask(sale as Parameters<typeof ask>[0])
  expect((await approve(reversal, second)).status).toBe(200)
  expect((await reportOf(client, '2025-26')).profitLoss).toBe(10)
})

test('without a time of trading, the time of booking counts', async () => {
  const client = await moneyClient(server, { rupees: 10_000, since: '2020-01-01' })
  const { body } = await desk('trades/buy', { clientId: client.id, stockName: 'TCS', quantity: 1, price: 100 })
  await sell(body, 1, 120)
  const { body: report } = await get(client)
  const today = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10)
  expect(report.year).toBe(taxYearName(taxYearOf(today)))
  expect(figure(report, 'intraday')).toMatchObject({ exits: 1, profitLoss: 20 })
})

test('a client sees no report of another client; a wrong year and one that has not started are named', async () => {
  const [client, other] = [await moneyClient(server), await moneyClient(server)]
  expect((await get(client, '', other.id)).status).toBe(404)
  expect((await get(client, '/exits', other.id)).status).toBe(404)
  for (const year of ['2025', '2025-27', '1234-35', '2025-26x'])
    expect(await get(client, `?year=${year}`)).toMatchObject({
      status: 400,
      body: { message: 'Choose a financial year such as 2025-26' },
    })
  expect(await get(client, '?year=2099-00')).toMatchObject({
    status: 400,
    body: { message: 'This financial year has not started yet' },
  })
})
