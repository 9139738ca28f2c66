import { csvErrors, csvRules } from '@sauda/contract/platform/csv'
import { reconciliationErrors } from '@sauda/contract/money/reconciliation'
import { describe, expect, test } from 'vitest'
import { readStatement } from './reconciliation.read.ts'

const read = (text: string) => readStatement(Buffer.from(text))
const brief = (text: string) =>
  read(text).lines.map(({ bookedOn, direction, amount, reference, balance }) => [
    bookedOn,
    direction === 'credit' ? amount : -amount,
    reference,
    balance,
  ])
const refusal = (text: string): string => {
  try {
    read(text)
  } catch (error) {
    return (error as Error).message
  }
  return 'nothing was refused'
}

const header = 'Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.,Closing Balance'
const table = (...lines: string[]) => [header, ...lines].join('\n')

describe('statements in the formats of Indian banks', () => {
  test('HDFC: an address above, stars and a summary below', () => {
    const text = `HDFC BANK Ltd.,,,,Page No .: 1,,Statement of accounts
,,,,,,
MR SAUDA BROKING,,,,Account No : 50200012345678,,
********,,,,,,
Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance
********,********,********,********,********,********,********
19/11/26,UPI-RAVI KUMAR-RAVI@OKSBI-SBIN0001234-632312345678-ADD FUND,0000632312345678,19/11/26,,"1,00,000.00","12,50,000.00"
19/11/26,"NEFT DR-ICIC0000001-GITA MENON-NETBANK, MUM-N323261234567890-WDR100002",N323261234567890,19/11/26,"18,500.50",,"12,31,499.50"

********,********,********,********,********,********,********
STATEMENT SUMMARY :-,,,,,,
Opening Balance,,Dr Count,Cr Count,Debits,Credits,Closing Bal
11,50,000.00,,1,1,18500.50,100000.00,1231499.50`
    expect(brief(text)).toEqual([
      ['2026-11-19', 10_000_000n, '632312345678', 125_000_000n],
      ['2026-11-19', -1_850_050n, 'N323261234567890', 123_149_950n],
    ])
    expect(read(text).columns).toEqual([
      { header: 'Date', readAs: 'Date' },
      { header: 'Narration', readAs: 'Text' },
      { header: 'Chq./Ref.No.', readAs: 'Reference' },
      { header: 'Withdrawal Amt.', readAs: 'Paid out' },
      { header: 'Deposit Amt.', readAs: 'Received' },
      { header: 'Closing Balance', readAs: 'Balance' },
    ])
  })

  test('ICICI: numbered lines, hyphens for no cheque, zeros for no amount, newest first', () => {
    const text = `DETAILED STATEMENT
"S No.","Value Date","Transaction Date","Cheque Number","Transaction Remarks","Withdrawal Amount(INR)","Deposit Amount(INR)","Balance(INR)"
"2","19/11/2026","19/11/2026","-","MMT/IMPS/632309109865/SD7K3M9P2Q4R6S8T0V/RAVI/HDFC0000443","0.00","25,000.00","60,000.00"
"1","18/11/2026","18/11/2026","-","UPI/632209181704/Payment/ravi@okhdfc/HDFC BANK/ICI7de43fa40188479e","500","0.00","35,000.00"
"Legends Used in Account Statement"`
    expect(brief(text)).toEqual([
      ['2026-11-18', -50_000n, '632209181704', 3_500_000n],
      ['2026-11-19', 2_500_000n, '632309109865', 6_000_000n],
    ])
    expect(read(text).lines[1]?.names).toEqual(['632309109865', 'SD7K3M9P2Q4R6S8T0V', 'HDFC0000443'])
  })

  test('SBI: tabs, days with months in words, a byte order mark', () => {
    const text = `\uFEFFAccount Number\t_00000012345678901
Txn Date\tValue Date\tDescription\tRef No./Cheque No.\t        Debit\tCredit\tBalance
1 Nov 2026\t1 Nov 2026\tBROUGHT FORWARD\t\t\t\t1,000.00
19 Nov 2026\t19 Nov 2026\tBY TRANSFER-UPI/CR/632311112222/ASHA/YESB/asha@ybl/Add--\tTRANSFER FROM 4897690162095\t \t500.00\t1,500.00
**This is a computer generated statement and does not require a signature`
    const statement = read(text)
    expect(statement.withoutAmount).toBe(1)
    expect(brief(text)).toEqual([['2026-11-19', 50_000n, '632311112222', 150_000n]])
  })

  test('Kotak: one column of amounts beside Dr / Cr, and a second Dr / Cr for the balance', () => {
    const text = `Sl. No.,Date,Description,Chq / Ref number,Amount,Dr / Cr,Balance,Dr / Cr
1,18-11-2026,UPI/RAVI/632212344321/UPI,UPI-632212344321,250.00,CR,250.00,CR
2,19-11-2026,SMS CHARGES,,17.7,DR,232.30,CR
,,Closing balance,,,,232.30,CR`
    expect(brief(text)).toEqual([
      ['2026-11-18', 25_000n, '632212344321', 25_000n],
      ['2026-11-19', -1770n, undefined, 23_230n],
    ])
  })

  test('Union, Axis, Bank of Baroda: other words, semicolons, Cr behind the amount, a time behind the day', () => {
    expect(
      brief('Tran Id|Tran Date|Remarks|Amount (Rs.)|Balance (Rs.)\nS1234567|19/11/2026|NEFT:ASHA|500.0 (Cr)|9.00(Cr)'),
    ).toEqual([['2026-11-19', 50_000n, 'S1234567', 900n]])
    expect(brief('Tran Date;CHQNO;PARTICULARS;DR;CR;BAL;SOL\n19-11-2026;;UPI/P2A/632312340000/ASHA;;75;1;004')).toEqual(
      [['2026-11-19', 7500n, '632312340000', 100n]],
    )
    expect(
      brief('S.No,Date & Time,Description,Cheque No,Debit,Credit,Balance\n1,19-11-2026 10:22:33 AM,CASH,,,75,1,'),
    ).toEqual([['2026-11-19', 7500n, undefined, 100n]])
  })

  test('HDFC delimited: a comma in a narration without quotes, where the running balance confirms it', () => {
    const head = 'Date,Narration,Value Dat,Debit Amount,Credit Amount,Chq/Ref Number,Closing Balance'
    const lines = [
      '18/11/26,PAID BY RAVI, SONS, AND CO,18/11/26,0.00,500.00,0000632212345678,10500.00',
      '19/11/26,SMS CHARGES,19/11/26,17.70,0.00,,10482.30',
      '19/11/26,RENT, NOVEMBER,19/11/26,482.30,0.00,N123456,10000.00',
    ]
    for (const order of [lines, lines.toReversed()]) {
      const read_ = read([head, ...order].join('\n'))
      expect(read_.lines.map(({ text, amount }) => [text, amount])).toEqual([
        ['PAID BY RAVI, SONS, AND CO', 50_000n],
        ['SMS CHARGES', 1770n],
        ['RENT, NOVEMBER', 48_230n],
      ])
    }
    const wrong = lines.map((line) => line.replace('10000.00', '10001.00'))
    expect(refusal([head, ...wrong].join('\n'))).toBe(
      'Line 4: it has 8 cells where 7 are expected. A text with the delimiter in it needs quotes.',
    )
  })

  test('Axis: totals and the closing balance below the table, with a date or without', () => {
    const text = `Tran Date,CHQNO,PARTICULARS,DR,CR,BAL,SOL
,,OPENING BALANCE,,,1000.00,
18-11-2026,-,UPI/P2A/632212340000/ASHA,,500.00,1500.00,004
19-11-2026,-,TOTAL GAS AGENCY,200.00,,1300.00,004
,,TRANSACTION TOTAL DR/CR,200.00,500.00,,
19-11-2026,,TRANSACTION TOTAL,200.00,500.00,,
19-11-2026,,CLOSING BALANCE,,1300.00,1300.00,
Legends :,,,,,,`
    expect(brief(text)).toEqual([
      ['2026-11-18', 50_000n, '632212340000', 150_000n],
      ['2026-11-19', -20_000n, undefined, 130_000n],
    ])
  })

  test('one column of signed amounts: a sign or brackets say paid out, none says received', () => {
    const text = (...amounts: string[]) =>
      ['Date,Narration,Amount,Balance', ...amounts.map((amount) => `19/11/2026,UPI,${amount}`)].join('\n')
    const amounts = (...cells: string[]) => brief(text(...cells)).map(([, amount]) => amount)
    expect(amounts('500.00,(1.00)', '"(1,234.00)",', '-1234,', '₹ -10.50,', '-₹10.50,', '"1,234.00-",', '+7,')).toEqual(
      [50_000n, -123_400n, -123_400n, -1050n, -1050n, -123_400n, 700n],
    )
    expect(brief(text('-500.00,(1.00)'))[0]?.[3]).toBe(-100n)
    expect(amounts('"1,234.00 Cr",', '"1,234.00 Dr",', '"(1,234.00) Dr",')).toEqual([123_400n, -123_400n, -123_400n])
    expect(refusal(text('-500.00 Cr,'))).toBe('Line 2: -500.00 Cr has a sign that contradicts its Cr or Dr.')
    expect(refusal(text('500.00,'))).toBe('Line 2: nothing says whether the amount was received (Cr) or paid out (Dr).')
  })

  test('Windows-1252: the letters of a narration are right', () => {
    const bytes = Buffer.from(table('19/11/2026,CAF\u00C9,,,500,'), 'latin1')
    expect(readStatement(bytes).lines[0]?.text).toBe('CAFÉ')
  })

  test('reads a number protected as ="…"', () => {
    expect(brief(table('19-Nov-26,UPI,="632300001111",,"₹ 1,000",'))).toEqual([
      ['2026-11-19', 100_000n, '632300001111', undefined],
    ])
  })

  test('joins a narration that continues on its own row', () => {
    const { lines } = read(table('19/11/2026,UPI-RAVI KUMAR-,,,500,', ',632399998888-ADD FUND,,,,'))
    expect(lines.map(({ text, reference }) => [text, reference])).toEqual([
      ['UPI-RAVI KUMAR- 632399998888-ADD FUND', '632399998888'],
    ])
  })

  test('skips headers repeated on every page', () => {
    const { lines } = read(table('19/11/2026,A,,,1,', header, '19/11/2026,B,,,2,'))
    expect(lines).toHaveLength(2)
  })
})

describe('days', () => {
  test.each([
    ['1/2/2026', '2026-02-01'],
    ['01-02-26', '2026-02-01'],
    ['01.02.2026', '2026-02-01'],
    ['1-Feb-26', '2026-02-01'],
    ['01 FEB 2026', '2026-02-01'],
    ['01/Sept/2026', '2026-09-01'],
    ['2026-02-01', '2026-02-01'],
    ['29/02/2024', '2024-02-29'],
    ['19/11/2026 23:59:59', '2026-11-19'],
  ])('%s is %s', (written, day) => {
    expect(read(table(`${written},A,,,1,`)).lines[0]?.bookedOn).toBe(day)
  })
  test.each(['31/02/2026', '11/19/2026', '46345', '29/02/2026', '1-Foo-26', '20261119'])('%s is invalid', (written) => {
    expect(refusal(table('19/11/2026,A,,,1,', `${written},B,,,1,`))).toBe(
      `Line 3: “${written}” is not a date as Indian banks write it, such as 19/11/2026.`,
    )
  })
  test('a future day means that month and day were exchanged', () => {
    expect(refusal(table('05/12/2049,A,,,1,'))).toBe(
      'Line 2: 05/12/2049 lies in the future. Dates must be written day/month/year.',
    )
  })
})

describe('amounts', () => {
  test.each([
    ['"1,00,000.00"', 10_000_000n],
    ['"100,000.00"', 10_000_000n],
    ['100000', 10_000_000n],
    ['0.5', 50n],
    ['"Rs. 12.30"', 1230n],
    ['500.500', 50_050n],
    ['9999999999999.99', 999_999_999_999_999n],
  ])('%s', (written, paise) => {
    expect(read(table(`19/11/2026,A,,,${written},`)).lines[0]?.amount).toBe(paise)
  })
  test.each([
    ['"1,0"', '“1,0” is not an amount in rupees.'],
    ['500.005', '“500.005” is not an amount in rupees.'],
    ['five', '“five” is not an amount in rupees.'],
    ['99999999999999', '“99999999999999” is not an amount in rupees.'],
    [
      '1e21',
      '1e21 was rounded by a spreadsheet. Download the file again and choose it without opening it in a spreadsheet.',
    ],
    ['-500.00', '-500.00 is negative in the column of deposits.'],
    ['(500.00)', '(500.00) is negative in the column of deposits.'],
  ])('%s is rejected with its line', (written, fault) => {
    expect(refusal(table(`19/11/2026,A,,,${written},`))).toBe(`Line 2: ${fault}`)
  })
  test('one column of amounts must say which way each went', () => {
    expect(refusal('Date,Description,Amount\n19/11/2026,A,500')).toBe(
      'Line 2: nothing says whether the amount was received (Cr) or paid out (Dr).',
    )
  })
})

describe('names unreadable lines', () => {
  test.each([
    ['no date', ',UPI,,,500,', 'it has an amount and no date.'],
    ['both ways', '19/11/2026,UPI,,500,500,', 'it has an amount received and an amount paid out.'],
    [
      'a formula',
      '19/11/2026,"=HYPERLINK(""http://x"")",,,500,',
      '“Narration” holds a formula. Use the file as the bank gives it.',
    ],
    ['a command', '19/11/2026,"@SUM(1,1)",,,500,', '“Narration” holds a formula. Use the file as the bank gives it.'],
    [
      'a rounded reference',
      '19/11/2026,UPI,6.32312E+11,,500,',
      'the reference 6.32312E+11 was rounded by a spreadsheet. Download the file again and choose it without opening it in a spreadsheet.',
    ],
    [
      'a comma without quotes',
      '19/11/2026,UPI,RAVI,,,500,,',
      'it has 8 cells where 6 are expected. A text with the delimiter in it needs quotes.',
    ],
    ['cut off', '19/11/2026,UPI', 'it ends before the amount.'],
    [
      'a text of 1,001 characters',
      `19/11/2026,${'x'.repeat(1001)},,,500,`,
      'the text has more than 1,000 characters. A quote may be missing.',
    ],
  ])('%s', (_what, line, fault) => {
    expect(refusal(table('19/11/2026,A,,,1,', line))).toBe(`Line 3: ${fault}`)
  })

  test('accepts extra empty cells if every line has them', () => {
    expect(brief(table('19/11/2026,A,,,1,,', '19/11/2026,B,,,2,,'))).toHaveLength(2)
    expect(refusal(table('19/11/2026,A,B,,,1,', '19/11/2026,B,,,2,'))).toMatch(/^Line 3: it has 6 cells/)
  })

  test('reports a booking below the end of the table', () => {
    expect(refusal(table('19/11/2026,A,,,1,', 'Total,,,,1,', '20/11/2026,B,,,1,'))).toBe(
      'Line 4: it has a date and an amount, but the table ended on line 3.',
    )
  })

  test.each([
    ['no header', 'a,b\n1,2'],
    ['only a date and a text', 'Date,Narration\n19/11/2026,A'],
    ['a header too far down', `${'x\n'.repeat(60)}${table('19/11/2026,A,,,1,')}`],
  ])('%s', (_what, text) => {
    expect(refusal(text)).toBe(reconciliationErrors.noHeader.message)
  })
  test.each([
    [
      'its period above the table',
      'Statement From : 01/11/2026 To : 03/11/2026,,,,,',
      '',
      ['2026-11-01', '2026-11-03'],
    ],
    [
      'its period in words',
      'Account statement for the period 1 Nov 2026 to 3 Nov 2026,,,,,',
      '',
      ['2026-11-01', '2026-11-03'],
    ],
    [
      'dated balances',
      '',
      '1/11/2026,OPENING BALANCE,,,0.00,"1,000"\n2/11/2026,CLOSING BALANCE,,,,1000',
      ['2026-11-01', '2026-11-02'],
    ],
    ['neither', '', 'Total,,,,,', undefined],
  ])('a statement of a quiet day has no lines; it names %s', (_what, above, below, days) => {
    const { lines, period } = read([above, header, below].join('\n'))
    expect(lines).toEqual([])
    expect(period && [period.from, period.to]).toEqual(days)
  })

  test('50,000 lines are read, one more is too many', () => {
    const lines = Array.from({ length: csvRules.lines }, (_, n) => `19/11/2026,UPI/${600_000_000_000 + n}/RAVI,,,500,`)
    expect(read(table(...lines)).lines).toHaveLength(csvRules.lines)
    expect(refusal(table(...lines, '19/11/2026,A,,,1,'))).toBe(csvErrors.tooManyLines.message)
  })
})

describe('the identity of a line', () => {
  const identities = (text: string) =>
    read(text).lines.map(({ identity, occurrence }) => `${identity.toString('hex')} ${occurrence}`)

  test('a line is recognised in another download: columns, dates, grouping, case and padding do not matter', () => {
    const one = identities(table('19/11/2026,UPI-Ravi  Kumar-632312345678,0000632312345678,,"1,00,000.00",5'))
    const other = identities(
      'Balance;Credit;Debit;Ref No;Description;Txn Date\n;100000;0.00;632312345678;upi-ravi kumar-632312345678 ;19-Nov-26',
    )
    expect(other).toEqual(one)
  })

  test('two charges of one amount on one day are two lines; a third is one more', () => {
    const sms = '19/11/2026,SMS CHARGES,,17.70,,'
    const [two, three] = [identities(table(sms, sms)), identities(table(sms, sms, sms))]
    expect(new Set(two).size).toBe(2)
    expect(three.slice(0, 2)).toEqual(two)
  })

  test('the account in the file does not matter: the operator chooses it', () => {
    const sms = table('19/11/2026,SMS CHARGES,,17.70,,', '19/11/2026,UPI,632312345678,,5,')
    const [one, other] = [
      identities(`Account No : 50200012345678,,,,,\n${sms}`),
      identities(`A/C Number,_00000012345679999\n${sms}`),
    ]
    expect(other).toEqual(one)
    expect(read(`A/C Number,_00000012345679999\n${sms}`).accounts).toEqual(['00000012345679999'])
    expect(read(sms).accounts).toEqual([])
  })

  test.each([
    ['day', '18/11/2026,UPI,1,,500,'],
    ['way', '19/11/2026,UPI,1,500,,'],
    ['amount', '19/11/2026,UPI,1,,500.01,'],
    ['UTR', '19/11/2026,UPI,632312345678,,500,'],
    ['text', '19/11/2026,IMPS,1,,500,'],
  ])('a line with another %s is a different line', (_what, line) => {
    expect(identities(table(line))).not.toEqual(identities(table('19/11/2026,UPI,1,,500,')))
  })
})

describe('the bank’s reference of the payment', () => {
  const reference = (text: string, cell = '') => read(table(`19/11/2026,"${text}",${cell},,500,`)).lines[0]?.reference
  test.each([
    ['UPI-9876543210@YBL-919876543210-632312345678-UPI', '', '632312345678'],
    ['UPI/111122223333/444455556666', '', '111122223333'],
    ['NEFT CR-SBIN0001234-ASHA-000012345678-SBINN26323123456', '', 'SBINN26323123456'],
    ['RTGS CR-HDFC0000001-ASHA-HDFCR52026111900123456', '', 'HDFCR52026111900123456'],
    ['TRANSFER FROM SISTER BRANCH', 'S98765432', 'S98765432'],
    ['UPI/632312345678', '000000', '632312345678'],
    ['CASH DEPOSIT', '', undefined],
    ['SD7K3M9P2Q4R6S8T0V', 'SD7K3M9P2Q4R6S8T0V', undefined],
  ])('%s (%s)', (text, cell, expected) => {
    expect(reference(text, cell)).toBe(expected)
  })

  test.each([
    ['BY TRANSFER-', 'TRANSFER FROM 38211445567', undefined],
    ['TO TRANSFER-INB GIFT 12', '', undefined],
    ['CASH BY TRANSFER FROM A/C NO: XX632312345678', '', undefined],
    ['DEPOSIT INTO ACC NO 632312345678', '', undefined],
    ['TRANSFERRED TO ACCOUNT 632312345678 UPI/632399998888', '', '632399998888'],
    ['BY TRANSFER-NEFT*HDFC0000001*N324260000000001*ASHA RAO', 'TRANSFER FROM 4897690162095', 'N324260000000001'],
    ['IMPS TO 050200012345678', '50200012345678', undefined],
    ['FUNDS 632312345679', '', undefined],
  ])('an account number is not a reference: %s (%s)', (text, cell, expected) => {
    const accounts = ['0050200012345678', '632312345679']
    const { lines } = readStatement(Buffer.from(table(`19/11/2026,"${text}",${cell},,500,`)), { accounts })
    expect(lines[0]?.reference).toBe(expected)
  })
})
