import { expect, test } from 'vitest'
import { figuresOf } from './figures.ts'

const wallet = { balance: 0.1, investedAmount: 50, cashback: 12.5, loanAmount: 0.2, withheld: 300, withdrawable: 0.1 }

test('Total Amount and Available funds both equal balance + loanAmount, to the paisa', () => {
  expect(figuresOf(wallet).total).toBe(30n)
})

test('borrowed money is not withdrawable', () => {
  expect(figuresOf(wallet)).toMatchObject({ loan: 20n, withdrawable: 10n, withheld: 30_000n, cashback: 1250n })
})

test('Portfolio-page wallet fetch failure sets wallet amount to 0', () => {
  expect(figuresOf(undefined)).toEqual({ total: 0n, loan: 0n, withdrawable: 0n, withheld: 0n, cashback: 0n })
})
