import { reconciliationErrors } from '@sauda/contract/money/reconciliation'
import { expect, test } from 'vitest'
import { newOperator } from '../../../test/operator.ts'
import { atBank, statementForm } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { excelFile } from '../../../test/workbook.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const { token } = await newOperator(server, 'cashier')
const { send } = atBank(server, token)
const importFile = async (file: string | Buffer, name: string) =>
  (await send('/statements', statementForm(file, name), { 'idempotency-key': crypto.randomUUID() })).body

const rows = [
  ['UPI-RAVI KUMAR-RAVI@OKSBI-SBIN0001234-632312345678-ADD FUND', '0000632312345678', '', '500.00', '1500.00'],
  ['SMS CHARGES', '', '17.70', '', '1482.30'],
  ['SMS CHARGES', '', '17.70', '', '1464.60'],
  ['REVERSAL', '', '', '17.70', '1482.30'],
  ['SMS CHARGES', '', '17.70', '', '1464.60'],
] as const
const day = '19/11/26'

const csv = [
  'Account No : 50200012345678,,,,,',
  'Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance',
  ...rows.map(([text, reference, paid, received, balance]) =>
    [day, text, reference, day, paid, received, balance].join(),
  ),
].join('\n')
const delimited = [
  'Date,Narration,Value Dat,Debit Amount,Credit Amount,Chq/Ref Number,Closing Balance',
  ...rows.map(([text, reference, paid, received, balance]) =>
    [day, text, day, paid || '0.00', received || '0.00', reference, balance].join(),
  ),
].join('\n')
const table = [
  ['HDFC BANK Ltd.', '', '', '', 'Account No : XXXXXX5678'],
  ['Date', 'Narration', 'Chq./Ref.No.', 'Value Dt', 'Withdrawal Amt.', 'Deposit Amt.', 'Closing Balance'],
  ...rows.map(([text, reference, paid, received, balance]) => [
    day,
    text.toLowerCase(),
    reference,
    day,
    paid === '' ? '' : Number(paid),
    received === '' ? '' : Number(received),
    Number(balance),
  ]),
]

test('the lines of a statement are imported once, whatever the format of the file; identical lines stay two', async () => {
  expect(await importFile(delimited, 'a.txt')).toMatchObject({ lines: 5, added: 5 })
  for (const [name, file] of [
    ['a.csv', csv],
    ['a.xlsx', await excelFile(table, 'xlsx')],
    ['a.xls', await excelFile(table)],
  ] as const)
    expect(await importFile(file, name)).toMatchObject({ lines: 5, added: 0 })
})

test('a line imported by an earlier version is recognised by its running balance', async () => {
  const line = '20/11/26,OLD LINE,,20/11/26,,5.00,1469.60'
  const head = csv.split('\n').slice(0, 2)
  expect(await importFile([...head, line].join('\n'), 'old.csv')).toMatchObject({ added: 1 })
  // As if its identity had been built from other columns.
  await server.db.transaction(async (tx) => {
    await tx.run('alter table bank_line disable trigger bank_line_kept')
    await tx.run("update bank_line set identity = sha256('old') where text = 'OLD LINE'")
    await tx.run('alter table bank_line enable trigger bank_line_kept')
  })
  const next = '20/11/26,OLD LINE,,20/11/26,,5.00,1474.60'
  expect(await importFile([...head, line, next].join('\n'), 'new.csv')).toMatchObject({ lines: 2, added: 1 })
})

test('a narration that another download cuts is the same entry, by its day, amount, balance and UTR', async () => {
  const head = csv.split('\n').slice(0, 2)
  const file = (text: string) => [...head, `22/11/26,${text},0000632612345678,22/11/26,,40.00,1540.00`].join('\n')
  expect(await importFile(file('UPI-MIRA-MIRA@OKSBI-632612345678-ADD FUND TO TRADING'), 'long.csv')).toMatchObject({
    added: 1,
  })
  const again = await importFile(file('UPI-MIRA-MIRA@OKSBI-632612345678-ADD FU'), 'cut.csv')
  expect(again).toMatchObject({ lines: 1, added: 0 })
  expect(again.contradicts).toBeUndefined()
})

test('an entry of the same day, amount and narration without the UTR of the earlier one is asked about', async () => {
  const first = 'Date,Narration,UTR,Withdrawal,Deposit\n23/11/2026,NEFT MIRA RAO,N327260000000009,,75.00'
  expect((await importFile(first, 'with.csv')).warnings).toHaveLength(1)
  const second = await importFile('Date,Narration,Withdrawal,Deposit\n23/11/2026,NEFT MIRA RAO,,75.00', 'without.csv')
  expect(second.warnings).toContainEqual(
    'Line 2 has the day, amount and narration of an entry imported before, and only one of the two has a UTR. If it is the same payment, do not import this file.',
  )
})

test('a statement without bookings covers its days, named by the file or by the importer', async () => {
  const header = csv.split('\n').slice(0, 2).join('\n')
  expect(await importFile(`Statement From : 21/11/2025 To : 22/11/2025\n${header}`, 'quiet.csv')).toMatchObject({
    lines: 0,
    added: 0,
    firstOn: '2025-11-21',
    lastOn: '2025-11-22',
  })
  const silent = statementForm(header, 'silent.csv')
  expect((await send('/statements', silent, { 'idempotency-key': crypto.randomUUID() })).body).toEqual(
    reconciliationErrors.noPeriod,
  )
  const key = { 'idempotency-key': crypto.randomUUID() }
  expect((await send('/statements?from=2025-11-23&to=2025-11-23', silent, key)).body).toMatchObject({
    lines: 0,
    firstOn: '2025-11-23',
    lastOn: '2025-11-23',
  })
  const covered = await server.db.rows('select lines, added from bank_statement where lines = 0')
  expect(covered).toHaveLength(2)
})
