import type { WalletTransaction } from '@sauda/contract/wallet'
import { expect, test } from 'vitest'
import { transactionPage } from './wallet.api.ts'

const row = { _id: '1', amount: 100 } as WalletTransaction

test('accepts an array of transactions or an object with a transactions array', () => {
  expect(transactionPage([row])).toEqual({ transactions: [row], total: 1 })
  expect(transactionPage({ transactions: [row], total: 7 })).toEqual({ transactions: [row], total: 7 })
})
