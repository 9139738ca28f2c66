import type { BankLine } from '@sauda/contract/reconciliation'
import { expect, test } from 'vitest'
import { bookingOf, emptyBooking, kindsFor, remainderOf } from './booking.ts'

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
  expect(kindsFor(line)).toEqual(['split', 'late', 'interest', 'transfer', 'return'])
  expect(kindsFor({ ...line, exception: 'duplicate' })[0]).toBe('client')
  expect(kindsFor({ ...line, direction: 'debit', exception: 'unexplained' })).toEqual([
    'charge',
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
  expect(bookingOf(line, draft)).toMatchObject({ errors: { chosen: 'Choose the request that this line paid' } })
  const parts = { [first]: '400', [next]: '500.50' }
  expect(remainderOf(line, parts)).toBe(9_950n)
  expect(bookingOf(line, { ...draft, parts })).toMatchObject({
    errors: { chosen: 'The parts must add up to the amount of the line' },
  })
  expect(bookingOf(line, { ...draft, parts: { ...parts, [next]: '600' } })).toEqual({
    body: {
      kind: 'split',
      reason: 'One transfer for both',
      parts: [
        { paymentId: first, amount: 400 },
        { paymentId: next, amount: 600 },
      ],
    },
  })
})

test('every booking needs its kind, a reason and what it refers to', () => {
  expect(bookingOf(line, emptyBooking)).toMatchObject({
    errors: { kind: 'Choose how to book this line', reason: 'Give a reason for the books' },
  })
  const late = { ...emptyBooking, kind: 'late' as const, reason: 'Came a day later' }
  expect(bookingOf(line, late)).toMatchObject({ errors: { chosen: 'Choose the request that this line paid' } })
  expect(bookingOf(line, { ...late, chosen: first })).toMatchObject({ body: { paymentId: first } })
  const returned = { ...late, kind: 'returned' as const }
  expect(bookingOf(line, { ...returned, chosen: first })).toMatchObject({ body: { returnId: first } })
})
