import { parseRupees } from '@sauda/contract/platform/amount-text'
import { taxPeriodOf, taxYearName, taxYearOf } from '@sauda/contract/books/tax-year'
import { describe, expect, test } from 'vitest'
import { reportOf, type ReportTrade } from './tax.report.ts'

const unit = 100_000_000n

/** `B1 2025-04-01 10 1000`, and of a sale the cost of the lot the dealer sold, then the day of booking if it is another. */
function tradeOf(text: string): ReportTrade {
  const [id = '', day = '', units = '', amount = '', cost = '0', bookedDay = day] = text.split(' ')
  const isSale = id.startsWith('S')
  return {
    id,
    tradeId: id,
    action: isSale ? 'SELL' : 'BUY',
    stock: id.endsWith('$') ? 'USD/INR' : 'ITC',
    segment: id.endsWith('$') ? 'currency' : 'equity',
    isin: '',
    quantity: BigInt(units) * unit,
    amount: parseRupees(amount),
    charges: 0n,
    stt: 0n,
    allCharges: 0n,
    isUncharged: false,
    day,
    bookedDay,
    isReversed: false,
    isDelivered: false,
    lotProfit: isSale ? parseRupees(amount) - parseRupees(cost) : 0n,
  }
}

const report = (year: number, ...trades: string[]) => reportOf(trades.map(tradeOf), year, 2026)
const categoryIn = (made: ReturnType<typeof report>, name: string) =>
  made.categories.find(({ category }) => category === name)

test.each([
  ['2026-03-31', 2025, 4],
  ['2026-04-01', 2026, 0],
  ['2025-06-15', 2025, 0],
  ['2025-06-16', 2025, 1],
  ['2025-09-15', 2025, 1],
  ['2025-09-16', 2025, 2],
  ['2025-12-15', 2025, 2],
  ['2025-12-16', 2025, 3],
  ['2025-12-31', 2025, 3],
  ['2026-01-01', 2025, 3],
  ['2026-03-15', 2025, 3],
  ['2026-03-16', 2025, 4],
])('%s is in the year %d and the period %d', (day, year, period) => {
  expect([taxYearOf(day), taxPeriodOf(day)]).toEqual([year, period])
})

test('names a year across the turn of the century', () => {
  expect([taxYearName(2025), taxYearName(2099)]).toEqual(['2025-26', '2099-00'])
})

test('splits a year by category and period, with the turnover of both bases', () => {
  const made = report(
    2025,
    'B1 2023-05-10 10 1000',
    'B2 2025-05-02 10 1500',
    // Ten of B1, long term +200; two of B2, short term −60.
    'S1 2025-06-15 12 1440 0',
    // Three of B2: −90.
    'S2 2025-06-16 3 360 0',
    // A round trip: −10.
    'B3 2026-03-31 5 600',
    'S3 2026-03-31 5 590 0',
    'B4$ 2025-07-01 100 8500',
    'S4$ 2025-12-16 100 8600 0',
    // Not of this year.
    'S5 2026-04-01 1 999 0',
  )
  expect(made).toMatchObject({ year: '2025-26', from: '2025-04-01', to: '2026-03-31', profitLoss: 140 })
  expect(categoryIn(made, 'longTerm')).toEqual({
    category: 'longTerm',
    exits: 1,
    buyValue: 1000,
    saleValue: 1200,
    profitLoss: 200,
    charges: 0,
    stt: 0,
    afterCharges: 200,
    section: '112A',
    turnover: 200,
    turnoverIcai: 1200,
    periods: [200, 0, 0, 0, 0],
    rates: [{ from: '2024-07-23', ratePercent: 12.5, profitLoss: 200 }],
  })
  expect(categoryIn(made, 'shortTerm')).toMatchObject({
    exits: 2,
    buyValue: 750,
    saleValue: 600,
    profitLoss: -150,
    turnover: 150,
    turnoverIcai: 600,
    periods: [-60, -90, 0, 0, 0],
  })
  expect(categoryIn(made, 'intraday')).toMatchObject({
    section: '43(5)',
    profitLoss: -10,
    turnover: 10,
    turnoverIcai: 10,
    periods: [0, 0, 0, 0, -10],
    rates: [],
  })
  expect(categoryIn(made, 'currency')).toMatchObject({
    section: '43(5)(d)',
    profitLoss: 100,
    periods: [0, 0, 0, 100, 0],
  })
  expect(categoryIn(made, 'fno')).toMatchObject({ exits: 0, profitLoss: 0, periods: [0, 0, 0, 0, 0] })
  expect(made.withoutIsin).toEqual(['ITC'])
})

test('a stock says how many of its trades have no known charges yet', () => {
  const trades = ['B1 2025-05-02 10 1500', 'S1 2025-06-15 5 800 750'].map(tradeOf)
  const [bought, sold] = trades
  const made = reportOf([bought!, { ...sold!, isUncharged: true }], 2025, 2026)
  expect(made).toMatchObject({ uncharged: 1, stocks: [{ stockName: 'ITC', uncharged: 1 }] })
  expect(reportOf(trades, 2025, 2026)).toMatchObject({ uncharged: 0 })
})

test('a year’s sales take lots of earlier years that later sales no longer find', () => {
  const trades = ['B1 2024-05-02 10 1000', 'S1 2025-03-31 4 480 0', 'S2 2025-04-01 6 720 0']
  expect(report(2024, ...trades)).toMatchObject({ profitLoss: 80 })
  expect(report(2025, ...trades)).toMatchObject({ profitLoss: 120, years: ['2026-27', '2025-26', '2024-25'] })
})

describe('law by year', () => {
  test('names the sections of the Act of 2025 from April 2026', () => {
    const made = report(2026)
    expect(made).toMatchObject({ act: 'Income-tax Act, 2025', auditSection: '63', exemption: 125_000 })
    expect(made.categories.map(({ section }) => section)).toEqual(['66', '196', '198', '66', '66', '66'])
    expect(report(2025)).toMatchObject({ act: 'Income-tax Act, 1961', auditSection: '44AB' })
    expect(report(2023)).toMatchObject({ exemption: 100_000 })
  })

  test('splits 2024-25 by the rates before and from 23 July 2024', () => {
    const made = report(
      2024,
      'B1 2022-05-02 3 300',
      'S1 2024-07-22 1 150 0',
      'S2 2024-07-23 1 160 0',
      'S3 2025-03-31 1 90 0',
    )
    expect(categoryIn(made, 'longTerm')?.rates).toEqual([
      { from: '2018-04-01', ratePercent: 10, profitLoss: 50 },
      { from: '2024-07-23', ratePercent: 12.5, profitLoss: 50 },
    ])
  })

  test('counts sales of what was bought until 31 January 2018', () => {
    const trades = ['B1 2018-01-31 1 100', 'B2 2018-02-01 1 100', 'S1 2025-05-02 2 300 0']
    expect(report(2025, ...trades).boughtBefore2018).toBe(1)
  })
})

describe('the reconciliation', () => {
  test('explains another lot', () => {
    // The dealer sold B2, at 100; first in, first out it is B1, at 150.
    const made = report(2025, 'B1 2025-04-01 1 150', 'B2 2025-05-02 1 100', 'S1 2025-06-02 1 120 100')
    expect(made.reconciliation).toEqual({
      portfolioAllYears: 20,
      portfolio: 20,
      otherYear: 0,
      unknownCost: 0,
      otherLots: -50,
      fairValue: 0,
      buyback: 0,
      tax: -30,
    })
  })

  test('explains a sale booked in April but traded in March, in both years', () => {
    const trades = ['B1 2025-02-03 1 100', 'S1 2025-03-31 1 130 100 2025-04-01']
    expect(report(2024, ...trades).reconciliation).toEqual({
      portfolioAllYears: 30,
      portfolio: 0,
      otherYear: 30,
      unknownCost: 0,
      otherLots: 0,
      fairValue: 0,
      buyback: 0,
      tax: 30,
    })
    expect(report(2025, ...trades).reconciliation).toMatchObject({ portfolio: 30, otherYear: -30, tax: 0 })
  })

  test('leaves a sale of unknown cost out of the tax figure, and lists it', () => {
    const made = report(2025, 'S1 2025-06-02 1 120 100')
    expect(made.unmatched).toEqual([
      { stockName: 'ITC', tradeId: 'S1', date: '2025-06-02', quantity: 1, saleValue: 120 },
    ])
    expect(made.reconciliation).toMatchObject({ portfolio: 20, unknownCost: -20, otherLots: 0, tax: 0 })
  })

  test('names what is counted of the part of a sale whose cost is unknown', () => {
    const made = report(2025, 'B1 2025-05-02 1 100', 'S1 2025-06-02 3 360 100')
    expect(made.reconciliation).toMatchObject({ portfolio: 260, unknownCost: -173.33, otherLots: -66.67, tax: 20 })
  })
})
