import type { Trade } from '@sauda/contract/trading/trade'
import { expect, test } from 'vitest'
import { rowsByStock } from './positions-by-stock.ts'

const trade = (_id: string, stockName: string) => ({ _id, stockName }) as Trade
const holding = (stockName: string) => ({ stockName, quantity: 5, cost: 100, avgPrice: 20, loanPart: 0 })

test('groups several purchases of a stock under a row of its own, in the order of the latest purchase', () => {
  const [tcs, infy, tcsBefore] = [trade('3', 'TCS'), trade('2', 'INFY'), trade('1', 'TCS')]
  expect(rowsByStock([tcs, infy, tcsBefore], [holding('INFY'), holding('TCS')])).toEqual([
    { kind: 'stock', stockName: 'TCS', holding: holding('TCS'), ids: ['3', '1'] },
    { kind: 'purchase', position: tcs },
    { kind: 'purchase', position: tcsBefore },
    { kind: 'single', position: infy },
  ])
})

test('adds the purchases of a stock up where the portfolio does not have it', () => {
  const bought = (_id: string, quantity: number, cost: number) => ({
    ...trade(_id, 'TCS'),
    quantity,
    cost,
    loanPart: 5,
  })
  const [first] = rowsByStock([bought('2', 0.5, 50.25), bought('1', 1, 100)], [])
  const holding = { stockName: 'TCS', quantity: 1.5, cost: 150.25, avgPrice: 100.1667, loanPart: 10 }
  expect(first).toEqual({ kind: 'stock', stockName: 'TCS', holding, ids: ['2', '1'] })
  expect(rowsByStock([], [])).toEqual([])
})
