import { describe, expect, test } from 'vitest'
import { amountsIn, readText, refusalOf } from '../../../test/statement-file.ts'
import { isAccount } from './reconciliation.above.ts'

const header = 'Date,Narration,Withdrawal,Deposit,Balance'
const below = (above: string, ...rows: string[]) => [above, header, ...rows].join('\n')
const booking = '03/11/2026,A,,300,10300'

describe('the account', () => {
  test.each([
    ['Linked Loan Account No : 77665544332211\nAccount No : 60100012349876', ['77665544332211', '60100012349876']],
    ['Account No : 6010 0012 3498 76', ['60100012349876']],
    ['Statement of Transactions in Current Account 60100012349876 in INR', ['60100012349876']],
    ['A/C. No. : 60100012349876', ['60100012349876']],
    ['Savings Number: XXXXXXXX9876', ['9876']],
    ['A/c no.,_0060100012349876', ['0060100012349876']],
    ['Account Number,Branch\n60100012349876,Andheri', ['60100012349876']],
    ["Account Number : '60100012349876 Currency : INR", ['60100012349876']],
    ['Account Opened on 01/02/2019,Customer ID 4455667788', []],
  ])('%s', (above, ends) => {
    expect(readText(below(above, booking)).accounts).toEqual(ends)
  })
  test('a row of another account is refused with its line', () => {
    const text =
      'Account Number,Date,Narration,Debit,Credit\n60100012349876,03/11/2026,A,,5\n60100012341111,03/11/2026,B,,6'
    expect(refusalOf(text)).toBe('Line 3: it is of the account ending in 1111, and line 2 of the one ending in 9876.')
  })
  test('a page of another account is refused with its line', () => {
    const page = (number: string) => `Account No : ${number},,,,`
    const text = (number: string) =>
      below(page('60100012349876'), booking, page(number), header, '04/11/2026,B,,5,10305')
    expect(amountsIn(text('60100012349876'))).toHaveLength(2)
    expect(refusalOf(text('60100012341111'))).toMatch(/^Line 5: the page above is of an account ending in 1111/)
  })
  test('a number is ours if the file shows its end, with zeros before it or without', () => {
    expect(
      ['9876', '0060100012349876', '60100012349876', '1110060100012349876'].map((end) =>
        isAccount('060100012349876', end),
      ),
    ).toEqual([true, true, true, true])
    expect(isAccount('060100012349876', '70100012349876')).toBe(false)
  })
})

describe('the period', () => {
  test.each([
    'Start Date : 1 Nov 2025\nEnd Date : 28 Nov 2025',
    'From Date,01/11/2025\nTo Date,28/11/2025',
    'Statement period from 2025-11-01 to 2025-11-28',
    '"Period: November 01, 2025 to November 28, 2025"',
    'Statement From 01/11/2025 00:00:00 To 28/11/2025 23:59:59',
    'For the period 01-Nov-25 - 28-Nov-25',
    'Transactions between 01.11.2025 and 28.11.2025',
    'Date of opening 05/06/2015\nStatement date range: 01/11/2025 – 28/11/2025',
  ])('%s', (above) => {
    expect(readText(below(above)).period).toEqual({ from: '2025-11-01', to: '2025-11-28' })
  })
  test('a booking outside it is refused with its line', () => {
    expect(refusalOf(below('Statement From : 01/11/2026 To : 28/11/2026', '11/3/26,A,,300,10300'))).toMatch(
      /^Line 3: 11\/3\/26 lies outside the period that the file names, 1 Nov 2026 to 28 Nov 2026\. A spreadsheet may have exchanged/,
    )
  })
  test('dates that do not name a period are none', () => {
    expect(readText(below('Printed on 05/11/2026 from branch 12', booking)).period).toBeUndefined()
  })
})

describe('dates and amounts', () => {
  test.each([
    '2026-11-03T10:22:33+05:30',
    '"Nov 03, 2026"',
    '"03 Nov, 2026"',
    '03/11/2026 10.22.33',
    "'03/11/2026",
    '03\u00a0Nov\u20092026',
    '03-Nov-2026 10:22 IST',
  ])('%s is 3 November 2026', (written) => {
    expect(readText(below('', `${written},A,,300,10300`)).lines[0]?.bookedOn).toBe('2026-11-03')
  })
  test.each(['2026-11-03T20:22:33Z', '2026-11-03T20:22:33-03:00'])('%s may be another day in India', (written) => {
    expect(refusalOf(below('', `${written},A,,300,10300`))).toMatch(/^Line 3: “.*” is not a date/)
  })
  test('dates of two kinds in one column are refused with the line', () => {
    expect(refusalOf(below('', '11-03-2026,A,,300,10300', '13/11/26,B,,5,10305'))).toMatch(
      /^Line 4: its date 13\/11\/26 is of another kind than 11-03-2026 on line 3/,
    )
  })
  test.each([
    ['.50', '1000.50', 50n],
    ['"1,250/-"', '2250', 125_000n],
    ['250', 'Cr 1250', 25_000n],
    ['250', '₹\u00a01250.00\u00a0Cr', 25_000n],
    ['250', 'Dr. 750.00', 25_000n],
  ])('%s with the balance %s', (amount, balance, paise) => {
    expect(
      readText(below('', '03/11/2026,A,,1000,1000'.replace('1000,1000', `${amount},${balance}`))).lines[0]?.amount,
    ).toBe(paise)
  })
  test('the minus sign of mathematics is one', () => {
    expect(amountsIn('Date,Narration,Amount\n03/11/2026,A,\u2212250\n03/11/2026,B,70')).toEqual([-25_000n, 7000n])
  })
})

describe('references', () => {
  const reference = (text: string, cell: string) =>
    readText(`Date,Narration,Chq./Ref.No.,Withdrawal,Deposit\n03/11/2026,${text},${cell},,5`).lines[0]?.reference
  test.each([
    ['CHQ DEP - MICR CLG', '0000000000000815', '000815'],
    ['CMS/000812345678/RIVER GATEWAY/YESBN52026110312345699', '', 'YESBN52026110312345699'],
    ['CMS/RIVER/YESBN52026110312345699', '000812345678', 'YESBN52026110312345699'],
    ['UPI-ASHA-630712345678', '0000630712345678', '630712345678'],
    ['CASH', '000000123456', '123456'],
  ])('%s (%s) is %s', (text, cell, expected) => {
    expect(reference(text, cell)).toBe(expected)
  })
  test('a narration may begin with a sign and have brackets', () => {
    expect(reference('-Rev(UPI) 630712345678', '')).toBe('630712345678')
  })
})
