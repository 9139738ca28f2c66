import { parseRupees } from '@sauda/contract/platform/amount-text'
import { expect, test } from 'vitest'
import { amountText, groupedNumber, plusRupees, typedNumber } from './amount-field.tsx'

/** What a field of two decimals shows and means after each change. */
function after(changes: readonly [typed: string, isKey: boolean][]) {
  let before = ''
  let text = ''
  for (const [typed, isKey] of changes) ({ text, shown: before } = typedNumber(typed, before, isKey, 2))
  return { text, shown: before }
}
/** Each character is typed at the end of what the field shows. */
function typing(text: string, from = '') {
  let state = { text: '', shown: from }
  for (const character of text) state = typedNumber(state.shown + character, state.shown, true, 2)
  return state
}

test.each([
  ['1200', '1200', '1,200'],
  ['1,200', '1200', '1,200'],
  ['120000.50', '120000.50', '1,20,000.50'],
  ['1500,50', '1500.50', '1500,50'],
  ['1,50', '1.50', '1,50'],
  ['1,5000', '15000', '15,000'],
  ['0.', '0', '0.'],
  ['.5', '0.5', '.5'],
  ['007', '7', '7'],
  ['१५००', '1500', '१५००'],
  ['-500', '-500', '-500'],
  ['1500.505', '1500.505', '1,500.505'],
])('typed %j means %s and is shown as %s', (typed, text, shown) => expect(typing(typed)).toEqual({ text, shown }))

test('the grouping of the field is not read as a comma that was typed', () => {
  const deleted = after([
    ['1500', false],
    ['1,50', true],
  ])
  expect(deleted).toEqual({ text: '150', shown: '150' })
  expect(typing('0', '1,500')).toEqual({ text: '15000', shown: '15,000' })
  const pasted = after([
    ['1500', false],
    ['1,50', false],
  ])
  expect(pasted.text).toBe('1.50')
  const inTheMiddle = after([
    ['1500', false],
    ['1,2500', true],
  ])
  expect(inTheMiddle).toEqual({ text: '12500', shown: '12,500' })
})

test.each(['abc', '-500', '12.345', '1,500,50', '15,00,50', '1.500', '99999999999999999'])(
  'what is not clear stays as it was pasted, and is below every limit: %j',
  (pasted) => {
    const { text } = typedNumber(pasted, '', false, 2)
    expect(text).toBe(pasted)
    expect(parseRupees(text)).toBe(-1n)
  },
)

test.each([
  ['', 0n],
  ['100', 10_000n],
  ['99.9', 9990n],
  ['0.', 0n],
  ['0.01', 1n],
  ['Rs. 1,500', 150_000n],
  ['9999999999.99', 999_999_999_999n],
])('%j is %s paise', (text, paise) => {
  expect(parseRupees(text)).toBe(paise)
})

test('a number is grouped in lakh and crore', () => {
  expect(
    ['', '999.50', '1000', '1000.', '100000.5', '9999999999.99', '1234567.12345678', '12a'].map(groupedNumber),
  ).toEqual(['', '999.50', '1,000', '1,000.', '1,00,000.5', '9,99,99,99,999.99', '12,34,567.12345678', '12a'])
})

test('quick-add buttons add 500, 1000, 5000 and 10000 (they accumulate)', () => {
  expect([500, 1000, 5000, 10_000, 500].reduce(plusRupees, '')).toBe('17000')
  expect(plusRupees('99.50', 500)).toBe('599.50')
  expect(plusRupees('abc', 500)).toBe('500')
})

test('an amount is written as a person would type it', () => {
  expect(amountText(120_050n)).toBe('1200.50')
  expect(amountText(120_000n)).toBe('1200')
})
