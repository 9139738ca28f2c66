import { expect, test } from 'vitest'
import { mobileTyped, registrationResolver, type RegistrationForm } from './registration.ts'

const filled: RegistrationForm = {
  name: 'Asha Rao',
  email: 'asha@example.in',
  mobile: '9876543210',
  password: 'Lotus-Pond-7',
  confirmPassword: 'Lotus-Pond-7',
  executiveName: 'Ravi',
  referralId: '',
  terms: true,
}
async function faults(change: Partial<RegistrationForm>): Promise<Record<string, string | undefined>> {
  const options = { fields: {}, shouldUseNativeValidation: false }
  const { errors } = await registrationResolver({ ...filled, ...change }, undefined, options)
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, (error as Error).message]))
}

test('a whole form has no fault', async () => {
  expect(await faults({})).toEqual({})
})

test.each([
  [{ name: 'Asha 2' }, { name: 'Full name can contain letters and spaces only' }],
  [{ email: 'asha' }, { email: 'Please enter a valid email address' }],
  [{ mobile: '98765' }, { mobile: 'Mobile number must have at least 10 digits' }],
  [{ confirmPassword: 'Lotus' }, { confirmPassword: 'Passwords do not match' }],
  [{ executiveName: ' ' }, { executiveName: 'Please enter the executive name' }],
  [{ terms: false }, { terms: 'Please accept the terms to create an account' }],
  [{ password: 'short', confirmPassword: 'short' }, { password: 'Password must be at least 8 characters long' }],
])('%o', async (change, expected) => {
  expect(await faults(change)).toEqual(expected)
})

test.each([
  ['+91 98765-43210', '919876543210'],
  ['0091 98765 43210', '919876543210'],
  ['98765 43210', '9876543210'],
  ['98765432101234', '987654321012'],
])('the mobile number %s is %s', (written, digits) => {
  expect(mobileTyped(written)).toBe(digits)
})
