import { walletTexts } from '@sauda/contract/money/wallet'
import { expect, test } from 'vitest'
import { decisionText, infoOf, statusLabel } from './transaction.ts'

test.each([
  ['pending', 'added', 'PENDING', 'Your transaction is in processing please wait.'],
  ['pending', 'withdrawal', 'PENDING', 'Your transaction is in processing please wait.'],
  ['approved', 'added', 'SUCCESS', 'Funds added successfully to your wallet.'],
  ['approved', 'withdrawal', 'SUCCESS', 'Withdrawal completed successfully.'],
  ['rejected', 'added', 'FAILED', 'Your transaction did not go through. Please try again.'],
  ['rejected', 'withdrawal', 'FAILED', 'Your transaction did not go through. Please try again.'],
] as const)('Wallet transaction status: %s (%s)', (status, type, label, sentence) => {
  expect(statusLabel({ status })).toBe(label)
  expect(infoOf({ status, type, amount: 5500 })).toBe(sentence)
})

test.each([
  ['approved', 'added', '₹5,500.00 added to your wallet'],
  ['approved', 'withdrawal', '₹5,500.00 paid to your bank account'],
  ['rejected', 'added', 'Deposit of ₹5,500.00 rejected'],
  ['rejected', 'withdrawal', 'Withdrawal of ₹5,500.00 rejected; the money is back in your balance'],
  ['pending', 'added', undefined],
] as const)('the decision %s of a request of type %s reads: %s', (status, type, text) => {
  expect(decisionText({ status, type, amount: 5500 })).toBe(text)
})

test('money that paid dues is not said to be in the balance', () => {
  const request = { type: 'withdrawal', status: 'rejected', amount: 500, paidDues: 200 } as const
  const parts = '₹200.00 paid your dues for executed trades, ₹300.00 is in your balance'
  expect(decisionText(request)).toBe(`Withdrawal of ₹500.00 rejected; ${parts}`)
  expect(decisionText({ ...request, paidDues: 500 })).toBe(
    'Withdrawal of ₹500.00 rejected; ₹500.00 paid your dues for executed trades',
  )
  const cancelled = { ...request, reason: walletTexts.cancelReason }
  expect(decisionText(cancelled)).toBe(`Withdrawal of ₹500.00 cancelled; ${parts}`)
  expect(statusLabel(cancelled)).toBe('CANCELLED')
  expect(infoOf(cancelled)).toBe(`You cancelled it; ${parts}.`)
  expect(decisionText({ type: 'added', status: 'approved', amount: 500, paidDues: 200 })).toBe(
    `₹500.00 added to your wallet; ${parts}`,
  )
  const reversed = { on: '2026-11-24', bookedAt: '2026-11-25T10:00:00Z', amount: 500, paidDues: 200, reason: 'Closed' }
  expect(infoOf({ ...request, status: 'approved', reversed })).toBe(
    `The bank returned ₹500.00 on 24 Nov 2026; ${parts}.`,
  )
})
