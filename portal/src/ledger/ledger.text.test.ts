import { expect, test } from 'vitest'
import { changesOf, entryLabel } from './ledger.text.ts'

test.each([
  ['bank', 'cash', [{ figure: 'Balance', paise: 10_050n }]],
  [
    'cash',
    'withheld',
    [
      { figure: 'Balance', paise: -10_050n },
      { figure: 'On hold for withdrawal', paise: 10_050n },
    ],
  ],
  ['loans_receivable', 'loan', [{ figure: 'Loan money', paise: 10_050n }]],
  ['bank', 'fees', []],
] as const)('an entry from %s to %s', (debit, credit, changes) => {
  expect(changesOf({ debit, credit, amount: 100.5 })).toEqual(changes)
})

test.each([
  ['trade.bought', 'cash', 'invested', 'Bought'],
  ['trade.sold', 'invested', 'cash', 'Sale: your cost back'],
  ['trade.sold', 'invested', 'loan', 'Sale: your cost back'],
  ['trade.sold', 'clearing', 'cash', 'Sale: profit'],
  ['trade.sold', 'cash', 'clearing', 'Sale: loss'],
  ['trade.sold', 'loan', 'clearing', 'Sale: loss'],
  ['trade.reversed', 'invested', 'cash', 'Trade reversed'],
  ['charge.approved', 'bank', 'fees', 'Charge paid outside the wallet'],
  ['charge.approved', 'bank', 'gst', 'GST on a charge paid outside the wallet'],
] as const)('%s from %s to %s is called %s', (event, debit, credit, label) => {
  expect(entryLabel({ event, debit, credit })).toBe(label)
})
