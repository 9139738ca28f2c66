import { expect, test } from 'vitest'
import { narrationLine, otherChanges } from './statement.text.ts'

const entry = { id: '1', label: '', amount: 100.5 }

test.each([
  ['bank', 'cash', []],
  ['cash', 'withheld', [{ figure: 'On hold for withdrawal', paise: 10_050n }]],
  ['withheld', 'bank', [{ figure: 'On hold for withdrawal', paise: -10_050n }]],
  ['loans_receivable', 'loan', [{ figure: 'Loan money', paise: 10_050n }]],
  ['bank', 'fees', []],
] as const)('an entry from %s to %s', (debit, credit, changes) => {
  expect(otherChanges([{ ...entry, debit, credit }])).toEqual(changes)
})

test('the entries of an event are added up by figure', () => {
  expect(
    otherChanges([
      { ...entry, debit: 'cash', credit: 'invested' },
      { ...entry, debit: 'loan', credit: 'invested' },
    ]),
  ).toEqual([
    { figure: 'Invested', paise: 20_100n },
    { figure: 'Loan money', paise: -10_050n },
  ])
})

test.each([
  [{ reference: 'TRD100001', reason: '2 TCS at ₹2,000.00' }, 'TRD100001 · 2 TCS at ₹2,000.00'],
  [
    { reference: 'TRD100001', reason: 'TRD100001, 2 TCS. Reason: Booked twice' },
    'TRD100001, 2 TCS. Reason: Booked twice',
  ],
  [{ reference: 'WDR100001' }, 'WDR100001'],
  [{ reason: 'Welcome cashback' }, 'Welcome cashback'],
  [{}, ''],
])('%o is shown as one line', (event, line) => {
  expect(narrationLine(event)).toBe(line)
})
