import { expect, test } from 'vitest'
import { changesOf } from './statement-words.ts'

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
