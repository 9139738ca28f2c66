import { expect, test } from 'vitest'
import { sortHoldings, type HoldingRow } from './holdings.tsx'

const row = (stockName: string, quantity: number, profit?: bigint): HoldingRow => ({
  stockName,
  quantity,
  cost: 100,
  avgPrice: 10,
  loanPart: 0,
  profit,
})
const rows = [row('TCS', 5, -200n), row('INFY', 20), row('WIPRO', 10, 300n)]
const sorted = (key: string, isDescending: boolean) =>
  sortHoldings(rows, key, isDescending).map(({ stockName }) => stockName)

test('holdings are sorted by any column, in both directions', () => {
  expect(sorted('stock', false)).toEqual(['INFY', 'TCS', 'WIPRO'])
  expect(sorted('quantity', true)).toEqual(['INFY', 'WIPRO', 'TCS'])
  expect(sorted('gain', true)).toEqual(['WIPRO', 'TCS', 'INFY'])
})

test('a holding without a price is the last in both directions', () => {
  expect(sorted('gain', false)).toEqual(['TCS', 'WIPRO', 'INFY'])
})
