import { expect, test } from 'vitest'
import { amountBetween } from './counted-money.tsx'

test('counts from the first amount to exactly the last, within both', () => {
  const [first, last] = [99_99_99_999_12n, 99_99_99_999_13n + 17_000_50n]
  const counted = [-0.1, 0, 0.2, 0.5, 0.9, 1, 1.3].map((part) => amountBetween(first, last, part))
  expect(counted.slice(0, 2)).toEqual([first, first])
  expect(counted.slice(5)).toEqual([last, last])
  expect(counted.toSorted((a, b) => Number(a - b))).toEqual(counted)
  expect(amountBetween(500_00n, 0n, 0.5)).toBe(62_50n)
})
