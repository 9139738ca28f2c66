import { type Verdict } from '../../shell/review.tsx'
import { expect, test } from 'vitest'
import { checkApproval, emptyRequest, referenceOutcome, summaryOf, warningsOf, withReference } from './decision.ts'
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
  secondReasons: [],
  warnings: [],
  replies: [],
  steps: [],
  evidence: [],
  version: 'v1',
}
const withdrawal: Request = { ...deposit, type: 'withdrawal', needsTwo: true }

test('an approval needs the bank’s reference', () => {
  expect(checkApproval(deposit, { reference: ' n412345678901 ', received: '', bankAccountId: '' })).toEqual({
    command: { reference: 'N412345678901' },
  })
  expect(checkApproval(deposit, { reference: ' ', received: '', bankAccountId: '' })).toEqual({
    errors: { reference: 'Enter the bank reference' },
  })
  expect(checkApproval(deposit, { reference: '12', received: '', bankAccountId: '' })).toEqual({
    errors: { reference: 'A bank reference has 6 to 30 letters and digits' },
  })
})

test('the reference of the bank entry is filled in until another one is typed, also an empty one', () => {
  const shown = (reference: string | null, inBank?: string) =>
    withReference({ ...emptyRequest, reference }, inBank).reference
  expect(shown(null, '412600000003')).toBe('412600000003')
  expect(shown(null)).toBe('')
  expect(shown('', '412600000003')).toBe('')
  expect(shown('412600000004', '412600000003')).toBe('412600000004')
})

test('a deposit is approved at the amount received, above zero', () => {
  const reference = '412345678901'
  expect(checkApproval(deposit, { reference, received: '4900.5', bankAccountId: '' })).toEqual({
    command: { reference, amount: 4900.5 },
  })
  expect(summaryOf(deposit, { verdict: 'approve', received: '4900.5' })).toContain('₹4,900.50 will be credited')
  const first = { ...deposit, firstApproval: 'Nisha', firstApprovalAmount: 4900 }
  expect(summaryOf(first, { verdict: 'approve', received: '' })).toContain('₹4,900.00 will be credited')
})

test('the requested amount is not promised when the bank entry has another one', () => {
  const draft = { reference: '412345678901', received: '', bankAccountId: '' }
  expect(checkApproval(deposit, draft, undefined, 500)).toEqual({ errors: { received: 'Enter the amount received' } })
  expect(summaryOf(deposit, { verdict: 'approve', received: '' }, false, 500)).toBe(
    'The bank statement shows ₹500.00, not ₹5,000.00. Enter the amount received.',
  )
  expect(summaryOf(deposit, { verdict: 'approve', received: '500' }, false, 500)).toContain('₹500.00 will be credited')
  const first = { ...deposit, firstApproval: 'Nisha', firstApprovalAmount: 500 }
  expect(summaryOf(first, { verdict: 'approve', received: '' }, false, 500)).toContain('₹500.00 will be credited')
})

test('an unclear amount is not promised', () => {
  expect(summaryOf(deposit, { verdict: 'approve', received: '1.500' })).toBe('Enter the amount received')
})

test('with several bank accounts and no bank entry, the account can be chosen', () => {
  const several = { ...deposit, bankAccounts: [{ _id: 'b1', name: 'HDFC' }] }
  const draft = { reference: '412345678901', received: '', bankAccountId: '' }
  // The typed reference may be that of an imported entry.
  expect(checkApproval(several, draft)).toEqual({ command: { reference: '412345678901' } })
  expect(checkApproval(several, { ...draft, bankAccountId: 'b1' })).toEqual({
    command: { reference: '412345678901', bankAccountId: 'b1' },
  })
  expect(checkApproval(several, draft, '412345678901')).toEqual({ command: { reference: '412345678901' } })
})

test('the first of two approvals has no reference: the second operator pays', () => {
  expect(checkApproval(withdrawal, { reference: '', received: '', bankAccountId: '' })).toEqual({ command: {} })
  const second = { ...withdrawal, firstApproval: 'Nisha' }
  expect(checkApproval(second, { reference: '', received: '', bankAccountId: '' })).toEqual({
    errors: { reference: 'Enter the bank reference' },
  })
})

test.each<[string, Request, Verdict | null]>([
  ['Check the payment in the bank statement, then approve or reject it.', deposit, null],
  ['Pay ₹5,000.00 at the bank, then enter its reference, or reject it.', { ...withdrawal, needsTwo: false }, null],
  ['Check it, then approve or reject it. A second operator makes the payment.', withdrawal, null],
  ['₹5,000.00 will be credited to Asha Rao’s wallet, and Asha Rao notified by e-mail.', deposit, 'approve'],
  [
    'This records your first approval. ₹5,000.00 will be credited once a second operator approves it too.',
    { ...deposit, needsTwo: true },
    'approve',
  ],
  ['Nothing is credited. Asha Rao will get the reason by e-mail.', deposit, 'reject'],
  [
    'This records your first approval. ₹5,000.00 stays on hold until a second operator pays and approves it.',
    withdrawal,
    'approve',
  ],
  [
    '₹5,000.00 will be booked as paid. Asha Rao will get the reference by e-mail.',
    { ...withdrawal, firstApproval: 'Nisha' },
    'approve',
  ],
  ['₹5,000.00 will be returned to Asha Rao’s balance. Asha Rao will get the reason by e-mail.', withdrawal, 'reject'],
])('shows: %s', (text, request, verdict) => {
  expect(summaryOf(request, { verdict, received: '' })).toBe(text)
})

test('the operator of the first approval reads that another operator must approve', () => {
  expect(summaryOf({ ...withdrawal, firstApproval: 'Nisha' }, { verdict: null, received: '' }, true)).toBe(
    'It stays in the queue for another operator. You can still reject it.',
  )
})

test('the bank’s reference is compared with the client’s UTR', () => {
  expect(referenceOutcome(' 412345678901', '412345678901')).toBe('fits')
  expect(referenceOutcome('412345678902', '412345678901')).toBe('differs')
  expect(referenceOutcome('', '412345678901')).toBe('unknown')
  expect(referenceOutcome('412345678901', undefined)).toBe('unknown')
})

test('an amount that differs from the bank statement is shown before other warnings', () => {
  const warnings = [
    {
      severity: 'low',
      sentence: 'Another pending deposit of the same amount within the hour: ADD100039',
      link: '/wallet/b',
    },
  ] as Request['warnings']
  const differs = { text: 'Amount differs: the bank statement shows ₹4,900.00', to: '/reconciliation/l1' }
  expect(warningsOf({ warnings }, { reference: undefined, conflicts: [differs] })).toEqual([
    differs,
    { severity: 'low', text: 'Another pending deposit of the same amount within the hour: ADD100039', to: '/wallet/b' },
  ])
})
