import { expect, test } from 'vitest'
import type { Entry } from './ledger.api.ts'
import { statementFile } from './statement-file.ts'

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
const linesOf = (entries: Entry[]) => statementFile(entries).split('\n').slice(1, -1)

test('a line for every figure that changed, at Indian time, in rupees', () => {
  const asked = { ...entry, event: 'withdrawal.requested', debit: 'cash', credit: 'withheld' } as const
  expect(linesOf([entry, asked])).toEqual([
    '7,2026-11-21 01:30:05,Correction by us,,Balance,100000.50,',
    '7,2026-11-21 01:30:05,Withdrawal requested,,Balance,,100000.50',
    '7,2026-11-21 01:30:05,Withdrawal requested,,On its way to your bank,100000.50,',
  ])
})

test('a reason with a comma, a quote or a formula in it stays one harmless cell', () => {
  expect(linesOf([{ ...entry, reason: '=HYPERLINK("x"), see mail' }])).toEqual([
    `7,2026-11-21 01:30:05,Correction by us,"'=HYPERLINK(""x""), see mail",Balance,100000.50,`,
  ])
})

test('a spreadsheet is told the alphabet, and of nothing but the headings where nothing has changed', () => {
  expect(statementFile([])).toBe('\uFEFFEntry,Date & Time (IST),What,Reason,Figure,In (₹),Out (₹)\n')
})
