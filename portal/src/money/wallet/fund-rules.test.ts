import { expect, test } from 'vitest'
import { addError, canAdd, withdrawError } from './fund-rules.ts'

test.each([
  ['', undefined],
  ['0', 'Please enter a valid amount (minimum is ₹100)'],
  ['0.00', 'Please enter a valid amount (minimum is ₹100)'],
  ['99.99', 'Please enter a valid amount (minimum is ₹100)'],
  ['100', undefined],
])('Add fund: amount at least 100: %j', (text, message) => {
  expect(addError(text)).toBe(message)
})

test.each([
  [0n, false],
  [9999n, false],
  [10_000n, true],
])('Add Fund is enabled from ₹100: %s paise', (paise, allowed) => {
  expect(canAdd(paise)).toBe(allowed)
})

test.each([
  [0n, 50_000n, 'Minimum withdraw amount is ₹100'],
  [9999n, 50_000n, 'Minimum withdraw amount is ₹100'],
  [10_000n, 50_000n, undefined],
  [50_000n, 50_000n, undefined],
  [50_001n, 50_000n, 'Insufficient balance for withdrawal'],
  [50_001n, undefined, undefined],
])('Withdraw: at least 100, not above the balance: %s of %s paise', (paise, withdrawable, message) => {
  expect(withdrawError(paise, withdrawable)).toBe(message)
})
