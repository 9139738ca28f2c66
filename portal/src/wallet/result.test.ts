import { expect, test } from 'vitest'
import { ApiError } from '../shell/api-error.ts'
import { failure, notStarted, success } from './result.ts'

test('success shows the server’s message, else the fallback', () => {
  expect(success('added', 'Request received.')).toEqual({ kind: 'Success', message: 'Request received.' })
  expect(success('added', '').message).toBe('Payment successful! Wallet updated.')
  expect(success('withdrawal', undefined).message).toBe('Withdrawal request successful!')
})

test('failures: the specified sentence, then the server’s own', () => {
  const refused = new ApiError('refused', 409, { message: 'This UTR was already used for another payment' })
  expect(failure('added', refused)).toEqual({
    kind: 'Error',
    message: 'Payment failed. Please try again.',
    detail: 'This UTR was already used for another payment',
  })
  expect(failure('withdrawal', refused).message).toBe('Withdrawal failed. Please try again.')
})

test('silence is not called a no', () => {
  for (const kind of ['timeout', 'network'] as const)
    expect(failure('withdrawal', new ApiError(kind)).detail).toMatch(/may have arrived.*cannot do it twice/)
  expect(notStarted(new ApiError('network')).detail).toBe('Nothing was sent. Check your connection.')
})
