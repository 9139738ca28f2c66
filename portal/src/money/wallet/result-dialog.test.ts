import { expect, test } from 'vitest'
import { ApiError } from '@sauda/web/api-error'
import { failure, notStarted, success } from './result-dialog.tsx'

test('a received request is a success with the message of the server', () => {
  expect(success('added', { message: 'Request received.' })).toEqual({ kind: 'Success', message: 'Request received.' })
})

test('the timeline of a received request can be opened', () => {
  const reply = { message: 'Request received.', transaction: { _id: 'a1' } }
  expect(success('added', reply)).toMatchObject({ transactionId: 'a1' })
})

test('a replayed response says that the request was received before', () => {
  const reply = { message: 'Request received.', replayedAt: '2026-11-20T05:12:00.000Z' }
  expect(success('withdrawal', reply)).toEqual({
    kind: 'Info',
    message: 'Request received.',
    detail: 'Already received at 10:42 am.',
  })
})

test('without a message of the server the specified fallback is shown', () => {
  expect(success('added', { message: '' })).toEqual({ kind: 'Success', message: 'Payment successful! Wallet updated.' })
  expect(success('withdrawal', {}).message).toBe('Withdrawal request successful!')
})

test('a failure shows the specified sentence, then the reason of the server', () => {
  const conflict = new ApiError('response', 409, { message: 'This UTR belongs to another payment' })
  expect(failure('added', conflict)).toEqual({
    kind: 'Error',
    message: 'Payment failed. Please try again.',
    detail: 'This UTR belongs to another payment',
  })
  expect(failure('withdrawal', conflict).message).toBe('Withdrawal failed. Please try again.')
})

test.each([
  new ApiError('timeout'),
  new ApiError('network'),
  new ApiError('response', 500, { message: 'Something went wrong. Nothing was changed.' }),
])('an unconfirmed request (%s) claims neither success nor failure of the transfer', (error) => {
  expect(failure('withdrawal', error).detail).toMatch(/sending again cannot do it twice/)
  expect(failure('withdrawal', error).detail).not.toMatch(/Nothing was changed|No answer/)
})

test('without a payment request nothing has to be paid', () => {
  expect(notStarted(new ApiError('network')).detail).toMatch(/nothing to pay yet/)
})
