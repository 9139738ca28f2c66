import { expect, test } from 'vitest'
import { formatDateTime } from '@sauda/web/date-time'
import { statusLabel } from './status.ts'
import { decisionText, infoOf, stepsOf } from './transaction.ts'

test.each([
  ['pending', 'added', 'PENDING', 'Your transaction is in processing please wait.'],
  ['pending', 'withdrawal', 'PENDING', 'Your transaction is in processing please wait.'],
  ['approved', 'added', 'SUCCESS', 'Funds added successfully to your wallet.'],
  ['approved', 'withdrawal', 'SUCCESS', 'Withdrawal completed successfully.'],
  ['rejected', 'added', 'FAILED', 'Your transaction did not go through. Please try again.'],
  ['rejected', 'withdrawal', 'FAILED', 'Your transaction did not go through. Please try again.'],
] as const)('Wallet transaction status: %s (%s)', (status, type, label, sentence) => {
  expect(statusLabel({ status })).toBe(label)
  expect(infoOf({ status, type })).toBe(sentence)
})

const requested = { what: 'Requested', at: '2026-11-05T10:00:00.000Z', who: 'you' } as const

test('a pending request shows who must act and since when', () => {
  const steps = [requested, { what: 'We check our bank', who: 'us' }, { what: 'Credited', who: 'us' }] as const
  expect(stepsOf({ status: 'pending', steps: [...steps] })).toEqual([
    { title: 'Requested', state: 'done', detail: undefined, at: formatDateTime(requested.at) },
    {
      title: 'We check our bank',
      state: 'current',
      detail: undefined,
      at: `With us since ${formatDateTime(requested.at)}`,
    },
    { title: 'Credited', state: 'upcoming', detail: undefined },
  ])
})

test('a rejected request shows the reason and the next step', () => {
  const rejected = { what: 'Rejected', at: '2026-11-05T11:00:00.000Z', who: 'us', detail: 'No such payment' } as const
  expect(
    stepsOf({ status: 'rejected', steps: [requested, rejected, { what: 'Request again', who: 'you' }] }).slice(1),
  ).toEqual([
    { title: 'Rejected', state: 'failed', detail: 'No such payment', at: formatDateTime(rejected.at) },
    { title: 'Request again', state: 'current', detail: undefined, at: 'Over to you' },
  ])
})

test.each([
  ['approved', 'added', '₹5,500.00 added to your wallet'],
  ['approved', 'withdrawal', '₹5,500.00 paid to your bank account'],
  ['rejected', 'added', 'Deposit of ₹5,500.00 rejected'],
  ['rejected', 'withdrawal', 'Withdrawal of ₹5,500.00 rejected; the money is back in your balance'],
  ['pending', 'added', undefined],
] as const)('the decision %s of a request of type %s reads: %s', (status, type, text) => {
  expect(decisionText({ status, type, amount: 5500 })).toBe(text)
})
