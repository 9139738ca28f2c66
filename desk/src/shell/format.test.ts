import { expect, test } from 'vitest'
import { afterwards, priceText, quantityText, typedDecimal } from './format.ts'

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

test('after a decision its summary says what has happened', () => {
  const verified = 'Asha will be marked Verified and notified by e-mail.'
  expect(afterwards(verified)).toBe('Asha has been marked Verified and notified by e-mail.')
  const credited = '₹5,000.00 will be credited to Asha’s wallet, and Asha notified by e-mail.'
  expect(afterwards(credited)).toBe('₹5,000.00 has been credited to Asha’s wallet, and Asha notified by e-mail.')
  expect(afterwards('The charge becomes payable again. Asha will get the reason by e-mail.')).toBe(
    'The charge is payable again. Asha has been sent the reason by e-mail.',
  )
  const first = 'This records your first approval. ₹5,000.00 will be credited once a second operator approves it too.'
  expect(afterwards(first)).toBe(first)
  expect(afterwards('TRD1 will be reversed. Asha will see this reason: “It will be booked again”')).toBe(
    'TRD1 has been reversed. Asha will see this reason: “It will be booked again”',
  )
})

test('a number of the server is typed as people write it', () => {
  expect([0.0000001, 1234567.5, 10].map(typedDecimal)).toEqual(['0.0000001', '1234567.5', '10'])
})
