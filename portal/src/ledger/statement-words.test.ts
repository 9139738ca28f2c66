import { expect, test } from 'vitest'
import { changesOf, whatWords } from './statement-words.ts'

test.each([
  ['bank', 'cash', [{ figure: 'Balance', paise: 10_050n }]],
  [
    'cash',
    'withheld',
    [
      { figure: 'Balance', paise: -10_050n },
      { figure: 'On its way to your bank', paise: 10_050n },
    ],
  ],
  ['loans_receivable', 'loan', [{ figure: 'Loan money', paise: 10_050n }]],
  ['bank', 'fees', []],
] as const)('from %s to %s', (debit, credit, changes) => {
  expect(changesOf({ debit, credit, amount: 100.5 })).toEqual(changes)
})

test.each([
  ['trade.bought', 'cash', 'invested', 'Bought'],
  ['trade.sold', 'invested', 'cash', 'Sold: cost returned'],
  ['trade.sold', 'invested', 'loan', 'Sold: cost returned'],
  ['trade.sold', 'clearing', 'cash', 'Sold: profit'],
  ['trade.sold', 'cash', 'clearing', 'Sold: loss'],
  ['trade.sold', 'loan', 'clearing', 'Sold: loss'],
  ['trade.reversed', 'invested', 'cash', 'Trade reversed by us'],
  ['charge.approved', 'bank', 'fees', 'Charge paid outside the wallet'],
  ['charge.approved', 'bank', 'gst', 'GST on a charge paid outside the wallet'],
] as const)('%s from %s to %s is called %s', (event, debit, credit, words) => {
  expect(whatWords({ event, debit, credit })).toBe(words)
})
