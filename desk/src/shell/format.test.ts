import { expect, test } from 'vitest'
import { priceText, quantityText, typedDecimal } from './format.ts'

test('a quantity has as many places as it needs, in Indian grouping', () => {
  expect(quantityText(1234567.5)).toBe('12,34,567.5')
  expect(quantityText('0.00000001')).toBe('0.00000001')
  expect(quantityText(0.00000001)).toBe('0.00000001')
  expect(quantityText(100)).toBe('100')
})

test('a price has paise, and more places where it has them', () => {
  expect(priceText(2500)).toBe('₹2,500.00')
  expect(priceText(84.0525)).toBe('₹84.0525')
  expect(priceText('123456.5')).toBe('₹1,23,456.50')
})

test('a number of the server is typed as people write it', () => {
  expect([0.0000001, 1234567.5, 10].map(typedDecimal)).toEqual(['0.0000001', '1234567.5', '10'])
})
