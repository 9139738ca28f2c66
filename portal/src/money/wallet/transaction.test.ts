import { expect, test } from 'vitest'
import { statusLabel } from './status.ts'
import { decisionText, infoOf } from './transaction.ts'

test.each([
  ['pending', 'added', 'PENDING', 'Your transaction is in processing please wait.'],
  ['pending', 'withdrawal', 'PENDING', 'Your transaction is in processing please wait.'],
  ['approved', 'added', 'SUCCESS', 'Funds added successfully to your wallet.'],
  ['approved', 'withdrawal', 'SUCCESS', 'Withdrawal completed successfully.'],
  ['rejected', 'added', 'FAILED', 'Your transaction did not go through. Please try again.'],
  ['rejected', 'withdrawal', 'FAILED', 'Your transaction did not go through. Please try again.'],
] as const)('Wallet transaction status: %s (%s)', (status, type, label, sentence) => {
  expect(statusLabel({ status })).toBe(label)
  expect(infoOf({ status, type })).toBe(sentence)
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
