import { expect, test } from 'vitest'
import { isPayable, proofOf, statusWords } from './charge-words.ts'

test.each([
  ['PENDING', 'PENDING', true],
  ['PAID', 'Payment Submitted - Awaiting Approval', false],
  ['APPROVED', 'Payment Approved', false],
  ['REJECTED', 'Payment Rejected', true],
] as const)('Charge status: %s reads %s', (status, words, payable) => {
  expect(statusWords[status].words).toBe(words)
  expect(isPayable({ status })).toBe(payable)
})

test('transaction ID is trimmed; remarks default to Payment made via UPI when empty', () => {
  expect(proofOf(' 123456789012 ', '  ')).toEqual({
    transactionId: '123456789012',
    remarks: 'Payment made via UPI',
  })
  expect(proofOf('1', ' from my wife’s phone ').remarks).toBe('from my wife’s phone')
})
