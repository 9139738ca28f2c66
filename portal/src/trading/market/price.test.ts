import { expect, test } from 'vitest'
import { asOf, changeOf, priceNumber } from './price.tsx'

test.each([
  ['101.25', '100', '+1.25%', false],
  ['98.5', '100', '−1.50%', true],
  ['100', '100', '+0.00%', false],
  ['100.005', '100', '+0.01%', false],
  ['0.07', '0.03', '+133.33%', false],
  ['90.2675', '90.1425', '+0.14%', false],
])('%s after %s is a change of %s', (price, before, text, isLoss) => {
  expect(changeOf(price, before)).toEqual({ text, isLoss })
})

test.each([
  [undefined, '100'],
  ['100', undefined],
  ['100', '0'],
])('the change from %s to %s is unknown', (price, before) => expect(changeOf(price, before)).toBeUndefined())

test('a price is dated with its time, and with its date if it is not from today', () => {
  const now = new Date('2026-11-05T16:00:00+05:30')
  expect(asOf('2026-11-05T09:59:00Z', now)).toBe('as of 3:29 pm')
  expect(asOf('2026-11-04T09:59:00Z', now)).toBe('as of 4 Nov, 3:29 pm')
})

test('a price is written exactly, with Indian grouping and at least two decimals', () => {
  expect(['2950.5', '1234567', '83.12345678', '999999999999.99'].map(priceNumber)).toEqual([
    '2,950.50',
    '12,34,567.00',
    '83.12345678',
    '9,99,99,99,99,999.99',
  ])
})
