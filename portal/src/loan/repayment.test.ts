import { expect, test } from 'vitest'
import { repayable, repaymentFault } from './repayment.ts'

test('the next instalment, the whole, and what paying off today saves', () => {
  const loan = { payoff: 10_050.5, outstanding: 10_600, next: { dueDate: '2026-12-05', amount: 888.49 } }
  expect(repayable(loan)).toEqual({ next: 88_849n, whole: 1_005_050n, saved: 54_950n })
})

test('an instalment that is all there is left is not offered beside the whole', () => {
  expect(
    repayable({ payoff: 880, outstanding: 888.49, next: { dueDate: '2026-12-05', amount: 888.49 } }).next,
  ).toBeUndefined()
})

test('Repay: above 0, at most what closes the loan', () => {
  expect(repaymentFault(0n, 100n)).toBe('Enter an amount above ₹0')
  expect(repaymentFault(101n, 100n)).toBe('This is more than you owe on this loan')
  expect(repaymentFault(100n, 100n)).toBeUndefined()
})
