import { describe, expect, test } from 'vitest'
import { authCalls } from './auth.ts'
import { passwordRequirements, registration } from './registration.ts'

const valid = {
  name: 'Asha Rao',
  email: 'asha@example.com',
  mobile: '9876543210',
  password: 'Quiet-River-27',
  executiveName: 'Meera',
  referralId: '',
}
const fault = (values: object) => {
  const parsed = registration.safeParse({ ...valid, ...values })
  return parsed.success ? undefined : parsed.error.issues[0]?.message
}

describe('registration', () => {
  test('accepts the specified fields and drops the rest', () => {
    expect(registration.parse({ ...valid, isDocsVerified: 'VERIFIED' })).toEqual(valid)
    const { referralId: _, ...without } = valid
    expect(registration.parse(without)).toEqual(valid)
  })

  test.each([
    ['Short-7', 'Password must be at least 8 characters long'],
    ['no-capital-27', 'Password must contain at least one uppercase letter'],
    ['No-Digit-Here', 'Password must contain at least one number'],
    ['NoSpecial27', 'Password must contain at least one special character'],
    ['No Special 27', 'Password must contain at least one special character'],
    ['Ñandú२७कि-', 'Password must contain at least one number'],
    ['Ñandúकि27', 'Password must contain at least one special character'],
    ['Under_score27', undefined],
    ['Ñandú-कि-27', undefined],
    ['Aa1-😀😀', 'Password must be at least 8 characters long'],
    ['Aa1-😀😀😀😀', undefined],
  ])('the password %s: %s', (password, message) => {
    expect(fault({ password })).toBe(message)
  })

  test('the rules shown under the field agree with the error', () => {
    expect(fault({ password: 'abc' })).toBe(passwordRequirements[0].message)
    const unmet = passwordRequirements.filter(({ pattern }) => !pattern.test('abc'))
    expect(unmet.map(({ message }) => message)).toEqual(passwordRequirements.map(({ message }) => message))
  })

  test.each([
    ['987654321', 'Mobile number must have at least 10 digits'],
    ['9876543210123', 'Mobile number must have at most 12 digits'],
    ['98765x43210', 'Mobile number can contain digits only'],
    ['919876543210', undefined],
  ])('the mobile number %s: %s', (mobile, message) => {
    expect(fault({ mobile })).toBe(message)
  })

  test.each([
    ['', 'Please enter your full name'],
    ['Asha2', 'Full name can contain letters and spaces only'],
    ["O'Brien", 'Full name can contain letters and spaces only'],
    ['आशा राव', undefined],
    ['José', undefined],
  ])('the name %s: %s', (name, message) => {
    expect(fault({ name })).toBe(message)
  })
})

test('a reset demands 8 characters only, counted as at registration', () => {
  const { body } = authCalls.resetPassword
  const reset = (newPassword: string) => body.safeParse({ email: 'a@example.com', otp: '123456', newPassword })
  expect(reset('sevenn7').error?.issues[0]?.message).toBe('Password must be at least 8 characters long')
  expect(reset('😀😀😀😀').error?.issues[0]?.message).toBe('Password must be at least 8 characters long')
  expect(reset('').error?.issues[0]?.message).toBe('Please fill in all password fields')
  expect(reset('eight888').success).toBe(true)
  expect(reset('x'.repeat(128)).success).toBe(true)
  expect(reset('x'.repeat(129)).success).toBe(false)
})

test('spaces around an address and a code are ignored', () => {
  expect(authCalls.verifyOtp.body.parse({ email: ' Asha@Example.com ', otp: ' 123456 ' })).toEqual({
    email: 'asha@example.com',
    otp: '123456',
  })
})
