import { expect, test } from 'vitest'
import { ApiError } from '@sauda/web/api-error'
import { isPayable, payableFirst, paymentError, paymentOf, sumsOf } from './charge.api.ts'
import { chargeText } from './charge.text.ts'

test.each([
  ['PENDING', 'PENDING', true],
  ['PAID', 'Payment Submitted - Awaiting Approval', false],
  ['APPROVED', 'Payment Approved', false],
  ['REJECTED', 'Payment Rejected', true],
  ['CANCELLED', 'Cancelled', false],
] as const)('Charge status: %s reads %s', (status, label, payable) => {
  expect(chargeText.status[status]).toBe(label)
  expect(isPayable({ status })).toBe(payable)
})

test('lists paid charges below payable ones, otherwise in the same order', () => {
  const statuses = ['APPROVED', 'PENDING', 'PAID', 'REJECTED', 'PENDING'] as const
  const charges = statuses.map((status, id) => ({ status, id }))
  expect(payableFirst(charges).map(({ id }) => id)).toEqual([1, 3, 4, 0, 2])
})

test('what is to pay is separate from what awaits approval', () => {
  const charges = [
    { status: 'PENDING', total: 1475 },
    { status: 'REJECTED', total: 118 },
    { status: 'PAID', total: 1156.4 },
    { status: 'APPROVED', total: 0.3 },
    {
      status: 'APPROVED',
      total: 7,
      reversed: { on: '2026-11-20', bookedAt: '2026-11-20T10:00:00.000Z', amount: 7, reason: 'Taken back' },
    },
  ] as const
  expect(sumsOf(charges)).toEqual({ toPay: 159_300n, confirming: 115_640n, paid: 30n })
})

test('transaction ID is trimmed; remarks default to Payment made via UPI when empty', () => {
  expect(paymentOf(' 123456789012 ', '  ')).toEqual({
    transactionId: '123456789012',
    remarks: 'Payment made via UPI',
  })
  expect(paymentOf('1', ' from my wife’s phone ').remarks).toBe('from my wife’s phone')
})

test('payment failure shows the server’s message if present, and says when the payment is unconfirmed', () => {
  expect(paymentError(new ApiError('response', 409, { message: 'Already used' }))).toBe('Already used')
  expect(paymentError(new ApiError('response', 409))).toBe('Payment failed. Please try again.')
  for (const error of [new ApiError('timeout'), new ApiError('response', 502)])
    expect(paymentError(error)).toMatch(
      /^Payment failed. Please try again. The server .*sending again cannot do it twice/,
    )
  const broken = paymentError(new ApiError('response', 500, { message: 'The bank is closed.' }))
  expect(broken).toMatch(/^The bank is closed. The server .*sending again cannot do it twice/)
})
