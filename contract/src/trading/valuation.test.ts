import { describe, expect, test } from 'vitest'
import { dayChangeOf, valueHoldings, type PricedHolding } from './valuation.ts'

const at = (hour: number) => `2026-11-23T${String(hour).padStart(2, '0')}:00:00.000Z`
const tcs: PricedHolding = {
  quantity: 10,
  cost: 35_000,
  price: '3512.35',
  previousClose: '3500',
  state: 'live',
  at: at(9),
}
const infy: PricedHolding = { quantity: 4, cost: 6000, price: 1490.5, state: 'close', at: at(10) }

test('holdings are worth price × quantity, and cost where there is no price', () => {
  expect(valueHoldings([tcs, infy, { quantity: 2, cost: 101.01 }])).toEqual({
    value: 3_512_350n + 596_200n + 10_101n,
    cost: 4_110_101n,
    dayChange: 12_350n,
    unpriced: 1,
    worst: { state: 'close', at: at(10), index: 1 },
  })
})

test('of the worst state the oldest price counts', () => {
  const older = { ...infy, at: at(8) }
  expect(valueHoldings([tcs, infy, older]).worst).toEqual({ state: 'close', at: at(8), index: 2 })
  expect(valueHoldings([infy, { ...tcs, state: 'stale', at: at(11) }, older]).worst).toMatchObject({ index: 1 })
})

test('without holdings there is nothing, and without two prices no change of the day', () => {
  const nothing = { dayChange: undefined, unpriced: 0, worst: undefined }
  expect(valueHoldings([])).toEqual({ value: 0n, cost: 0n, ...nothing })
  expect(valueHoldings([infy]).dayChange).toBeUndefined()
})

describe('the change of the day', () => {
  const priced = { quantity: 15, cost: 0, price: '243.75', previousClose: '246.5', at: '2026-11-25T10:00:00.000Z' }
  const bought = (day: string, quantity = 5, cost = 1230) => ({ ...priced, recent: [{ day, quantity, cost }] })
  test.each([
    ['without purchases', priced, -4125n],
    ['bought the day before', bought('2026-11-24'), -4125n],
    ['5 bought for 1,230 on the day', bought('2026-11-25'), -2750n - 1125n],
    ['all bought on the day', bought('2026-11-25', 15, 3700), -4375n],
    ['5 bought after the close', bought('2026-11-26'), -2750n],
    ['all bought after the close', bought('2026-11-26', 15), undefined],
    ['bought after midnight in India', { ...bought('2026-11-26', 15, 3600), at: '2026-11-25T18:31:00.000Z' }, 5625n],
  ])('%s', (_, holding, change) => expect(dayChangeOf(holding)).toBe(change))

  test('is that of the other holdings if one was bought later', () => {
    expect(valueHoldings([priced, bought('2026-11-26', 15)]).dayChange).toBe(-4125n)
  })
})
