import { expect, test } from 'vitest'
import { nextOrders, portfolioOf, tradesOf } from './trade.api.ts'

const specified = {
  _id: '665f1c2e9b1e8a0012ab34cd',
  stockName: 'INFY',
  quantity: 4,
  avgPrice: 100,
  currentPrice: 98.75,
}

test('a trade with only the specified fields has a number, cost, amount, profit and time', () => {
  const date = '2026-11-20T09:15:00.000Z'
  expect(tradesOf([{ ...specified, action: 'SELL', status: 'SELL', date }])).toEqual([
    {
      ...specified,
      tradeId: 'AB34CD',
      action: 'SELL',
      status: 'CLOSED',
      bookedQuantity: 4,
      sellPrice: undefined,
      amount: 395,
      cost: 400,
      loanPart: 0,
      profitLoss: -5,
      createdAt: date,
      date,
    },
  ])
})

test('a trade that is no sale is a purchase, open unless it is CLOSED', () => {
  const states = ['OPEN', 'SELL', undefined, 'CLOSED'].map((status) => ({ ...specified, action: 'HOLD', status }))
  expect(tradesOf(states).map(({ action, status }) => `${action} ${status}`)).toEqual([
    'BUY OPEN',
    'BUY OPEN',
    'BUY OPEN',
    'BUY CLOSED',
  ])
})

test('prices and quantities are cut to the digits that can be calculated with', () => {
  const [trade] = tradesOf([{ ...specified, quantity: 33.333333333333336, avgPrice: '83.1275', currentPrice: null }])
  expect(trade).toMatchObject({ quantity: 33.33333333, avgPrice: 83.1275, currentPrice: 83.1275, cost: 2770.92 })
})

test('the server’s value takes precedence over the derived one', () => {
  const [trade] = tradesOf([{ ...specified, action: 'SELL', tradeId: 'TRD100001', cost: 401.25, profitLoss: 3 }])
  expect(trade).toMatchObject({ tradeId: 'TRD100001', cost: 401.25, profitLoss: 3 })
})

test('an answer that is no list has no trades', () => {
  expect(tradesOf(null)).toEqual([])
  expect(tradesOf({})).toEqual([])
})

test('a portfolio has at least its two specified figures, rounded to paise', () => {
  expect(portfolioOf({ totalInvestment: 0.30000000000000004, totalPnL: -83.1 })).toEqual({
    totalInvestment: 0.3,
    totalPnL: -83.1,
  })
  expect(portfolioOf(null)).toEqual({ totalInvestment: 0, totalPnL: 0 })
})

test('more orders follow a full page only, and none once a page repeats itself', () => {
  const page = (count: number, from = 0) =>
    tradesOf(Array.from({ length: count }, (_, index) => ({ ...specified, _id: `id ${from + index}`, action: 'SELL' })))
  const [full, older] = [page(50), page(50, 50)]
  expect(nextOrders(full, [full])).toBe('id 49')
  expect(nextOrders(older, [full, older])).toBe('id 99')
  expect(nextOrders(full, [full, full])).toBeUndefined()
  expect(nextOrders(page(49), [page(49)])).toBeUndefined()
  expect(nextOrders(page(51), [page(51)])).toBeUndefined()
})
