import { describe, expect, test } from 'vitest'
import {
  decimalNumber,
  decimalOf,
  decimalText,
  formatPrice,
  formatQuantity,
  moneyOf,
  shareOf,
  splitBy,
} from './decimal.ts'

describe('a price or quantity', () => {
  test.each([
    ['2500.5', 250_050_000_000n],
    [2500.5, 250_050_000_000n],
    [' 1 ', 100_000_000n],
    [1e-8, 1n],
    [1.5e-7, 15n],
    ['0.00000001', 1n],
    ['0', 0n],
    ['9999999999', 999_999_999_900_000_000n],
    ['12345678.00000000', 1_234_567_800_000_000n],
    ['1234567.12345678', 123_456_712_345_678n],
  ])('%s is read exactly', (written, decimal) => {
    expect(decimalOf(written)).toBe(decimal)
  })

  test.each([
    '',
    ' ',
    '-1',
    '+1',
    '.5',
    '1.',
    '1,000',
    '1e3',
    '0x1',
    'NaN',
    '१',
    '1.123456789',
    '12345678.12345678',
    '12345678901',
    1e21,
    1e-9,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ])('%s is invalid', (written) => {
    expect(decimalOf(written)).toBeUndefined()
  })

  test('comes back from the wire as it was sent, with whatever 15 digits', () => {
    for (let digits = 123_456_789_012_345n; digits > 0n; digits /= 7n) {
      for (const decimal of [digits, digits * 10n, digits + 1n].filter((one) => one < 10n ** 15n)) {
        expect(decimalOf(decimalText(decimal))).toBe(decimal)
        expect(decimalOf(JSON.parse(JSON.stringify(decimalNumber(decimal))))).toBe(decimal)
      }
    }
  })

  test('is displayed with all its decimals, a price with at least two', () => {
    expect([1_234_567_50000000n, 100_000_000n, 1n].map(formatQuantity)).toEqual(['12,34,567.5', '1', '0.00000001'])
    expect([250_050_000_000n, 8_405_250_000n, 100_000_00000000n].map(formatPrice)).toEqual([
      '₹2,500.50',
      '₹84.0525',
      '₹1,00,000.00',
    ])
  })
})

describe('money', () => {
  const exact = (text: string) => decimalOf(text) ?? 0n

  test.each([
    ['2500.5', '3', 750_150n],
    ['84.05', '0.5', 4203n],
    ['0.005', '1', 1n],
    ['0.00499999', '1', 0n],
    ['0.3', '0.33333333', 10n],
    ['9999999999', '9999999999', 9_999_999_998_000_000_000_100n],
  ])('at %s for %s is rounded half up to the paisa', (price, quantity, paise) => {
    expect(moneyOf(exact(price), exact(quantity))).toBe(paise)
    expect(moneyOf(exact(quantity), exact(price))).toBe(paise)
  })

  test('is shared by quantity, rounded half up, without changing the sum', () => {
    expect([
      shareOf(100n, 1n, 3n),
      shareOf(5n, 1n, 2n),
      shareOf(500_000n, 1n, 3n),
      shareOf(0n, 1n, 3n),
      shareOf(7n, 3n, 3n),
    ]).toEqual([33n, 3n, 166_667n, 0n, 7n])
  })

  test('is split by weights into parts that add up to it, also where every weight is 0', () => {
    expect([splitBy(100n, [1n, 1n, 1n]), splitBy(-5n, [1n, 1n]), splitBy(7n, [3n, 0n, 4n]), splitBy(9n, [])]).toEqual([
      [33n, 34n, 33n],
      [-2n, -3n],
      [3n, 0n, 4n],
      [],
    ])
    expect(splitBy(7n, [0n, 0n])).toEqual([0n, 0n])
  })
})
