import { ratioText } from '@sauda/contract/trading/corporate-action-name'
import { expect, test } from 'vitest'
import { meaningOf } from './corporate-action.read.ts'

const unread = { reason: 'The wording is not understood. Type the action from the notice of the company.' }

test.each([
  ['Rights 1:4 @ Premium Rs 90/-', { kind: 'rights', held: 4, given: 1 }],
  ['Rights Issue 7:50 @ Premium Rs 1247/- Per Share', { kind: 'rights', held: 50, given: 7 }],
  // Parts of a wording may be about something else.
  ['Rights 1:4', unread],
  ['Rights 1:4 @ Premium', unread],
  ['Rights 1:4 @ Premium Rs 90/- / Bonus 1:1', unread],
  ['Rights of Warrants 1:4 @ Premium Rs 90/-', unread],
  ['Bonus 1:3', { kind: 'bonus', held: 3, given: 1 }],
  [
    'Face Value Split (Sub-Division) - From Rs 10/- Per Share To Rs 2/- Per Share',
    { kind: 'split', held: 1, given: 5 },
  ],
])('%s', (purpose, meaning) => expect(meaningOf(purpose)).toEqual(meaning))

test('a dividend is written as an amount in rupees', () => {
  const dividend = (given: number) => ratioText({ kind: 'dividend', held: 1, given })
  expect([5, 12.5, 0.4375].map(dividend)).toEqual([
    'dividend of ₹5 a share',
    'dividend of ₹12.50 a share',
    'dividend of ₹0.4375 a share',
  ])
})
