import { expect, test } from 'vitest'
import { readNumber } from './amount-text.ts'

test.each([
  ['1500', '1500'],
  ['1,500', '1500'],
  ['1,50,000.5', '150000.5'],
  ['1,500,000', '1500000'],
  ['1500,50', '1500.50'],
  ['1500,5', '1500.5'],
  ['1,50', '1.50'],
  ['1.500,50', '1500.50'],
  ['1 500,50', '1500.50'],
  ['1\u202F500,50', '1500.50'],
  ['1’500.50', '1500.50'],
  ['1.500.000', '1500000'],
  ['Rs. 1,500', '1500'],
  ['Rs.500', '500'],
  ['INR 2,500.00', '2500.00'],
  ['₹\u00A01,500/-', '1500'],
  ['1,500 rupees only', '1500'],
  ['रु. १,५००', '1500'],
  ['௧௫௦௦', '1500'],
  ['1500.', '1500'],
  ['1500,', '1500'],
  ['.5', '0.5'],
  ['007', '7'],
  ['0', '0'],
  [' \u200B', ''],
])('reads %j as %s', (text, number) => expect(readNumber(text)).toBe(number))

test.each([
  '-500',
  '−500',
  '(500)',
  '500-',
  '500 Dr',
  '1.500',
  '12.345',
  '1,5000',
  '15,00,50',
  '1,500,50',
  '1.2.3',
  '1,2,3',
  '1 5',
  '0,500',
  '1e5',
  '1.5 lakh',
  '5k',
  '$500',
  'abc',
  '.',
  ',',
  'Rs .50',
  '1500.5.',
  '1234567890123456',
])('rejects %j instead of reading another number', (text) => expect(readNumber(text)).toBeUndefined())

test('reads as many decimals as the field has', () => {
  expect(readNumber('1,23,456.12345678', 8)).toBe('123456.12345678')
  expect(readNumber('12,5', 8)).toBe('12.5')
  expect(readNumber('12,345', 8)).toBe('12345')
  expect(readNumber('12', 0)).toBe('12')
  expect(readNumber('1,500', 0)).toBe('1500')
  expect(readNumber('1.5', 0)).toBeUndefined()
  expect(readNumber('1,5', 0)).toBeUndefined()
})
