import { expect, test } from 'vitest'
import { emptyDraft, orderOf, referenceOutcome, summaryOf, type Draft } from './decision.ts'
import type { Request } from './wallet.api.ts'

const deposit: Request = {
  _id: 'a',
  transactionId: 'ADD100001',
  createdAt: '2026-11-20T10:00:00.000Z',
  type: 'added',
  amount: 5000,
  status: 'pending',
  clientId: 'c',
  clientName: 'Asha Rao',
  saudaId: 'SD100001',
  needsTwo: false,
  warnings: [],
}
const withdrawal: Request = { ...deposit, type: 'withdrawal', needsTwo: true }
const approve: Draft = { ...emptyDraft, verdict: 'accept', reference: ' n412345678901 ' }
const refuse: Draft = { ...emptyDraft, verdict: 'refuse', reason: 'You asked us to cancel it' }

test('a decision must be chosen', () => {
  expect(orderOf(deposit, emptyDraft)).toEqual({ faults: { verdict: 'Choose Approve or Reject' } })
})

test('approving needs the bank’s reference, refusing a reason', () => {
  expect(orderOf(deposit, approve)).toEqual({ order: { reference: 'N412345678901' } })
  expect(orderOf(deposit, { ...approve, reference: ' ' })).toEqual({
    faults: { reference: 'Enter the bank reference' },
  })
  expect(orderOf(deposit, { ...approve, reference: '12' })).toEqual({
    faults: { reference: 'A bank reference has 6 to 30 letters and digits' },
  })
  expect(orderOf(deposit, refuse)).toEqual({ order: { reason: 'You asked us to cancel it' } })
  expect(orderOf(deposit, { ...refuse, reason: '' })).toEqual({
    faults: { reason: 'Please give a reason the client can act on' },
  })
})

test('the first of two approvals has no reference: the second operator pays', () => {
  expect(orderOf(withdrawal, { ...approve, reference: '' })).toEqual({ order: {} })
  const second = { ...withdrawal, firstApproval: 'Nisha' }
  expect(orderOf(second, { ...approve, reference: '' })).toEqual({ faults: { reference: 'Enter the bank reference' } })
})

test.each<[string, Request, Draft['verdict']]>([
  ['Approve against the bank, or refuse it.', deposit, null],
  ['Pay it at the bank and approve it, or reject it.', { ...withdrawal, needsTwo: false }, null],
  ['Check it, then approve or reject it. A second operator makes the payment.', withdrawal, null],
  ['₹5,000.00 will be credited to Asha Rao’s wallet now, and Asha Rao notified by e-mail.', deposit, 'accept'],
  ['Nothing is credited. Asha Rao will get the reason by e-mail.', deposit, 'refuse'],
  [
    'This records your first approval. ₹5,000.00 stays on hold until a second operator pays and approves it.',
    withdrawal,
    'accept',
  ],
  [
    '₹5,000.00 will be booked as paid. Asha Rao will get the reference by e-mail.',
    { ...withdrawal, firstApproval: 'Nisha' },
    'accept',
  ],
  ['₹5,000.00 will be returned to Asha Rao’s balance. Asha Rao will get the reason by e-mail.', withdrawal, 'refuse'],
])('says: %s', (text, request, verdict) => {
  expect(summaryOf(request, verdict)).toBe(text)
})

test('who gave the first approval is told that it waits for another', () => {
  expect(summaryOf({ ...withdrawal, firstApproval: 'Nisha' }, null, true)).toBe(
    'It stays in the queue for another operator. You can still reject it.',
  )
})

test('the bank’s reference is compared with the client’s UTR', () => {
  expect(referenceOutcome(' 412345678901', '412345678901')).toBe('fits')
  expect(referenceOutcome('412345678902', '412345678901')).toBe('differs')
  expect(referenceOutcome('', '412345678901')).toBe('unknown')
  expect(referenceOutcome('412345678901', undefined)).toBe('unknown')
})
