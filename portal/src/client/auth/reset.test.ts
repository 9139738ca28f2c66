import { authErrors } from '@sauda/contract/client/auth'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '@sauda/web/api-error'
import { forgotPassword } from './auth.api.ts'
import {
  isCodeError,
  newPasswordError,
  resetError,
  retryingText,
  sendOtpError,
  sendResetCode,
  stepError,
} from './reset.ts'

vi.mock('./auth.api.ts', () => ({ forgotPassword: vi.fn<typeof forgotPassword>() }))
const timeout = new ApiError('timeout')
const rejected = (status: number, message?: string) => new ApiError('response', status, { message, status })

describe('send OTP', () => {
  test('the toast shows the number of the attempt that timed out', () => {
    expect(retryingText(1)).toBe('Request timed out. Retrying... (1/3)')
  })
  test.each([
    [timeout, 'Request timed out after multiple attempts. Please check your internet connection and try again.'],
    [rejected(404, 'x'), 'User not found with this email address. Please check your email and try again.'],
    [rejected(500, 'x'), 'Server error. Please try again later.'],
    [rejected(503), 'Server error. Please try again later.'],
    [rejected(429, 'Please wait'), 'Please wait'],
    [rejected(400), 'Failed to send OTP. Please check your email address and try again.'],
    [new ApiError('network'), 'Failed to send OTP. Please check your email address and try again.'],
  ])('%s', (error, message) => expect(sendOtpError(error)).toBe(message))
})

describe('reset password', () => {
  test.each([
    [timeout, 'Request timed out. Please check your internet connection and try again.'],
    [rejected(404), 'Password reset endpoint not found. Please contact support.'],
    [rejected(502, 'x'), 'Server error. Please try again later.'],
    [rejected(400, 'Wrong OTP'), 'Wrong OTP'],
    [rejected(400), 'Failed to reset password. Please verify your OTP and try again.'],
  ])('%s', (error, message) => expect(resetError(error)).toBe(message))

  test('a rejected code leads back to the code, a rejected password does not', () => {
    expect(isCodeError(rejected(400, authErrors.wrongCode.message))).toBe(true)
    expect(isCodeError(rejected(422, authErrors.commonPassword.message))).toBe(false)
  })

  test('states that nothing changed only after a final response', () => {
    const texts = { unchanged: 'Not changed', unconfirmed: 'Not confirmed' }
    expect(stepError(rejected(422, 'Choose another'), texts)).toEqual({ field: 'Choose another' })
    for (const error of [rejected(404, 'Not found'), rejected(400)])
      expect(stepError(error, texts)).toEqual({ form: 'Not changed' })
    for (const error of [rejected(500, 'x'), timeout, new ApiError('network')])
      expect(stepError(error, texts)).toEqual({ form: 'Not confirmed' })
  })

  test.each([
    ['', 'Abcdef1', 'password', 'Please fill in all password fields'],
    ['Abcdef1', '', 'confirmation', 'Please fill in all password fields'],
    ['Abcde', 'Abcdf', 'confirmation', 'Passwords do not match'],
    ['Abcde', 'Abcde', 'password', 'Password must be at least 6 characters long'],
  ])('new password %j and %j: at the %s, %s', (password, confirmation, field, message) => {
    expect(newPasswordError(password, confirmation)).toEqual({ field, message })
  })

  test('two equal new passwords of six characters are checked by the server', () => {
    expect(newPasswordError('Abcdef', 'Abcdef')).toBeUndefined()
  })
})

describe('requesting a reset code', () => {
  const { signal } = new AbortController()
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    vi.resetAllMocks()
  })

  test('a timed-out request is repeated twice, 2 seconds apart, then given up', async () => {
    vi.mocked(forgotPassword).mockRejectedValue(timeout)
    const lost: number[] = []
    const outcome = sendResetCode('a@b.in', signal, (attempt) => lost.push(attempt)).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(1999)
    expect(forgotPassword).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(forgotPassword).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(2000)
    expect(await outcome).toBe(timeout)
    expect(forgotPassword).toHaveBeenCalledTimes(3)
    expect(lost).toEqual([1, 2])
  })

  test('a second attempt that succeeds is enough', async () => {
    vi.mocked(forgotPassword).mockRejectedValueOnce(timeout).mockResolvedValueOnce({ message: 'OTP sent' })
    const sending = sendResetCode('a@b.in', signal, () => undefined)
    await vi.advanceTimersByTimeAsync(2000)
    await sending
    expect(forgotPassword).toHaveBeenCalledTimes(2)
  })

  test('any other failure is not repeated', async () => {
    vi.mocked(forgotPassword).mockRejectedValue(rejected(404))
    await expect(sendResetCode('a@b.in', signal, () => undefined)).rejects.toMatchObject({ status: 404 })
    expect(forgotPassword).toHaveBeenCalledTimes(1)
  })
})
