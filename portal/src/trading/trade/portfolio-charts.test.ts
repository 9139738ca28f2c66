import { expect, test } from 'vitest'
import { allocationOf } from './portfolio-charts.tsx'

test('shares of the invested amount by stock, the largest first', () => {
  expect(
    allocationOf([
      { stockName: 'TCS', cost: 2500 },
      { stockName: 'RELIANCE', cost: 5000.5 },
      { stockName: 'USD/INR', cost: 2499.5 },
    ]),
  ).toEqual([
    { name: 'RELIANCE', cost: 500_050n, share: 5001n, before: 0n },
    { name: 'TCS', cost: 250_000n, share: 2500n, before: 5001n },
    { name: 'USD/INR', cost: 249_950n, share: 2500n, before: 7501n },
  ])
})

test('combines the smallest stocks from the sixth on', () => {
  const holdings = [700, 600, 500, 400, 300, 200, 100].map((cost, index) => ({ stockName: `S${index}`, cost }))
  const slices = allocationOf(holdings)
  expect(slices).toHaveLength(6)
  expect(slices.at(-1)).toMatchObject({ name: '2 others', cost: 30_000n, share: 1071n })
  expect(allocationOf(holdings.slice(0, 6)).at(-1)).toMatchObject({ name: 'S5' })
})

test('has no slices when nothing is invested', () => {
  expect(allocationOf([])).toEqual([])
  expect(allocationOf([{ stockName: 'TCS', cost: 0 }])).toEqual([])
})
