import { csvErrors } from '@sauda/contract/platform/csv'
import { payoutErrors } from '@sauda/contract/money/payout'
import { type Cell, workbookOf } from '../../platform/csv.ts'
import { payoutLayout, payoutLayouts } from '@sauda/contract/money/payout-layout'
import { describe, expect, test } from 'vitest'
import { layoutNamed } from '../../../test/payout.ts'
import { readAnswer } from './payout.answer-reader.ts'
import { type FileInput, fileRows, nameOfFile, type Payment, payoutFile } from './payout.file.ts'

const payment: Payment = {
  name: 'WDR100001',
  saudaId: 'SD100007',
  paise: 150_000n,
  payeeName: 'Ravi Kumar',
  accountNumber: '00012345678',
  ifsc: 'SBIN0001234',
}
const fileOf = (name: string, ...payments: readonly Partial<Payment>[]): FileInput => ({
  layout: layoutNamed(name),
  batchName: 'PAY100001',
  debitAccount: '50100123456789',
  debitIfsc: 'HDFC0001234',
  serial: 2,
  day: '2026-11-20',
  payments: payments.map((each) => ({ ...payment, ...each })),
})
const textOf = async (file: FileInput) => (await payoutFile(file)).bytes.toString()

describe('the file for', () => {
  test('HDFC has 28 columns without a heading, and is named by code, day, month and serial', async () => {
    const file = fileOf('HDFC ENet', {}, { paise: 20_000_000n }, { ifsc: 'HDFC0009999' })
    expect(nameOfFile(file)).toBe('SAUD2011.002')
    expect(await textOf(file)).toBe(
      [
        'N,,00012345678,1500.00,Ravi Kumar,,,,,,,,,WDR100001,,,,,,,,,20/11/2026,,SBIN0001234,,,\r\n',
        'R,,00012345678,200000.00,Ravi Kumar,,,,,,,,,WDR100001,,,,,,,,,20/11/2026,,SBIN0001234,,,\r\n',
        'I,SD100007,00012345678,1500.00,Ravi Kumar,,,,,,,,,WDR100001,,,,,,,,,20/11/2026,,HDFC0009999,,,\r\n',
      ].join(''),
    )
  })

  test('ICICI is a workbook with the 19 named columns, every cell a text', async () => {
    const file = fileOf('ICICI CIB', {})
    expect(fileRows(file).map((cells) => cells.join('|'))).toEqual([
      'PYMT_PROD_TYPE_CODE|PYMT_MODE|DEBIT_ACC_NO|BNF_NAME|BENE_ACC_NO|BENE_IFSC|AMOUNT|DEBIT_NARR|CREDIT_NARR|MOBILE_NUM|EMAIL_ID|REMARK|PYMT_DATE|REF_NO|ADDL_INFO1|ADDL_INFO2|ADDL_INFO3|ADDL_INFO4|ADDL_INFO5',
      'PAB_VENDOR|NEFT|50100123456789|Ravi Kumar|00012345678|SBIN0001234|1500.00|WDR100001|WDR100001|||WDR100001|20-11-2026|WDR100001|||||',
    ])
    const { name, bytes } = await payoutFile(file)
    expect(name).toBe('PAY100001-2.xlsx')
    expect(bytes.subarray(0, 2).toString()).toBe('PK')
  })

  test('Kotak has 49 columns separated by tildes', async () => {
    const text = await textOf(fileOf('Kotak CMS', {}))
    expect(text.split('~')).toHaveLength(49)
    expect(text).toMatch(
      /^SAUD~RPAY~NEFT~WDR100001~20\/11\/2026~~50100123456789~1500\.00~M~~Ravi Kumar~~SBIN0001234~00012345678~/,
    )
  })

  test('Union Bank begins with its own record', async () => {
    expect(await textOf(fileOf('Union Bank text', {}))).toBe(
      [
        'FILEHDR,SAUD,000002,N,PAY100001\r\n',
        'NEFT,HDFC0001234,50100123456789,SBIN0001234,00012345678,INR,1500.00,WDR100001,Ravi Kumar,,WDR100001\r\n',
      ].join(''),
    )
  })
})

test('no name can add a column or a line, or be read as a formula', async () => {
  const hostile = ['=HYPERLINK("http://x"),1', '+91|~;\tRavi', '@SUM(A1)\r\nN,,1', '-2+3', 'Ravī "Sharmā"', 'रवि Ravi']
  for (const name of payoutLayouts.map((layout) => layout.name)) {
    const rows = fileRows(fileOf(name, ...hostile.map((payeeName) => ({ payeeName }))))
    for (const row of rows)
      expect(row).toHaveLength(rows[0]?.length === 5 && row !== rows[0] ? 11 : (rows[0]?.length ?? 0))
    for (const cell of rows.flat()) expect(cell).toMatch(/^(?![=+@-])[^,~|;"'\r\n\t]*$/)
  }
  const lines = (await textOf(fileOf('HDFC ENet', ...hostile.map((payeeName) => ({ payeeName }))))).split('\r\n')
  expect(lines).toHaveLength(hostile.length + 1)
  expect(lines.slice(-3, -1).map((line) => line.split(',')[4])).toEqual(['Ravi Sharma', 'Ravi'])
})

test('an account number or amount is never cut, a long name is', () => {
  const [row = []] = fileRows(fileOf('HDFC ENet', { payeeName: 'Ravi '.repeat(12), accountNumber: '9'.repeat(30) }))
  expect(row[2]).toBe('9'.repeat(30))
  expect(row[4]).toBe('Ravi '.repeat(8).trim())
})

test.each([
  ['{batch}', 'PAY100001-2'],
  ['PAY.{date:DDMM}.txt', 'PAY.2011-2.txt'],
  ['{corporateCode}.{batch}', 'SAUD.PAY100001-2'],
  ['{date:DD}_{serial:4}.csv', '20_0002.csv'],
  ['रवि', '2'],
])('a file named %s has its number among those of its account and date', (fileName, name) => {
  const file = fileOf('HDFC ENet')
  expect(nameOfFile({ ...file, layout: { ...file.layout, fileName } })).toBe(name)
})

test('the name of a file has letters, digits, dots and hyphens only, whatever the layout says', () => {
  const layout = { ...fileOf('HDFC ENet', {}).layout, fileName: '../भुगतान "x"\r\n; {batch}.txt' }
  expect(nameOfFile({ ...fileOf('HDFC ENet', {}), layout })).toBe('xPAY100001-2.txt')
})

test('every standard layout is valid', () => {
  for (const layout of payoutLayouts) expect(payoutLayout.parse(layout)).toEqual(layout)
})

describe('the answer', () => {
  const readWhole = (name: string, text: string | Buffer) =>
    readAnswer({ bytes: typeof text === 'string' ? Buffer.from(text) : text, layout: layoutNamed(name) })
  const read = async (name: string, text: string | Buffer) => (await readWhole(name, text)).lines

  test('of HDFC is read by position, with the bank’s reference and the reason', async () => {
    const text = [
      'WDR100001,RAVI,123,HDFC0000001,SB,1500.00,20261120,N324261234567890,E,',
      'WDR100002,RAVI,123,HDFC0000001,SB,"2,000.50",20261120,,R,ACCOUNT CLOSED',
    ].join('\n')
    expect(await read('HDFC ENet', text)).toEqual([
      { line: 1, name: 'WDR100001', paise: 150_000n, status: 'E', isPaid: true, utr: 'N324261234567890', reason: '' },
      { line: 2, name: 'WDR100002', paise: 200_050n, status: 'R', isPaid: false, utr: '', reason: 'ACCOUNT CLOSED' },
    ])
  })

  test('says which filled columns are not used, by their headings or, where they are counted, their numbers', async () => {
    const named = 'Ref_No,Amount,Status,UTR No.,Branch,Payee\nWDR100001,1500,Success,KKBKH26324123456,Fort,'
    expect((await readWhole('Kotak CMS', named)).unused).toEqual(['Branch'])
    const counted = 'WDR100001,RAVI,,,,1500.00,20261120,N324261234567890,E,'
    expect((await readWhole('HDFC ENet', counted)).unused).toEqual(['Column 2', 'Column 7'])
  })

  test('says how many rows name no payment', async () => {
    const rows = ['WDR100001,RAVI,,,,1500.00,20261120,N324261234567890,E,', 'TOTAL,,,,,1500.00,,,,', ',,,,,2.00,,N1,E,']
    const { lines, leftOut } = await readWhole('HDFC ENet', rows.join('\n'))
    expect([lines.length, leftOut]).toEqual([1, 2])
  })

  test('of another bank is read by its headings, with any separator', async () => {
    for (const delimiter of [',', '|', '~', ';', '\t']) {
      const rows = [
        ['Report of payments'],
        ['Ref_No', 'Amount', 'Status', 'UTR No.', 'Reject reason'],
        ['WDR100001', '1500', 'Success', 'KKBKH26324123456', ''],
        ['WDR100002', '₹ 10.5', 'RETURNED', '', 'No such account'],
        ['Total', '1510.50', '', '', ''],
      ]
      expect(await read('Kotak CMS', rows.map((row) => row.join(delimiter)).join('\n'))).toMatchObject([
        { line: 3, name: 'WDR100001', paise: 150_000n, isPaid: true, utr: 'KKBKH26324123456' },
        { line: 4, name: 'WDR100002', paise: 1050n, isPaid: false, reason: 'No such account' },
      ])
    }
  })

  test('is read from a workbook as from text, with amounts and references as text or numbers', async () => {
    const book = (rows: readonly (readonly Cell[])[]) => workbookOf([{ name: 'Answer', rows, widths: [] }])
    const hdfc = await book([
      ['WDR100001', 'RAVI', '123', 'HDFC0000001', 'SB', 1500, '20261120', 412345678901, 'E', ''],
    ])
    expect(await read('HDFC ENet', hdfc)).toMatchObject([
      { line: 1, name: 'WDR100001', paise: 150_000n, isPaid: true, utr: '412345678901' },
    ])
    const kotak = await book([
      ['Report of payments'],
      ['Ref_No', 'Amount', 'Status', 'UTR No.', 'Reject reason'],
      ['WDR100001', '1,500.00', 'Success', 'KKBKH26324123456', ''],
      ['WDR100002', 10.5, 'RETURNED', '', '=No such account'],
    ])
    expect(await read('Kotak CMS', kotak)).toMatchObject([
      { line: 3, paise: 150_000n, isPaid: true, utr: 'KKBKH26324123456' },
      { line: 4, paise: 1050n, isPaid: false, reason: '=No such account' },
    ])
    await expect(read('Kotak CMS', await book([['Name'], ['Ravi']]))).rejects.toThrow(
      payoutErrors.unknownColumns.message,
    )
    await expect(read('Kotak CMS', Buffer.from('504b0304aa', 'hex'))).rejects.toThrow(csvErrors.brokenWorkbook.message)
  })
})
