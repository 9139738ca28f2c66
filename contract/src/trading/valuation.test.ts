import { expect, test } from 'vitest'
import { valueHoldings, type PricedHolding } from './valuation.ts'

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
