import { lineBookingCalls, settlementWarning } from '@sauda/contract/money/line-booking'
import type { BankLine } from '@sauda/contract/money/reconciliation'
import { expect, test } from 'vitest'
import { fieldErrors } from '../../shell/form-field.tsx'
import { bookingOf, choiceError, emptyBooking, kindsFor, remainderOf } from './booking.ts'

const line: BankLine = {
  _id: 'l1',
  state: 'exception',
  direction: 'credit',
  bookedOn: '2026-11-20',
  amount: 1000,
  text: 'NEFT',
  exception: 'unasked',
  reason: '',
}
const [first, next] = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002']

test('offers what each kind of exception can be booked as', () => {
  expect(kindsFor(line)).toEqual(['split', 'late', 'interest', 'settlement', 'transfer', 'return'])
  expect(kindsFor({ ...line, exception: 'duplicate' })[0]).toBe('client')
  expect(kindsFor({ ...line, direction: 'debit', exception: 'unexplained' })).toEqual([
    'charge',
    'settlement',
    'levy',
    'transfer',
    'returned',
    'split',
    'late',
  ])
  expect(kindsFor({ ...line, amount: 1, direction: 'debit', exception: 'unexplained' })[0]).toBe('penny_drop')
  expect(kindsFor({ ...line, exception: 'missing' })).toEqual([])
  expect(kindsFor({ ...line, state: 'matched' })).toEqual([])
  expect(kindsFor({ ...line, state: 'matched', bookedTo: 'ICICI' })).toEqual(['moved'])
})

test('a split needs requests whose parts add up to the line', () => {
  const draft = { ...emptyBooking, kind: 'split' as const, reason: 'One transfer for both' }
  expect(choiceError(line, draft)).toEqual({ chosen: 'Choose the request that this line paid' })
  const parts = { [first]: '400', [next]: '500.50' }
  expect(remainderOf(line, parts)).toBe(9_950n)
  expect(choiceError(line, { ...draft, parts })).toEqual({
    chosen: 'The parts must add up to the amount of the line',
  })
  const unclear = { [first]: '1.000', [next]: '1000' }
  expect(remainderOf(line, unclear)).toBeUndefined()
  // One paisa less than nothing would make these add up.
  expect(remainderOf(line, { [first]: '1.000', [next]: '1000.01' })).toBeUndefined()
  expect(choiceError(line, { ...draft, parts: { [first]: '1.000', [next]: '1000.01' } })).toEqual({
    chosen: 'The parts must add up to the amount of the line',
  })
  const whole = { ...draft, parts: { ...parts, [next]: '600' } }
  expect(choiceError(line, whole)).toEqual({})
  expect(bookingOf(whole)).toEqual({
    kind: 'split',
    reason: 'One transfer for both',
    parts: [
      { paymentId: first, amount: 400 },
      { paymentId: next, amount: 600 },
    ],
  })
})

test('a settlement and a levy are chosen', () => {
  const draft = { ...emptyBooking, reason: 'As the file says' }
  const ids = { settlementIds: ['NSE-M-2026220'] }
  expect(choiceError(line, { ...draft, kind: 'settlement' })).toEqual({
    settlementIds: 'Choose the settlement of this bank entry',
  })
  expect(bookingOf({ ...draft, ...ids, kind: 'settlement' })).toMatchObject(ids)
  expect(choiceError(line, { ...draft, kind: 'levy' })).toEqual({ levy: 'Choose what this bank entry pays' })
  expect(bookingOf({ ...draft, ...ids, kind: 'levy', levy: 'stt' })).not.toHaveProperty('settlementIds')
})

test('a bank entry in the other direction than its settlement expects has a warning', () => {
  const warned = (open: bigint, direction: 'credit' | 'debit') => settlementWarning('NSE-M-2026220', open, direction)
  expect([warned(-100n, 'debit'), warned(100n, 'credit')]).toEqual([undefined, undefined])
  expect(warned(100n, 'debit')).toBe('NSE-M-2026220 still expects a pay-out of ₹1.00, but this bank entry is a debit.')
  expect(warned(-100n, 'credit')).toMatch(/a pay-in of ₹1.00, but this bank entry is a credit/)
})

test('every booking needs its kind, a reason and what it refers to', () => {
  expect(fieldErrors(lineBookingCalls.book.body, bookingOf(emptyBooking))).toMatchObject({
    kind: 'Choose how to book this line',
    reason: 'Give a reason for the books',
  })
  const late = { ...emptyBooking, kind: 'late' as const, reason: 'Came a day later' }
  expect(choiceError(line, late)).toEqual({ chosen: 'Choose the request that this line paid' })
  expect(bookingOf({ ...late, chosen: first })).toMatchObject({ paymentId: first })
  const returned = { ...late, kind: 'returned' as const }
  expect(bookingOf({ ...returned, chosen: first })).toMatchObject({ returnId: first })
})
