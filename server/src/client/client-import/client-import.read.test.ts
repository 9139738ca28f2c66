import { deserialize } from 'node:v8'
import { clientTextErrors } from '@sauda/contract/platform/client-text'
import { expect, test } from 'vitest'
import { clientCells, type ImportCells, importText, positionCells } from '../../../test/client-import.ts'
import { type FileLine, readFile } from './client-import.read.ts'

const read = (text: string | Buffer): FileLine[] =>
  readFile(Buffer.from(text)).batches.flatMap((each) => deserialize(each) as FileLine[])
const client = clientCells()
const withSemicolons = (lines: readonly ImportCells[]) =>
  importText(lines).replaceAll(/"[^"]*"|,/g, (part) => (part === ',' ? ';' : part))
const problemsOf = (cells: ImportCells) => read(importText([client, positionCells(client, cells)]))[1]?.problems

test('a file with a byte order mark, CRLF, semicolons, quotes and blank lines is read with the numbers of its lines', () => {
  const text = `\uFEFF${withSemicolons([{ ...client, name: '"Iyer", Meera'.replaceAll(/[",]/g, '') }, positionCells(client)])}`
  const [head = '', ...rows] = text.split('\r\n')
  const odd = [head, '', ...rows.flatMap((row) => [row.replaceAll(/[^;]+/g, '"$&"'), ';;;', '   '])].join('\r\n')
  expect(read(odd)).toMatchObject([
    { line: 3, record: 'client', title: 'Iyer Meera', problems: [] },
    { line: 6, record: 'position', problems: [] },
  ])
})

test.each([
  [
    { quantity: '1,000', unit_cost: '2,945.30' },
    { quantity: 1000_00000000n, unitCost: 2945_30000000n },
  ],
  [
    { quantity: '1,50,000', unit_cost: '12' },
    { quantity: 150_000_00000000n, unitCost: 12_00000000n },
  ],
])('thousands commas are read: %j', (cells, position) => {
  expect(read(importText([client, positionCells(client, cells)]))[1]).toMatchObject({ problems: [], position })
})

const commas = (column: string) =>
  `${column} has a comma where a decimal point is expected. Write 2945.30, with or without commas between thousands`
test.each([
  [{ unit_cost: '2945,30' }, [commas('unit_cost')]],
  [{ unit_cost: '2945,3' }, [commas('unit_cost')]],
  [{ quantity: '0,5' }, [commas('quantity')]],
  [{ quantity: '0,500' }, [commas('quantity')]],
  [{ quantity: '1.000,50' }, [commas('quantity')]],
  [{ quantity: '10,00' }, [commas('quantity')]],
])('a decimal comma is rejected instead of being read as a larger number: %j', (cells, problems) => {
  expect(problemsOf(cells)).toEqual(problems)
})

test.each(['1500,50', '0,500', '1.500,00'])('a balance with a decimal comma is rejected: %s', (balance) => {
  expect(read(importText([{ ...client, balance }]))[0]?.problems).toEqual([commas('balance')])
})

test('a filled column whose name is not known is named, an empty one is not', () => {
  const [head = '', row = ''] = importText([client]).split('\r\n')
  expect(readFile(Buffer.from(`${head},KYC Remarks,Branch\n${row},done,`)).unused).toEqual(['KYC Remarks'])
})

test('a name that clients may not read is a problem of its line', () => {
  const problems = (cells: ImportCells) => read(importText([{ ...client, ...cells }]))[0]?.problems
  expect(problems({ name: 'Visit sauda-kyc.com' })).toEqual([clientTextErrors.link('The column name').message])
  expect(problems({ executive: 'Call 98765 43210' })).toEqual([
    clientTextErrors.account('The column executive').message,
  ])
  expect(problems({ name: 'Md.Ali Khan', executive: 'Self' })).toEqual([])
})
