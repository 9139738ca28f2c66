import type { StatementLayout } from '@sauda/contract/money/statement-layout'
import { reconciliationErrors } from '@sauda/contract/money/reconciliation'
import { describe, expect, test } from 'vitest'
import writeWorkbook from 'write-excel-file/node'
import { moneyOperator } from '../../../test/money.ts'
import { atBank, statementForm } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { readFile } from './reconciliation.file.ts'
import type { ReadLine } from './reconciliation.read.ts'
import { deserialize } from 'node:v8'

type Cell = string | number | Date
/** The same two payments and a fee, in the published layout of each bank. */
const published: Record<string, { csv: string; sheet: Cell[][] }> = {
  'HDFC, delimited and as workbook': {
    csv: `
 Date     ,Narration                                 ,Value Dat,Debit Amount       ,Credit Amount      ,Chq/Ref Number   ,Closing Balance
 18/11/26 ,UPI-ASHA-asha@ybl-YESB0000001-632312340001-ADD ,18/11/26 ,0.00 ,1500.00 ,0000632312340001 ,11500.00
 19/11/26 ,IMPS-632312340002-RAVI-WDR100002 ,19/11/26 ,700.25 ,0.00 ,0000632312340002 ,10799.75
 19/11/26 ,SMS CHARGES ,19/11/26 ,17.70 ,0.00 , ,10782.05`,
    sheet: [
      ['HDFC BANK Ltd.'],
      ['Account No : 50200012345678'],
      ...Array.from({ length: 18 }, () => ['']),
      ['Date', 'Narration', 'Chq./Ref.No.', 'Value Dt', 'Withdrawal Amt.', 'Deposit Amt.', 'Closing Balance'],
      ['********', '********', '********', '********', '********', '********', '********'],
      ['18/11/26', 'UPI-ASHA-asha@ybl-YESB0000001-632312340001-ADD', '0000632312340001', '18/11/26', '', 1500, 11500],
      ['19/11/26', 'IMPS-632312340002-RAVI-WDR100002', '0000632312340002', '19/11/26', 700.25, '', 10799.75],
      ['19/11/26', 'SMS CHARGES', '', '19/11/26', 17.7, '', 10782.05],
      ['********', '********', '********', '********', '********', '********', '********'],
      ['STATEMENT SUMMARY :-'],
      ['Opening Balance', '', 'Dr Count', 'Cr Count', 'Debits', 'Credits', 'Closing Bal'],
    ],
  },
  ICICI: {
    csv: `DETAILED STATEMENT
,"S No.","Value Date","Transaction Date","Cheque Number","Transaction Remarks","Withdrawal Amount (INR )","Deposit Amount (INR )","Balance (INR )"
,"1","18/11/2026","18/11/2026","-","UPI/632312340001/ADD/asha@ybl/YES BANK","0","1,500.00","11,500.00"
,"2","19/11/2026","19/11/2026","-","MMT/IMPS/632312340002/WDR100002/RAVI","700.25","0","10,799.75"
,"3","19/11/2026","19/11/2026","-","SMS CHARGES","17.70","0","10,782.05"
Legends Used in Account Statement`,
    sheet: [
      ['', 'DETAILED STATEMENT'],
      ['', 'Account Number', '', '000405001234 ( INR )'],
      [
        '',
        'S No.',
        'Value Date',
        'Transaction Date',
        'Cheque Number',
        'Transaction Remarks',
        'Withdrawal Amount\n(INR )',
        'Deposit Amount (INR )',
        'Balance (INR )',
      ],
      ['', 1, '18/11/2026', '18/11/2026', '-', 'UPI/632312340001/ADD/asha@ybl/YES BANK', 0, 1500, 11500],
      ['', 2, '19/11/2026', '19/11/2026', '-', 'MMT/IMPS/632312340002/WDR100002/RAVI', 700.25, 0, 10799.75],
      ['', 3, '19/11/2026', '19/11/2026', '-', 'SMS CHARGES', 17.7, 0, 10782.05],
    ],
  },
  SBI: {
    csv: `Account Number\t:\t_00000012345678901
Start Date\t:\t_1 Nov 2026

Txn Date\tValue Date\tDescription\tRef No./Cheque No.\tDebit\tCredit\tBalance
18 Nov 2026\t18 Nov 2026\tBY TRANSFER-UPI/CR/632312340001/ASHA/YESB/asha@ybl/ADD--\tTRANSFER FROM 4897690162095\t \t1,500.00\t11,500.00
19 Nov 2026\t19 Nov 2026\tTO TRANSFER-INB IMPS/632312340002/WDR100002--\tTRANSFER TO 4897690162096\t700.25\t \t10,799.75
19 Nov 2026\t19 Nov 2026\tSMS CHARGES\t \t17.70\t \t10,782.05
**This is a computer generated statement and does not require a signature`,
    sheet: [
      ['Account Number', ':', '_00000012345678901'],
      ['Txn Date', 'Value Date', 'Description', 'Ref No./Cheque No.', 'Debit', 'Credit', 'Balance'],
      [
        new Date('2026-11-18'),
        new Date('2026-11-18'),
        'BY TRANSFER-UPI/CR/632312340001/ASHA/YESB/asha@ybl/ADD--',
        'TRANSFER FROM 4897690162095',
        ' ',
        1500,
        11500,
      ],
      [
        new Date('2026-11-19'),
        new Date('2026-11-19'),
        'TO TRANSFER-INB IMPS/632312340002/WDR100002--',
        'TRANSFER TO 4897690162096',
        700.25,
        ' ',
        10799.75,
      ],
      [new Date('2026-11-19'), new Date('2026-11-19'), 'SMS CHARGES', ' ', 17.7, ' ', 10782.05],
    ],
  },
  Axis: {
    csv: `Name :- SAUDA BROKING
IFSC Code :- UTIB0000001
Statement of Account No :918020012345678 for the period (From : 18-11-2026 To : 19-11-2026)

Tran Date,CHQNO,PARTICULARS,DR,CR,BAL,SOL
18-11-2026,-,UPI/P2A/632312340001/ASHA/ADD, ,1500.00,11500.00,004
19-11-2026,-,IMPS/P2A/632312340002/RAVI/WDR100002,700.25, ,10799.75,004
19-11-2026,-,SMS CHARGES,17.70, ,10782.05,004

Legends :`,
    sheet: [
      ['Statement of Account No :918020012345678'],
      ['Tran Date', 'CHQNO', 'PARTICULARS', 'DR', 'CR', 'BAL', 'INIT BR'],
      ['18-11-2026', '-', 'UPI/P2A/632312340001/ASHA/ADD', '', 1500, 11500, '004'],
      ['19-11-2026', '-', 'IMPS/P2A/632312340002/RAVI/WDR100002', 700.25, '', 10799.75, '004'],
      ['19-11-2026', '-', 'SMS CHARGES', 17.7, '', 10782.05, '004'],
    ],
  },
  Kotak: {
    csv: `Account No.,1234567890
Sl. No.,Transaction Date,Value Date,Description,Chq / Ref No.,Amount,Dr / Cr,Balance,Dr / Cr
1,18-11-2026 10:22:33,18-11-2026,UPI/ASHA/632312340001/ADD,UPI-632312340001,"1,500.00",CR,"11,500.00",CR
2,19-11-2026 11:05:00,19-11-2026,IMPS/RAVI/632312340002/WDR100002,IMPS-632312340002,700.25,DR,"10,799.75",CR
3,19-11-2026 23:59:59,19-11-2026,SMS CHARGES,,17.70,DR,"10,782.05",CR`,
    sheet: [
      ['Sl. No.', 'Date', 'Description', 'Chq / Ref number', 'Amount', 'Dr / Cr', 'Balance', 'Dr / Cr'],
      [3, '19-11-2026', 'SMS CHARGES', '', 17.7, 'DR', 10782.05, 'CR'],
      [2, '19-11-2026', 'IMPS/RAVI/632312340002/WDR100002', 'IMPS-632312340002', 700.25, 'DR', 10799.75, 'CR'],
      [1, '18-11-2026', 'UPI/ASHA/632312340001/ADD', 'UPI-632312340001', 1500, 'CR', 11500, 'CR'],
    ],
  },
}

const workbook = (rows: readonly Cell[][]): Promise<Buffer> => {
  const data = rows.map((row) =>
    row.map((value) => {
      if (value instanceof Date) return { value, type: Date, format: 'dd mmm yyyy' }
      return typeof value === 'number' ? { value, type: Number } : { value, type: String }
    }),
  )
  return writeWorkbook([{ sheet: 'Statement', data }]).toBuffer()
}

const linesOf = async (bytes: Buffer) => {
  const { batches } = await readFile({ bytes })
  return batches
    .flatMap((batch) => deserialize(batch) as ReadLine[])
    .map(({ bookedOn, direction, amount, reference, balance }) => [
      bookedOn,
      direction === 'credit' ? amount : -amount,
      reference,
      balance,
    ])
}

describe.each(Object.entries(published))('a statement of %s', (_, { csv, sheet }) => {
  const same = [
    ['2026-11-18', 150_000n, '632312340001', 1_150_000n],
    ['2026-11-19', -70_025n, '632312340002', 1_079_975n],
    ['2026-11-19', -1770n, undefined, 1_078_205n],
  ]
  test('is read as text', async () => expect(await linesOf(Buffer.from(csv))).toEqual(same))
  test('is read as a workbook', async () => expect(await linesOf(await workbook(sheet))).toEqual(same))
  test('is rejected with a line missing, naming the next one', async () => {
    const without = csv.split('\n').filter((line) => !line.includes('632312340002'))
    await expect(linesOf(Buffer.from(without.join('\n')))).rejects.toThrow(/^Line \d+: the balance does not follow/)
  })
})

test('a balance in a second Dr / Cr column is below zero where it says Dr', async () => {
  const text = `Date,Description,Amount,Dr / Cr,Balance,Dr / Cr
18-11-2026,FEE,50.00,DR,20.00,DR
19-11-2026,UPI,70.00,CR,50.00,CR`
  expect((await linesOf(Buffer.from(text))).map((line) => line[3])).toEqual([-2000n, 5000n])
})

describe('an unknown layout', async () => {
  const server = await testServer({ RATE_LIMITS: 'off' })
  const { db, call } = server
  const { token } = await moneyOperator(server)
  const bank = atBank(server, token)
  const receiving = (await db.row<{ id: string }>('select id from broker_bank where receives'))?.id ?? ''
  const header = ['When', 'What', 'Zone', 'Out', 'In', 'Left']
  const text = `A bank nobody knows\n${header.join(';')}\n18/11/2026;Asha;E;;10,50;110,50`.replaceAll(',', '.')
  const layout: StatementLayout = { header, date: 0, text: 1, withdrawal: 3, deposit: 4, balance: 5 }
  const save = (body: object, id = receiving) => call('PUT', `/desk/reconciliation/layouts/${id}`, { token, body })

  test('is rejected, its rows are shown, and with chosen columns it is read from then on', async () => {
    expect((await bank.send('/preview', statementForm(text))).body).toEqual(reconciliationErrors.noHeader)
    const { body } = await bank.send('/columns', statementForm(text))
    expect(body.rows[1]).toEqual(header)
    const sheet = await bank.send(
      '/columns',
      statementForm(await workbook([header, ['18/11/2026', 'A', 'E', '', 1, 2]])),
    )
    expect(sheet.body.rows[0]).toEqual(header)
    expect((await save(layout)).status).toBe(200)
    const book = await workbook([header, ['18/11/2026', 'B', 'E', '', 3, 5]])
    expect((await bank.send('/preview', statementForm(book))).body).toMatchObject({ lines: 1, credits: 3, added: 1 })
    const preview = await bank.send('/preview', statementForm(text))
    expect(preview.body).toMatchObject({ lines: 1, credits: 10.5, added: 1 })
    expect(preview.body.columns).toContainEqual({ header: 'In', readAs: 'Received' })
    expect((await bank.importText(text)).body.added).toBe(1)
    expect((await bank.importText(text)).body.added).toBe(0)
    expect((await call('GET', '/desk/reconciliation/layouts', { token })).body.layouts).toEqual([
      { bankAccountId: receiving, layout },
    ])
    const audited = await db.rows("select after from audit where action = 'reconciliation.layout'")
    expect(audited).toEqual([
      { after: { date: 'When', text: 'What', withdrawal: 'Out', deposit: 'In', balance: 'Left' } },
    ])
  })

  test('debit and credit exchanged do not follow the running balance', async () => {
    await save({ ...layout, withdrawal: 4, deposit: 3 })
    const two = `${text}\n19/11/2026;Ravi;E;5.00;;105.50`
    expect((await bank.importText(two)).body.message).toMatch(/^Line 4: the balance does not follow/)
    await save(layout)
    expect((await bank.importText(two)).body.added).toBe(1)
  })

  test('a booking cannot be chosen as the names of the columns', async () => {
    const booking = ['18/11/2026', 'Asha', 'E', '', '10.50', '110.50']
    const { status, body } = await save({ ...layout, header: booking })
    expect([status, body.message]).toEqual([
      400,
      expect.stringMatching(/^This row is a booking\. Choose the row with the names/),
    ])
  })

  test('an account may be overdrawn: a column says Cr or Dr of its balance', async () => {
    await save({ ...layout, header: [...header, 'Way'], balanceType: 6 })
    const text = `${header.join(';')};Way\n18/11/2026;Asha;E;70.00;;20.00;Dr\n19/11/2026;Ravi;E;;50.00;30.00;Cr`
    expect((await bank.send('/preview', statementForm(text))).body).toMatchObject({ lines: 2, credits: 50, debits: 70 })
    await save(layout)
  })

  test('needs a date, a narration, the amounts and different columns', async () => {
    for (const wrong of [{ deposit: undefined }, { date: 9 }, { date: 60 }, { text: 0 }, { type: 2 }, { header: [] }])
      expect((await save({ ...layout, ...wrong })).status).toBe(400)
    expect((await save({ ...layout, withdrawal: undefined, deposit: undefined, amount: 3, type: 2 })).status).toBe(200)
    expect((await save(layout, '00000000-0000-4000-8000-000000000000')).status).toBe(404)
  })
})
