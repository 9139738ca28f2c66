import { expect, test } from 'vitest'
import type { TaxAction } from '../tax/tax.action.ts'
import type { ReportTrade } from '../tax/tax.report.ts'
import { matchStated, statedExits, statedRows, statedView, statedYear } from './tradebook.match.ts'
import type { TradebookRow } from './tradebook.sql.ts'

let count = 0
const stated = (day: string, side: 'B' | 'S', quantity: string, price: string, more: Partial<TradebookRow> = {}) => ({
  id: `T${++count}`,
  key: '',
  isin: 'INE009A01021',
  symbol: 'INFY',
  stock: 'INFY',
  isDelivered: false,
  day,
  side,
  quantity,
  price,
  ...more,
})
const units = (text: number): bigint => BigInt(text) * 100_000_000n
const sold = (day: string, quantity: number, paise: bigint) => ({
  sale: {
    id: `S${++count}`,
    tradeId: 'TRD100001',
    action: 'SELL',
    stock: 'INFY',
    segment: 'equity',
    isin: 'INE009A01021',
    quantity: units(quantity),
    amount: paise,
    day,
  } as ReportTrade,
  quantity: units(quantity),
  saleValue: paise,
})
const split: TaxAction = {
  kind: 'split',
  stock: 'INFY',
  exDate: '2024-06-01',
  held: units(1),
  given: units(5),
  costPart: 0n,
}
const briefOf = (of: ReturnType<typeof matchStated>) =>
  of.exits.map(({ buy, sale, quantity, buyValue, category }) => [
    sale.kind,
    category,
    buy.day,
    sale.day,
    Number(quantity / 100_000_000n),
    Number(buyValue),
  ])

test('a split that we booked applies to what was bought elsewhere before it', () => {
  const rows = [stated('2023-01-10', 'B', '10', '1000'), stated('2024-07-01', 'B', '5', '300')]
  const found = matchStated(rows, [sold('2024-08-01', 52, 1_560_000n)], { actions: [split] })
  expect(briefOf(found)).toEqual([
    ['transferred', 'longTerm', '2023-01-10', '2024-08-01', 50, 1_000_000],
    ['transferred', 'shortTerm', '2024-07-01', '2024-08-01', 2, 60_000],
  ])
})

test('sales elsewhere and here take from the same purchases in the order of their days, elsewhere first on one day', () => {
  const rows = [
    stated('2024-01-10', 'B', '10', '100'),
    stated('2024-02-01', 'S', '4', '110'),
    stated('2024-03-01', 'S', '3', '120'),
  ]
  const found = matchStated(rows, [sold('2024-02-15', 2, 22_000n), sold('2024-03-01', 5, 60_000n)])
  expect(briefOf(found).map(([kind, , , day, quantity]) => [kind, day, quantity])).toEqual([
    ['elsewhere', '2024-02-01', 4],
    ['transferred', '2024-02-15', 2],
    ['elsewhere', '2024-03-01', 3],
    ['transferred', '2024-03-01', 1],
  ])
  // What is left of the sale here stays of unknown cost in the report, and is not listed twice.
  expect(found.unmatched).toEqual([])
})

test('a sale before its purchase has no cost, and trade-for-trade is never netted within a day', () => {
  const rows = [
    stated('2024-01-10', 'S', '5', '100'),
    stated('2024-02-10', 'B', '5', '90', { isDelivered: true }),
    stated('2024-02-10', 'S', '5', '95', { isDelivered: true }),
  ]
  const found = matchStated(rows, [])
  expect(found.exits).toEqual([])
  expect(statedYear(found, 2023)).toMatchObject({ years: ['2023-24'], lines: [], unmatchedCount: 2 })
})

test('the section of a file says whose statement it is, and is absent without a tradebook', () => {
  const found = matchStated([stated('2024-05-02', 'B', '2', '10.5'), stated('2024-05-03', 'S', '2', '11')], [])
  const rows = statedRows(statedExits(found, 2024).map(statedView), 'Demo Broking')
  expect(rows[1]?.[0]).toContain('Demo Broking has not checked them')
  expect(rows.at(-1)).toEqual([
    'INFY',
    'INE009A01021',
    'Equity short term',
    '2024-05-02',
    '2024-05-03',
    2,
    21,
    22,
    1,
    1,
    'Client’s statement',
    'Client’s statement',
  ])
  expect(statedRows(statedExits(found, 2025).map(statedView), 'Demo Broking')).toEqual([])
})
