import { actionsNote } from '@sauda/contract/books/tax-year'
import { expect, test } from 'vitest'
import { moneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { tradeSteps } from '../../../test/trade.ts'
import { reportOf } from './tax.report.ts'
import { schedule112aRows } from './tax.sheets.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const { desk } = tradeSteps(server, await newOperator(server, 'admin'))
const client = await moneyClient(server, { rupees: 100_000, since: '2020-01-01' })
const other = await moneyClient(server)
const at = (day: string) => `${day}T10:15:00+05:30`
const bought = await desk('trades/buy', {
  clientId: client.id,
  stockName: 'M&M',
  quantity: 3,
  price: 100.25,
  tradedAt: at('2023-05-10'),
})
await desk(`trades/${bought.body._id}/sell`, { quantity: 2, price: 90.5, tradedAt: at('2025-06-16') })

const get = (query: string, by = client) =>
  fetch(`${server.url}/api/user/tax/${client.id}/file?${query}`, { headers: { authorization: `Bearer ${by.token}` } })

test('the CSV has the figures of the report and a line for each sale, with negative amounts as numbers', async () => {
  const response = await get('year=2025-26&format=csv')
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="tax-pnl-SD\d+-2025-26\.csv"$/)
  const text = await response.text()
  expect(text).toContain(
    'Equity long term,Long-term capital gains,112A,200.5,181,-19.5,19.5,181,0,-19.5,0,0,0,0,0,-19.5',
  )
  expect(text).toContain('M&M,,2023-05-10,2025-06-16,2,200.5,181,-19.5,768,19.5,')
  expect(text).toContain('P&L of this report,-19.5')
  expect(text).toContain(actionsNote)
})

test('the workbook is a zip archive with three sheets; a large year is still one file', async () => {
  const response = await get('year=2025-26&format=xlsx')
  expect(response.headers.get('content-type')).toContain('spreadsheetml.sheet')
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes.subarray(0, 2).toString()).toBe('PK')
  for (const name of ['sheet1.xml', 'sheet2.xml', 'sheet3.xml']) expect(bytes.includes(name)).toBe(true)
})

test('no file for another client, and none without a format', async () => {
  expect((await get('format=csv', other)).status).toBe(404)
  expect((await get('format=pdf')).status).toBe(400)
})

test('schedule 112A has whole rupees and plain names, and the extra column of 2024-25', () => {
  const exit = {
    category: 'longTerm' as const,
    stockName: 'M&M',
    isin: 'INE101A01026',
    buy: { _id: '', tradeId: 'TRD1', date: '2018-01-31' },
    sale: { _id: '', tradeId: 'TRD2', date: '2024-07-23' },
    quantity: 3,
    buyValue: 300.4,
    saleValue: 500.5,
    profitLoss: 200.1,
    buyCharges: 0.1,
    saleCharges: 1.6,
    stt: 0.9,
    afterCharges: 198.4,
    daysHeld: 2365,
    period: 1,
  }
  const rowsOf = (year: number) => schedule112aRows({ report: reportOf([], year, year), exits: [exit] })
  const [header, row] = rowsOf(2025)
  expect(header).toHaveLength(14)
  expect(row).toEqual(['BE', 'INE101A01026', 'M M', 3, 166.83, 501, 301, 301, '', '', '', 2, 303, 198])
  // 3 shares at 150.20 on 31 January 2018: the cost is 450.60 instead of 300.50, or the sale value where that is lower.
  const priced = { ...exit, buyValue: 450.5, fairValue: 450.6, addedCost: 150.1 }
  const pricedRow = (more: object) =>
    schedule112aRows({ report: reportOf([], 2025, 2025), exits: [{ ...priced, ...more }] })[1]
  expect(pricedRow({})).toEqual(['BE', 'INE101A01026', 'M M', 3, 166.83, 501, 451, 301, 451, 150.2, 451, 2, 453, 48])
  const cheap = { saleValue: 420, buyValue: 419.9, addedCost: 119.5 }
  expect(pricedRow(cheap)).toEqual(['BE', 'INE101A01026', 'M M', 3, 140, 420, 420, 301, 420, 150.2, 451, 2, 422, -2])
  const expensive = { buyValue: 600, addedCost: 0 }
  expect(pricedRow(expensive)).toEqual([
    'BE',
    'INE101A01026',
    'M M',
    3,
    166.83,
    501,
    600,
    600,
    451,
    150.2,
    451,
    2,
    602,
    -101,
  ])
  expect(rowsOf(2024).map((cells) => cells.slice(0, 2))).toEqual([
    ['Share/Unit acquired(1a)', 'Share/Unit Transferred(1b)'],
    ['BE', 'AE'],
  ])
})
