import { invalid } from '@sauda/contract/platform/error'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { capitals, cell, column, type Format, lettersOf, readTable, text } from './format.ts'

// A new kind of file costs one definition: here a list of holdings.

const row = z.object({
  isin: column('ISIN ISINCODE', capitals),
  client: column('CLIENTID BOID', text),
  quantity: column(
    'QUANTITY FREEBALANCE',
    cell(
      (written) => (/^\d+$/.test(written) ? BigInt(written) : undefined),
      (written) => `{column} is “${written}”, which is no whole number.`,
    ),
  ),
  remark: column('REMARK', text),
})
const holdings: Format<typeof row> = {
  row,
  spelled: lettersOf,
  optional: ['remark'],
  headerRows: 3,
  isBeside: (cells) => cells[0] === 'End of list',
  key: ({ client, isin }) => `${client} ${isin}`,
  judge({ quantity, remark }, before, places) {
    if (before) return { fault: `the holding is in line ${before.line} too.` }
    if (places.remark >= 0 && remark === 'Pledged') return { leftOut: 'pledged' }
    return quantity === 0n ? { leftOut: 'without shares' } : undefined
  },
  errors: { columns: invalid('This is no list of holdings'), noRows: invalid('The list is empty') },
}
const header = 'Sr. No.;BO ID;ISIN Code;Free Balance;Remark'
const read = (lines: readonly string[], changed: Partial<Format<typeof row>> = {}) =>
  readTable(lines.join('\n'), { ...holdings, ...changed })
const faultOf = (...given: Parameters<typeof read>) => {
  try {
    read(...given)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

test('rows below a title are read by any spelling of their columns; whatever is not used is named or counted', () => {
  const lines = [
    'Holdings;;',
    header,
    '1;A1;ine001;5;',
    '',
    '2;A2;INE001;0;',
    '3;A3;INE001;7;Pledged',
    '4;A4;INE002;0;',
  ]
  expect(read([...lines, 'End of list;;;;'])).toMatchObject({
    count: 4,
    rows: [{ line: 3, isin: 'INE001', client: 'A1', quantity: 5n, remark: '' }],
    leftOut: [
      { reason: 'without shares', rows: 2 },
      { reason: 'pledged', rows: 1 },
    ],
    unused: ['Sr. No.'],
    unread: [],
  })
})

test('a cell that cannot be read rejects the file with its line and column, unless the format only names such rows', () => {
  const lines = [header, '1;A1;INE001;5;', '2;A1;INE001;6;', '3;A2;INE001;5.5;', '4;A3;INE001;1;']
  const [again, broken] = [
    'Line 3: the holding is in line 2 too.',
    'Line 4: Free Balance is “5.5”, which is no whole number.',
  ]
  expect(faultOf(lines)).toBe(again)
  expect(faultOf(lines.toSpliced(2, 1, ''))).toBe(broken)
  expect(read(lines, { isLenient: true })).toMatchObject({ rows: [{ line: 2 }, { line: 5 }], unread: [again, broken] })
})

test('a table without the columns, with one twice or without rows is rejected', () => {
  expect(faultOf([header.replace('BO ID', 'Name'), '1;A1;INE001;5;'])).toBe('This is no list of holdings')
  expect(faultOf([header])).toBe('The list is empty')
  const twice = 'Line 1: the column Remark is there twice. Choose the file as it was downloaded.'
  expect(faultOf([header.replace('Sr. No.', 'Remark'), '1;A1;INE001;5;'], { headerRows: 1 })).toBe(twice)
})

test('a table that does not name its columns is read by their places, also from the rows of a workbook', () => {
  const rows = [{ line: 1, cells: ['INE001', 'A1', '5'] }]
  const places = { isin: 0, client: 1, quantity: 2, remark: -1 }
  const expected = { count: 1, rows: [{ line: 1, isin: 'INE001', client: 'A1', quantity: 5n }], unused: [] }
  const unused = ['Column 4']
  expect(read(['INE001,A1,5,new'], { places, headerRows: 1 })).toMatchObject({ ...expected, unused })
  expect(readTable(rows, { ...holdings, places })).toMatchObject(expected)
})
