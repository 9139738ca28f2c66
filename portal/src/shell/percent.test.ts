import { expect, test } from 'vitest'
import { basisPointsOf, percentText, plainPercent, shareOf } from './percent.ts'

test.each([
  ['₹1,234.50 of ₹10,000.00', 123_450n, 1_000_000n, 1235n, '+12.35%'],
  ['a loss of ₹0.50 of ₹100.00', -50n, 10_000n, -50n, '−0.50%'],
  ['a loss of ₹12,345.67 of ₹3,00,000.00', -1_234_567n, 30_000_000n, -412n, '−4.12%'],
  ['a gain too small to show', 1n, 10_000_000n, 0n, '0.00%'],
  ['half of a hundredth rounds away from zero', -5n, 100_000n, -1n, '−0.01%'],
  ['a doubling', 10_000n, 10_000n, 10_000n, '+100.00%'],
  ['a whole of zero', 500n, 0n, 0n, '0.00%'],
])('profit and loss percent is relative to cost: %s', (_, part, whole, basisPoints, text) => {
  expect(basisPointsOf(part, whole)).toBe(basisPoints)
  expect(percentText(basisPoints)).toBe(text)
})

test('plainPercent has no sign', () => {
  expect(plainPercent(basisPointsOf(25n, 30n))).toBe('83.33%')
})

test.each([
  [1_000_000n, 250n, 25_000n],
  [1_000_000n, -700n, -70_000n],
  [333n, 1500n, 50n],
  [333n, -1500n, -50n],
])('shareOf(%s, %s) is %s', (whole, basisPoints, part) => {
  expect(shareOf(whole, basisPoints)).toBe(part)
})
