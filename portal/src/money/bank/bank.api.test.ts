import { describe, expect, test } from 'vitest'
import { ApiError } from '@sauda/web/api-error'
import { bankError, saveError, typed } from './bank.api.ts'

describe('Bank form (settings)', () => {
  test.each([
    ['accountHolderName', '', 'Account holder name is required'],
    ['accountHolderName', '   ', 'Account holder name is required'],
    ['accountHolderName', 'Asha 2', 'Only letters, spaces, and dots allowed'],
    ['accountHolderName', 'A. P. J. Rao', undefined],
    ['accountHolderName', 'आशा राव', undefined],
    ['accountNumber', '', 'Account number is required'],
    ['accountNumber', '12345678', 'Account number should be 9-18 digits'],
    ['accountNumber', '123456789', undefined],
    ['accountNumber', '123456789012345678', undefined],
    ['accountNumber', '1234567890123456789', 'Account number should be 9-18 digits'],
    ['ifsc', '', 'IFSC code is required'],
    ['ifsc', 'HDFC1001234', 'Invalid IFSC code format'],
    ['ifsc', 'HDFC000123', 'Invalid IFSC code format'],
    ['ifsc', 'HDFC0001234', undefined],
  ] as const)('%s %j: %s', (field, value, sentence) => {
    expect(bankError(field, value)).toBe(sentence)
  })

  test('account number: non-digits stripped', () => {
    expect(typed.accountNumber('12 34-56a78 9')).toBe('123456789')
    expect(typed.accountNumber('१२३४५६७८९०१२')).toBe('123456789012')
  })
  test('IFSC: auto upper-cased; separators and labels go, and what is longer is rejected, not cut', () => {
    for (const text of [
      'hdfc0001234',
      'HDFC 0001234',
      'IFSC Code: HDFC-0001234',
      'HDFC०००१२३४',
      '\u200BHDFC\u00A00001234',
    ])
      expect(typed.ifsc(text)).toBe('HDFC0001234')
    expect(bankError('ifsc', typed.ifsc('hdfc0001234xyz'))).toBe('Invalid IFSC code format')
  })
})

test('a failed save claims that nothing changed only where that is known', () => {
  const unconfirmed = /Your details may have been saved; saving them again is safe\.$/
  for (const error of [new ApiError('timeout'), new ApiError('network'), new ApiError('response', 503)])
    expect(saveError(error)).toMatch(unconfirmed)
  expect(saveError(new ApiError('response', 409))).toBe('Your bank details were not changed. Please try again.')
  expect(saveError(new ApiError('response', 409, { message: 'Not now' }))).toBe('Not now')
})
