import { expect, test } from 'vitest'
import { addFault, canAdd, withdrawFault } from './fund-rules.ts'

test.each([
  [0n, undefined, false],
  [1n, 'Please enter a valid amount (minimum is ₹100)', false],
  [9999n, 'Please enter a valid amount (minimum is ₹100)', false],
  [10_000n, undefined, true],
])('Add fund: amount at least 100: %s paise', (paise, sentence, may) => {
  expect(addFault(paise)).toBe(sentence)
  expect(canAdd(paise)).toBe(may)
})

test.each([
  [0n, 50_000n, 'Minimum withdraw amount is ₹100'],
  [9999n, 50_000n, 'Minimum withdraw amount is ₹100'],
  [10_000n, 50_000n, undefined],
  [50_000n, 50_000n, undefined],
  [50_001n, 50_000n, 'Insufficient balance for withdrawal'],
  [50_001n, undefined, undefined],
])('Withdraw: at least 100, not above the balance: %s of %s paise', (paise, withdrawable, sentence) => {
  expect(withdrawFault(paise, withdrawable)).toBe(sentence)
})
