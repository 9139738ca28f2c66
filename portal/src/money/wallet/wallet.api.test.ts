import { expect, test } from 'vitest'
import { figuresOf, transactionPage, walletOf } from './wallet.api.ts'

test('a wallet of the four specified figures: all of the balance is withdrawable, nothing is on hold', () => {
  const wallet = { balance: 1234.5, investedAmount: 100, cashback: 0, loanAmount: 500 }
  expect(walletOf(wallet)).toEqual({ ...wallet, withdrawable: 1234.5, withheld: 0 })
  expect(walletOf({ ...wallet, withdrawable: 1000, withheld: 20 })).toMatchObject({ withdrawable: 1000, withheld: 20 })
})

test('`amount` is read where there is no balance', () => {
  expect(walletOf({ amount: 75 }).balance).toBe(75)
  expect(walletOf(null).balance).toBe(0)
})

const row = { _id: '019f4c3e', transactionId: 'ADD100001', createdAt: '2026-11-20', amount: 500, status: 'approved' }

test.each([
  ['added', 'added'],
  ['withdrawal', 'withdrawal'],
  ['withdraw', 'withdrawal'],
  ['debit', 'withdrawal'],
])('a transaction of type %s is shown as %s', (type, shown) => {
  expect(transactionPage([{ ...row, type }]).transactions).toEqual([{ ...row, type: shown }])
})

test('a list of transactions is an array or in an object, with or without its total', () => {
  const all = [{ ...row, type: 'added' as const }]
  expect(transactionPage(all)).toEqual({ transactions: all, total: 1 })
  expect(transactionPage({ transactions: all })).toEqual({ transactions: all, total: 1 })
  expect(transactionPage({ transactions: all, total: 60 })).toEqual({ transactions: all, total: 60 })
  expect(transactionPage(null)).toEqual({ transactions: [], total: 0 })
})

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
