import { expect, test } from 'vitest'
import { formatRupees, paiseOf } from './money.ts'

test.each([
  [0n, '₹0.00'],
  [5n, '₹0.05'],
  [99_950n, '₹999.50'],
  [100_000n, '₹1,000.00'],
  [12_345_600n, '₹1,23,456.00'],
  [-123_456_700n, '−₹12,34,567.00'],
  [-1n, '−₹0.01'],
  [90_071_992_547_409_931n, '₹90,07,19,92,54,74,099.31'],
])('rupees are grouped the Indian way, with two decimals, exact at any size: %s', (paise, written) => {
  expect(formatRupees(paise)).toBe(written)
})

test.each([
  [1234.5, 123_450n],
  [0.07, 7n],
  [-300.2, -30_020n],
  [-0.5, -50n],
  [0, 0n],
  [-0, 0n],
  [70_000_000_000.07, 7_000_000_000_007n],
  // Added as binary fractions.
  [847.46 + 847.46 + 377.22, 207_214n],
  [0.3 - 0.1, 20n],
])('%s rupees on the wire are %s paise', (rupees, paise) => expect(paiseOf(rupees)).toBe(paise))
