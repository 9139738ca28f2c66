import { expect, test } from 'vitest'
import { givenDecimal, givenRupees } from './given.ts'

test('a number has at most 15 digits, eight of them after the point', () => {
  const numbers = [100 / 3, 1234567891234567 / 1e7, 1e-9, '83.1275', null, 'soon', Number.NaN, 1e9]
  expect(numbers.map(givenDecimal)).toEqual([33.33333333, 123456789.123457, 0, 83.1275, 0, 0, 0, 1e9])
})

test('an amount has two decimals', () => {
  expect([0.1 + 0.2, 1234.565, -83.1, undefined].map(givenRupees)).toEqual([0.3, 1234.57, -83.1, 0])
})
