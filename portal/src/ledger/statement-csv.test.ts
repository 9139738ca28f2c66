import { expect, test } from 'vitest'
import type { Entry } from './ledger.api.ts'
import { statementCsv } from './statement-csv.ts'

const entry = {
  id: '7',
  journalId: '0198d1b0-0000-4000-8000-000000000001',
  at: '2026-11-20T20:00:05.000Z',
  event: 'adjustment.approved',
  causeId: '0198d1b0-0000-4000-8000-000000000002',
  debit: 'adjustment',
  credit: 'cash',
  amount: 1_00_000.5,
} satisfies Entry
const linesOf = (entries: Entry[]) => statementCsv(entries).split('\n').slice(1, -1)

test('has a line for every figure that changed, in Indian time and rupees', () => {
  const withdrawal = { ...entry, event: 'withdrawal.requested', debit: 'cash', credit: 'withheld' } as const
  expect(linesOf([entry, withdrawal])).toEqual([
    '7,2026-11-21 01:30:05,Adjustment,,Balance,100000.50,',
    '7,2026-11-21 01:30:05,Withdrawal requested,,Balance,,100000.50',
    '7,2026-11-21 01:30:05,Withdrawal requested,,On hold for withdrawal,100000.50,',
  ])
})

test('quotes a reason and escapes a formula in it', () => {
  expect(linesOf([{ ...entry, reason: '=HYPERLINK("x"), see mail' }])).toEqual([
    `7,2026-11-21 01:30:05,Adjustment,"'=HYPERLINK(""x""), see mail",Balance,100000.50,`,
  ])
})

test('starts with a byte order mark and the column names', () => {
  expect(statementCsv([])).toBe('\uFEFFEntry,Date & Time (IST),Details,Reason,Figure,In (₹),Out (₹)\n')
})
