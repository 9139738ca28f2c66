import { authErrors } from '@sauda/contract/auth'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../shell/api-error.ts'
import { isCodeFault, newPasswordFault, resetFault, retrying, sendOtpFault, staying } from './reset-words.ts'

const refused = (status: number, message?: string) => new ApiError('refused', status, { message, status })

describe('send OTP', () => {
  test('a lost attempt is told with its number', () => {
    expect(retrying(1)).toBe('Request timed out. Retrying... (1/3)')
  })
  test.each([
    [
      new ApiError('timeout'),
      'Request timed out after multiple attempts. Please check your internet connection and try again.',
    ],
    [refused(404, 'x'), 'User not found with this email address. Please check your email and try again.'],
    [refused(500, 'x'), 'Server error. Please try again later.'],
    [refused(503), 'Server error. Please try again later.'],
    [refused(429, 'Please wait'), 'Please wait'],
    [refused(400), 'Failed to send OTP. Please check your email address and try again.'],
    [new ApiError('network'), 'Failed to send OTP. Please check your email address and try again.'],
  ])('%s', (error, words) => expect(sendOtpFault(error)).toBe(words))
})

describe('reset password', () => {
  test.each([
    [new ApiError('timeout'), 'Request timed out. Please check your internet connection and try again.'],
    [refused(404), 'Password reset endpoint not found. Please contact support.'],
    [refused(502, 'x'), 'Server error. Please try again later.'],
    [refused(400, 'The OTP is not right.'), 'The OTP is not right.'],
    [refused(400), 'Failed to reset password. Please verify your OTP and try again.'],
  ])('%s', (error, words) => expect(resetFault(error)).toBe(words))

  test('a refused code leads back to the code, a refused password does not', () => {
    expect(isCodeFault(refused(400, authErrors.wrongCode.message))).toBe(true)
    expect(isCodeFault(refused(422, authErrors.commonPassword.message))).toBe(false)
  })

  test('what stays in sight stands at the field only where the server has something against it', () => {
    expect(staying(refused(422, 'Choose another'), 'Nothing came of it')).toEqual({ fault: 'Choose another' })
    const trouble = 'Nothing came of it. What you typed is still here: please try again in a moment.'
    for (const error of [refused(500, 'x'), refused(404, 'Not found'), refused(400), new Error('no way')])
      expect(staying(error, 'Nothing came of it')).toEqual({ trouble })
  })

  test.each([
    ['', 'Abcdef1', 'password', 'Please fill in all password fields'],
    ['Abcdef1', '', 'confirmation', 'Please fill in all password fields'],
    ['Abcde', 'Abcdf', 'confirmation', 'Passwords do not match'],
    ['Abcde', 'Abcde', 'password', 'Password must be at least 6 characters long'],
  ])('new password %j and %j: at the %s, %s', (password, confirmation, at, words) => {
    expect(newPasswordFault(password, confirmation)).toEqual({ at, words })
  })

  test('two equal new passwords of six characters are the server’s to judge', () => {
    expect(newPasswordFault('Abcdef', 'Abcdef')).toBeUndefined()
  })
})
