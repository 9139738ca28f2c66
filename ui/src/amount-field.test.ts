import { parseRupees } from '@sauda/contract/platform/money'
import { expect, test } from 'vitest'
import { amountText, groupedAmount, groupedPrice, plusRupees, typedAmount, typedPrice } from './amount-field.tsx'

test.each([
  ['1200', '1200'],
  ['1,20,000.50', '120000.50'],
  ['₹ 500', '500'],
  ['12.345', '12.34'],
  ['1.2.3', '1.2'],
  ['-500', '500'],
  ['1e5', '15'],
  ['007', '7'],
  ['0', '0'],
  ['.5', '0.5'],
  ['.', '0.'],
  ['99999999999999', '9999999999'],
  ['', ''],
  ['abc', ''],
  ['१,२३४.५०', '1234.50'],
])('amount: digits and at most two decimals: %j becomes %j', (typed, shown) => {
  expect(typedAmount(typed)).toBe(shown)
})

test.each([
  ['', 0n],
  ['100', 10_000n],
  ['99.9', 9990n],
  ['0.', 0n],
  ['0.01', 1n],
  ['9999999999.99', 999_999_999_999n],
])('%j is %s paise', (text, paise) => {
  expect(parseRupees(text)).toBe(paise)
})

test('a typed amount is grouped in lakh and crore', () => {
  expect(['', '999.50', '1000', '1000.', '100000.5', '9999999999.99'].map(groupedAmount)).toEqual([
    '',
    '999.50',
    '1,000',
    '1,000.',
    '1,00,000.5',
    '9,99,99,99,999.99',
  ])
  expect(typedAmount('9,99,99,99,999.99')).toBe('9999999999.99')
})

test('a price keeps every decimal, and text that is no number', () => {
  const shown = ['', '2945.30', '123456.12345678', '12a', '-5', '1,23,4567'].map((text) =>
    groupedPrice(typedPrice(text)),
  )
  expect(shown).toEqual(['', '2,945.30', '1,23,456.12345678', '12a', '-5', '12,34,567'])
  expect(typedPrice('1,23,456.50')).toBe('123456.50')
})

test('quick-add buttons add 500, 1000, 5000 and 10000 (they accumulate)', () => {
  expect([500, 1000, 5000, 10_000, 500].reduce(plusRupees, '')).toBe('17000')
  expect(plusRupees('99.50', 500)).toBe('599.50')
})

test('an amount is written as a person would type it', () => {
  expect(amountText(120_050n)).toBe('1200.50')
  expect(amountText(120_000n)).toBe('1200')
})
