import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../shell/api-error.ts'
import { forgotPassword } from './auth.api.ts'
import { sendResetCode } from './send-reset-code.ts'

vi.mock('./auth.api.ts', () => ({ forgotPassword: vi.fn<typeof forgotPassword>() }))
const timeout = new ApiError('timeout')
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

test('a second attempt that gets through is enough', async () => {
  vi.mocked(forgotPassword).mockRejectedValueOnce(timeout).mockResolvedValueOnce({ message: 'OTP sent' })
  const sending = sendResetCode('a@b.in', signal, () => undefined)
  await vi.advanceTimersByTimeAsync(2000)
  await sending
  expect(forgotPassword).toHaveBeenCalledTimes(2)
})

test('any other failure is not repeated', async () => {
  vi.mocked(forgotPassword).mockRejectedValue(new ApiError('refused', 404))
  await expect(sendResetCode('a@b.in', signal, () => undefined)).rejects.toMatchObject({ status: 404 })
  expect(forgotPassword).toHaveBeenCalledTimes(1)
})
