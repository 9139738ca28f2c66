import { expect, test } from 'vitest'
import { moneyParts } from './money-text.ts'

const written = (amount: bigint | string) => {
  const { negative, rupees, paise } = moneyParts(amount)
  return `${negative ? '-' : ''}${rupees}.${paise}`
}

test('rupees are grouped the Indian way and paise always have two digits', () => {
  expect(written('0')).toBe('0.00')
  expect(written('999.5')).toBe('999.50')
  expect(written('1000')).toBe('1,000.00')
  expect(written('123456.00')).toBe('1,23,456.00')
  expect(written('12345678901234.99')).toBe('1,23,45,67,89,01,234.99')
})

test('paise are exact at any size', () => {
  expect(written(5n)).toBe('0.05')
  expect(written(-123456700n)).toBe('-12,34,567.00')
  expect(written(90071992547409931n)).toBe('90,07,19,92,54,74,099.31')
})

test('a negative zero has no sign', () => {
  expect(written('-0.00')).toBe('0.00')
  expect(written('-0.01')).toBe('-0.01')
})

test('what is not an amount is refused', () => {
  for (const wrong of ['', '1,000', '1e3', '1.234', '₹5', 'NaN', '--1']) {
    expect(() => moneyParts(wrong)).toThrow(RangeError)
  }
})
