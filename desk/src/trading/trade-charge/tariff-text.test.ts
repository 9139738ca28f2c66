import { expect, test } from 'vitest'
import { tariffText } from './trade-charges.tsx'

test('a tariff shows its amounts in rupees and leaves percentages as they are', () => {
  expect(tariffText('20')).toBe('₹20.00')
  expect(tariffText('lower of 20 and 0.03 %')).toBe('lower of ₹20.00 and 0.03\u00a0%')
  expect(tariffText('0.25%; at least 0.01 a share')).toBe('0.25%; at least ₹0.01 a share')
  expect(tariffText('by value: 10; from 50000: 20')).toBe('by value: ₹10.00; from ₹50,000.00: ₹20.00')
})
