import { expect, test } from 'vitest'
import { momentText } from '../shell/moment.ts'
import { infoOf, statusLabel, stepsOf } from './transaction-words.ts'

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

const asked = { what: 'You asked', at: '2026-11-05T10:00:00.000Z', who: 'you' } as const

test('a waiting request says who must act and since when', () => {
  const steps = [asked, { what: 'We look at our bank', who: 'us' }, { what: 'Credited', who: 'us' }] as const
  expect(stepsOf({ status: 'pending', steps: [...steps] })).toEqual([
    { title: 'You asked', state: 'done', detail: undefined, at: momentText(asked.at) },
    {
      title: 'We look at our bank',
      state: 'current',
      detail: undefined,
      at: `We act next, since ${momentText(asked.at)}`,
    },
    { title: 'Credited', state: 'upcoming', detail: undefined },
  ])
})

test('a refused request shows the reason, and what the client may do now', () => {
  const refused = { what: 'Refused', at: '2026-11-05T11:00:00.000Z', who: 'us', detail: 'No such payment' } as const
  expect(stepsOf({ status: 'rejected', steps: [asked, refused, { what: 'Ask again', who: 'you' }] }).slice(1)).toEqual([
    { title: 'Refused', state: 'failed', detail: 'No such payment', at: momentText(refused.at) },
    { title: 'Ask again', state: 'current', detail: undefined, at: 'You act next' },
  ])
})
