import { expect, test } from 'vitest'
import { csvOfTable } from './table-csv.ts'

const tableOf = (...rows: string[][]) =>
  ({ rows: rows.map((cells) => ({ cells: cells.map((innerText) => ({ innerText })) })) }) as unknown as HTMLTableElement

test('what a cell has below its first line is in one column of details', () => {
  const csv = csvOfTable(
    tableOf(
      ['Client', 'Documents', 'Amount'],
      ['Asha Rao\nSD100001', 'Verified', '₹1,500.50\nloan ₹500.00'],
      ['Ravi Iyer\nSD100002', 'Under review\nFrozen\nClosing', '−₹20.00'],
    ),
  )
  expect(csv.replace('\uFEFF', '').trim().split('\n')).toEqual([
    'Client,Client: details,Documents,Documents: details,Amount,Amount: details',
    'Asha Rao,SD100001,Verified,,1500.5,loan ₹500.00',
    'Ravi Iyer,SD100002,Under review,Frozen; Closing,-20,',
  ])
})
