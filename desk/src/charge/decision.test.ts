import { expect, test } from 'vitest'
import { emptyDraft, orderOf, summaryOf } from './decision.ts'

const charge = { clientName: 'Asha Rao', amount: 1000, gst: 180 }

test('a decision is about the payment that was looked at', () => {
  expect(orderOf({ ...emptyDraft, verdict: 'accept' }, 'T1')).toEqual({ order: { transactionId: 'T1' } })
  expect(orderOf({ verdict: 'refuse', reason: 'Not found', more: '' }, 'T1')).toEqual({
    order: { transactionId: 'T1', reason: 'Not found' },
  })
})

test('a decision must be chosen, and a refusal needs a reason', () => {
  expect(orderOf(emptyDraft, 'T1')).toEqual({ faults: { verdict: 'Choose Approve or Reject' } })
  expect(orderOf({ ...emptyDraft, verdict: 'refuse' }, 'T1')).toEqual({
    faults: { reason: 'Please give a reason the client can act on' },
  })
})

test('says what will happen', () => {
  expect(summaryOf(charge, 'accept')).toBe(
    '₹1,000.00 will be booked as fees and ₹180.00 as GST. Asha Rao’s wallet does not change.',
  )
  expect(summaryOf({ ...charge, gst: 0 }, 'accept')).toBe(
    '₹1,000.00 will be booked as fees. Asha Rao’s wallet does not change.',
  )
  expect(summaryOf(charge, 'refuse')).toBe('The charge becomes payable again. Asha Rao will get the reason by e-mail.')
})
