import { commonPasswordsOf } from '@sauda/contract/core/password'
import { passwordRules } from '@sauda/web/password-rules'
import { expect, test } from 'vitest'
import { blockedToast, mobileTyped, registrationErrors, type RegistrationForm } from './create-account.tsx'

const filled: RegistrationForm = {
  name: 'Asha Rao',
  email: 'asha@example.in',
  mobile: '9876543210',
  password: 'Lotus-Pond-7',
  confirmPassword: 'Lotus-Pond-7',
  executiveName: 'Self',
  referralId: '',
  terms: true,
}
const errorsOf = (change: Partial<RegistrationForm>, brandName = '', list: readonly string[] = []) =>
  registrationErrors({ ...filled, ...change }, passwordRules(brandName, 'chosen', commonPasswordsOf(list)))

test('a complete form has no errors, and Executive Name accepts Self', () => {
  expect(errorsOf({})).toEqual({})
})

test.each([
  [{ name: 'Asha 2' }, { name: 'Full name can contain letters and spaces only' }],
  [{ email: 'asha' }, { email: 'Please enter a valid email address' }],
  [{ mobile: '98765' }, { mobile: 'Mobile number must have at least 10 digits' }],
  [{ confirmPassword: 'Lotus' }, { confirmPassword: 'Passwords do not match' }],
  [{ executiveName: ' ' }, { executiveName: 'Please enter the executive name' }],
  [{ terms: false }, { terms: 'Please accept the terms to create an account' }],
  [{ password: 'short', confirmPassword: 'short' }, { password: 'Password must be at least 8 characters long' }],
])('%o', (change, expected) => {
  expect(errorsOf(change)).toEqual(expected)
})

test('a password the server would call common is an error before it is sent', () => {
  for (const password of ['Mumbai#400001', 'P@ssw0rd#2026', 'Sauda@2026'])
    expect(errorsOf({ password, confirmPassword: password })).toEqual({
      password: 'Password must not be a common word or pattern',
    })
  expect(errorsOf({ password: 'Zenith@2026', confirmPassword: 'Zenith@2026' }, 'Zenith')).toEqual({
    password: 'Password must not be a common word or pattern',
  })
})

test('a password on the list of common ones is an error before it is sent, once the list is loaded', () => {
  const typed = { password: 'Butterfly#1', confirmPassword: 'Butterfly#1' }
  expect(errorsOf(typed)).toEqual({})
  expect(errorsOf(typed, '', ['butterfly'])).toEqual({ password: 'Password must not be a common word or pattern' })
})

test('a submit blocked by the passwords shows a toast', () => {
  expect(blockedToast(errorsOf({ password: 'short' }))).toBe('Please fix password requirements')
  expect(blockedToast(errorsOf({ confirmPassword: 'Lotus' }))).toBe('Passwords do not match')
  expect(blockedToast(errorsOf({ name: '' }))).toBeUndefined()
})

test.each([
  ['+91 98765-43210', '9876543210'],
  ['+91 (0) 98111 43210', '9811143210'],
  ['0091 98765 43210', '9876543210'],
  ['98765 43210', '9876543210'],
  ['९८७६५ ४३२१०', '9876543210'],
  ['+44 20 7946 0958', '442079460958'],
])('the mobile number %s is %s', (written, digits) => {
  expect(mobileTyped(written)).toBe(digits)
  expect(errorsOf({ mobile: mobileTyped(written) }).mobile).toBeUndefined()
})

test('a mobile number that is too long is rejected, not cut', () => {
  expect(errorsOf({ mobile: mobileTyped('98765432101234') }).mobile).toBe('Mobile number must have at most 12 digits')
})
