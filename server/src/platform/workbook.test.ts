import { csvErrors } from '@sauda/contract/platform/csv'
import { expect, test } from 'vitest'
import { excelFile, xmlWorkbook } from '../../test/workbook.ts'
import { workbookOf } from './csv.ts'
import { workbookSheets } from './workbook.ts'

const workbookRows = async (bytes: Buffer) => (await workbookSheets(bytes))[0]?.rows() ?? []

const day = new Date(Date.UTC(2026, 10, 19))
const texts = Array.from({ length: 5 }, () => 'text')

test.each(['biff8', 'xlsx'] as const)(
  'a workbook of the type %s gives texts, whole numbers, rupees and days',
  async (type) => {
    const rows = [
      ['HDFC BANK Ltd.'],
      [],
      ['Date', 'Narration', 'Ref', 'Deposit', 'Balance'],
      [day, '  UPI-RAVI\n KUMAR ', 632_312_345_678, 17.7, 1_250_000.05],
      ['19/11/26', '0000632312345678', '', -17.7, 1e21],
    ]
    expect(await workbookRows(await excelFile(rows, type))).toEqual([
      { line: 1, cells: ['HDFC BANK Ltd.', '', '', '', ''], types: texts },
      { line: 3, cells: ['Date', 'Narration', 'Ref', 'Deposit', 'Balance'], types: texts },
      {
        line: 4,
        cells: ['2026-11-19', 'UPI-RAVI  KUMAR', '632312345678', '17.70', '1250000.05'],
        types: ['date', 'text', 'number', 'number', 'number'],
      },
      {
        line: 5,
        cells: ['19/11/26', '0000632312345678', '', '-17.70', '1E+21'],
        types: ['text', 'text', 'text', 'number', 'number'],
      },
    ])
  },
)

test('a sheet that is too wide to be read does not matter to the others', async () => {
  const wide = [Array.from({ length: 300 }, (_, at) => at)]
  const [first, second] = await workbookSheets(await excelFile([['Date', 'Amount']], 'xlsx', { Wide: wide }))
  expect([first?.rows()[0]?.cells, second?.name]).toEqual([['Date', 'Amount'], 'Wide'])
  expect(() => second?.rows()).toThrow(csvErrors.brokenWorkbook.message)
})

test('a workbook written by this server is read unchanged', async () => {
  const bytes = await workbookOf([
    {
      name: 'A',
      rows: [
        ['=1+1', 1500.5, '€ रवि'],
        ['', 412_345_678_901],
      ],
      widths: [],
    },
  ])
  expect((await workbookRows(bytes)).map(({ cells }) => cells)).toEqual([
    ['=1+1', '1500.50', '€ रवि'],
    ['', '412345678901', ''],
  ])
})

test('a number of seconds or a percentage is not a day', async () => {
  const cells =
    '<row r="1"><c r="A1"><v>0.5</v></c><c r="B1" t="d"><v>2026-11-19T00:00:00</v></c><c r="C1" t="b"><v>1</v></c><c r="D1" t="e"><v>#REF!</v></c></row>'
  expect((await workbookRows(xmlWorkbook(cells)))[0]?.cells).toEqual(['0.50', expect.any(String), 'true', ''])
})

const one = '<c r="A1"><v>1</v></c>'
test.each([
  [
    'row 999,999,999',
    `<row r="1">${one}</row><row r="999999999"><c r="A999999999"><v>1</v></c></row>`,
    csvErrors.tooManyLines,
  ],
  ['column ZZZZZZ', `<row r="1">${one}<c r="ZZZZZZ1"><v>1</v></c></row>`, csvErrors.brokenWorkbook],
  ['row 0', '<row r="0"><c r="A0"><v>1</v></c></row>', csvErrors.brokenWorkbook],
  ['no cells', '', csvErrors.brokenWorkbook],
  ['a text that is not there', '<row r="1"><c r="A1" t="s"><v>99</v></c></row>', csvErrors.brokenWorkbook],
])('a workbook with %s is rejected', async (_what, rows, error) => {
  await expect(workbookRows(xmlWorkbook(rows))).rejects.toMatchObject(error)
})
