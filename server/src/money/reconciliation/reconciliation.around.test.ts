import { reconciliationErrors } from '@sauda/contract/money/reconciliation'
import { describe, expect, test } from 'vitest'
import { amountsIn, readText, refusalOf } from '../../../test/statement-file.ts'

const header = 'Date,Particulars,Withdrawal,Deposit,Balance'
const table = (...rows: string[]) => [header, ...rows].join('\n')
const booking = '03/11/2026,UPI-A,,300,10300'

describe('a balance or a total is no booking', () => {
  test.each([
    'Brought Forward',
    'B/F',
    'BALANCE B/F',
    'Balance Forward',
    'Opening Bal.',
    'By Opening Balance',
    'Previous Balance',
    'Opening Balance as on 01/11/2026',
    'Bal B/F from page 1',
  ])('%s, with an amount or without', (words) => {
    expect(amountsIn(table(`01/11/2026,${words},,10000,10000`, booking))).toEqual([30_000n])
    expect(amountsIn(table(`01/11/2026,${words},,,10000`, booking))).toEqual([30_000n])
    expect(amountsIn(table(`,${words},,10000,10000`, booking))).toEqual([30_000n])
  })
  test.each(['Carried Forward', 'BALANCE C/F', 'Closing Bal', 'C/F', 'Closing Balance on 30/11/2026'])(
    '%s',
    (words) => {
      expect(amountsIn(table(booking, `30/11/2026,${words},10300,,10300`))).toEqual([30_000n])
      expect(amountsIn(table(booking, `,${words},,,10300`))).toEqual([30_000n])
    },
  )
  test.each([
    'Page Total',
    'Total',
    'Day Total',
    'Monthly Total',
    'TOTAL DR/CR',
    'Sub Total',
    'Grand Total',
    'Total of page 1',
  ])('%s between two bookings', (words) => {
    for (const date of ['', '03/11/2026'])
      expect(amountsIn(table(booking, `${date},${words},,300,`, '04/11/2026,UPI-B,,50,10350'))).toEqual([
        30_000n,
        5000n,
      ])
  })
  test.each(['TOTAL GAS AGENCY', 'TOTAL MARUTI', 'CLOSING SALE', 'BALANCE PAYMENT RENT'])(
    '%s is a booking',
    (words) => {
      expect(amountsIn(table(`03/11/2026,${words},,300,10300`))).toEqual([30_000n])
    },
  )
  test('a narration that begins with such a word is none, even if its date cannot be read', () => {
    expect(refusalOf(table('31/02/2026,TOTAL GAS AGENCY,,300,10300'))).toMatch(/^Line 2: “31\/02\/2026” is not a date/)
    expect(refusalOf(table(',TOTAL GAS AGENCY,,300,10300'))).toBe('Line 2: it has an amount and no date.')
  })
  test('they are counted, and a balance that does not fit shows that a line is missing', () => {
    expect(readText(table('01/11/2026,B/F,,,10000', booking, ',Total,,300,')).withoutAmount).toBe(2)
    expect(refusalOf(table('01/11/2026,B/F,,,9000', booking))).toMatch(
      /^Line 3: the balance does not follow .* ₹9,300.00 expected/,
    )
    expect(refusalOf(table(booking, '30/11/2026,Closing Balance,,,10400'))).toMatch(
      /^Line 3: the balance does not follow .* ₹10,300.00 expected/,
    )
  })
})

describe('text around the table', () => {
  test.each([
    ['a note with digits', 'Printed on 05/11/2026 by user 77,,,,\n"Helpline: 1800 200 300",,,,'],
    ['a page number', ',Page 1 of 3,,,'],
    ['a letterhead and the names of the columns', `RIVER BANK,,,,\nBranch 0042 Andheri,,,,\n${header}`],
    ['units', ',,(Rs.),(Rs.),(Rs.)'],
    ['numbers of the columns', '1,2,3,4,5'],
    ['names of another table', 'DEPOSIT NUMBER,LINKED NUMBER,TERM,RATE,MATURITY\nDEPOSIT TYPE,Fixed'],
    ['stars', '*****,*****,*****,*****,*****'],
  ])('%s', (_what, text) => {
    const next = '04/11/2026,UPI-B,,50,10350'
    for (const rows of [
      [booking, text, next],
      [text, booking, next],
      [booking, next, text],
    ])
      expect(readText(table(...rows)).lines.map((line) => [line.text, line.amount])).toEqual([
        ['UPI-A', 30_000n],
        ['UPI-B', 5000n],
      ])
  })
  test('a time below a date belongs to the line above, with its text', () => {
    const { lines } = readText(table('03/11/2026,UPI-ASHA,,300,10300', '09:15 AM,630712345678,,,'))
    expect(lines.map(({ text, reference }) => [text, reference])).toEqual([['UPI-ASHA 630712345678', '630712345678']])
  })
  test('a statement without bookings may say so where the date would be', () => {
    const { lines, period } = readText(
      `Statement From : 01/11/2025 To : 30/11/2025\n${table('No transactions found from 01/11/2025 to 30/11/2025,,,,')}`,
    )
    expect([lines, period]).toEqual([[], { from: '2025-11-01', to: '2025-11-30' }])
  })
  test('below a total, only a running balance shows that the table goes on', () => {
    const text = table(booking, 'Total,,,300,', '04/11/2026,A DEPOSIT,,50,')
    expect(refusalOf(text)).toBe('Line 4: it has a date and an amount, but the table ended on line 3.')
  })
  test('a booking below the names of other columns is refused', () => {
    const text = table(booking, 'Date,Remarks,Debit,Credit', '04/11/2026,FD 1,,50')
    expect(refusalOf(text)).toMatch(/^Line 4: /)
  })
  test('a row with an amount and an unreadable date is refused even below a total', () => {
    expect(refusalOf(table(booking, 'Total,,,300,', '31/02/2026,B,,50,10350'))).toMatch(
      /^Line 4: “31\/02\/2026” is not a date/,
    )
  })
})

test('a narration in quotes may have quotes inside, and a comma', () => {
  const rows = [
    '03/11/2026,"UPI-"RIVER, "BLUE" STORES-630712345678",,300,10300',
    '04/11/2026,"He said ""no"", twice",,50,10350',
  ]
  expect(readText(table(...rows)).lines.map(({ text }) => text)).toEqual([
    'UPI-"RIVER, "BLUE" STORES-630712345678',
    'He said "no", twice',
  ])
})

test('a file whose columns are only aligned with spaces is said to be one', () => {
  const text =
    'Date        Narration           Withdrawal     Deposit\n03/11/2026  UPI-MIRA RAO                       500.00'
  expect(refusalOf(text)).toBe(reconciliationErrors.noColumns.message)
})

describe('columns', () => {
  test.each([
    'Account Description',
    'Description/Narration',
    'Transaction Narrative',
    'Txn Remarks',
    'Payment Details',
  ])('%s is the narration', (name) => {
    expect(readText(`Date,${name},Cheque Number,Debit,Credit\n03/11/2026,UPI-A,,,5`).lines[0]?.text).toBe('UPI-A')
  })
  test('each filled column that is not read is named', () => {
    const text =
      'S No.,Value Date,Date,Narration,Zone,Debit,Credit,\n1,03/11/2026,03/11/2026,A,,,5,x\n2,03/11/2026,03/11/2026,B,,,6,'
    expect(readText(text).unused).toEqual(['S No.', 'Value Date', 'Column 8'])
  })
  test('a column of Cr and Dr that holds something else is named too', () => {
    expect(readText('Date,Narration,Type,Amount\n03/11/2026,A,UPI,-5').unused).toEqual(['Type'])
  })
})
