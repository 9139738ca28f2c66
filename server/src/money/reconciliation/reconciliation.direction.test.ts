import { describe, expect, test } from 'vitest'
import { amountsIn, refusalOf } from '../../../test/statement-file.ts'

const two = (...rows: string[]) => ['Date,Narration,Withdrawal,Deposit,Balance', ...rows].join('\n')
const one = (...rows: string[]) => ['Date,Narration,Amount,Type,Balance', ...rows].join('\n')

describe('an amount whose direction the file does not say', () => {
  test.each([
    [
      'marked Dr among deposits',
      two('03/11/2026,REFUND,,250.00 Dr,'),
      'Line 2: Dr contradicts the column of deposits.',
    ],
    [
      'marked Cr among withdrawals',
      two('03/11/2026,FEE,250 Cr,,'),
      'Line 2: Cr contradicts the column of withdrawals.',
    ],
    ['negative among deposits', two('03/11/2026,CHQ,,-250,'), 'Line 2: -250 is negative in the column of deposits.'],
    [
      'negative among withdrawals',
      two('03/11/2026,CHQ,(250),,'),
      'Line 2: (250) is negative in the column of withdrawals.',
    ],
    [
      'unmarked beside Cr and Dr',
      one('03/11/2026,A,90,,', '04/11/2026,B,70.00 Cr,,'),
      'Line 2: nothing says whether the amount was received (Cr) or paid out (Dr).',
    ],
    [
      'without a word beside words',
      one('03/11/2026,A,90,CR,', '04/11/2026,B,70,,'),
      'Line 3: nothing says whether the amount was received (Cr) or paid out (Dr).',
    ],
    [
      'beside a word that is not known',
      one('03/11/2026,A,90,CR,', '04/11/2026,B,70,REV,'),
      'Line 3: “REV” is not understood as received (Cr) or paid out (Dr).',
    ],
    [
      'marked D beside W',
      one('03/11/2026,A,90,D,', '04/11/2026,B,70,W,'),
      'Line 2: nothing says whether the amount was received (Cr) or paid out (Dr).',
    ],
    [
      'unsigned beside a plus',
      one('03/11/2026,A,+90,,', '04/11/2026,B,70,,'),
      'Line 3: nothing says whether the amount was received (Cr) or paid out (Dr).',
    ],
    [
      'without Cr and Dr in the whole file',
      'Date,Remarks,Amount,Balance\n03/11/2026,A,10,90\n04/11/2026,B,20,110',
      'Line 2: nothing says whether the amount was received (Cr) or paid out (Dr).',
    ],
    [
      'with a sign against its mark',
      one('03/11/2026,A,-90 Cr,,'),
      'Line 2: -90 Cr has a sign that contradicts its Cr or Dr.',
    ],
  ])('%s is refused with its line', (_what, text, problem) => {
    expect(refusalOf(text)).toBe(problem)
  })

  test.each([
    [
      'a negative withdrawal came back',
      two('03/11/2026,OUT,300,,9700', '04/11/2026,BACK,-300,,10000'),
      [-30_000n, 30_000n],
    ],
    [
      'a negative deposit was returned',
      two('03/11/2026,CHQ,,300,10300', '04/11/2026,RETURN,,-300,10000'),
      [30_000n, -30_000n],
    ],
    [
      'a Dr among deposits was paid',
      two('03/11/2026,IN,,300,10300', '04/11/2026,RETURN,,300 Dr,10000'),
      [30_000n, -30_000n],
    ],
    ['an unknown word', one('03/11/2026,A,90,CR,1090', '04/11/2026,B,70,REV,1020'), [9000n, -7000n]],
    ['no word, above a line with one', one('04/11/2026,B,70,,1020', '03/11/2026,A,90,CR,1090'), [9000n, -7000n]],
    [
      'every amount, from the opening balance on',
      'Date,Remarks,Amount,Balance\n01/11/2026,Opening Balance,,100\n03/11/2026,A,10,90\n04/11/2026,B,20,110',
      [-1000n, 2000n],
    ],
    [
      'a way of writing in one line, and it counts for the first line too',
      two('03/11/2026,A,-300,,9700', '04/11/2026,B,-200,,9500'),
      [-30_000n, -20_000n],
    ],
  ])('the running balance decides: %s', (_what, text, amounts) => {
    expect(amountsIn(text)).toEqual(amounts)
  })

  test('two orders of one day that decide differently are refused', () => {
    const text = one('03/11/2026,A,50,DR,1000', '03/11/2026,B,50,,1050')
    expect(refusalOf(text)).toBe('Line 3: nothing says whether the amount was received (Cr) or paid out (Dr).')
  })
})

describe('the words for received and paid out', () => {
  test.each(['CR', 'Cr.', '(Cr)', 'C', 'Credit', 'Deposit', 'Paid in'])('%s is received', (word) => {
    expect(amountsIn(one(`03/11/2026,A,90,${word},`, '04/11/2026,B,9,Dr,', '05/11/2026,C,8,c,'))[0]).toBe(9000n)
  })
  test('D and C under D/C are a debit and a credit', () => {
    const text = 'Date,Narration,Amount,D/C,Balance\n03/11/2026,A,90,C,1090\n04/11/2026,B,70,D,1020'
    expect(amountsIn(text)).toEqual([9000n, -7000n])
  })
  test('a column with ways of payment is no column of Cr and Dr: the signs count', () => {
    const text = one('03/11/2026,A,-90,CREDIT CARD,', '04/11/2026,B,70,UPI,')
    expect(amountsIn(text)).toEqual([-9000n, 7000n])
  })
  test('Cr and Dr right of the balance are the balance’s', () => {
    const text = 'Date,Narration,Debit,Credit,Balance,Dr/Cr\n03/11/2026,A,90,,10,DR\n04/11/2026,B,,70,60,CR'
    expect(amountsIn(text)).toEqual([-9000n, 7000n])
  })
})

describe('rows that are no booking in rupees', () => {
  test('a row whose status says pending or failed is left out and counted', () => {
    const text =
      'Date,Narration,Amount,Type,Status\n03/11/2026,A,90,CR,Success\n03/11/2026,B,80,CR,FAILED\n03/11/2026,C,70,CR,In process'
    expect(amountsIn(text)).toEqual([9000n])
  })
  test.each([
    [
      'Date,Narration,Amount,Type,Status\n03/11/2026,A,90,CR,Limbo',
      'Line 2: its status “Limbo” is not understood as booked, pending or failed.',
    ],
    ['Date,Narration,Amount,Type,Currency\n03/11/2026,A,90,CR,EUR', 'Line 2: its amount is in EUR, not in rupees.'],
    [
      'Currency : AED\nDate,Narration,Withdrawal,Deposit\n03/11/2026,A,,90',
      'Line 1: it says that the statement is in AED, not in rupees.',
    ],
    [
      'Date,Narration,Withdrawal (USD),Deposit (USD)\n03/11/2026,A,,90',
      'Line 1: the amounts are in USD, not in rupees.',
    ],
  ])('%s', (text, problem) => {
    expect(refusalOf(text)).toBe(problem)
  })
  test('rupees may be named', () => {
    expect(amountsIn('Account Currency,INR\nDate,Narration,Amount,Type,Currency\n03/11/2026,A,90,CR,Rs.')).toEqual([
      9000n,
    ])
  })
})

describe('grouped amounts without quotes', () => {
  const head = 'Txn Date,Description,Ref No./Cheque No.,Branch Code,Debit,Credit,Balance'
  test('are read where the running balance leaves one reading', () => {
    const rows = [
      '3 Nov 2026,TO TRANSFER,,00815,2,300.00, ,47,700.00',
      '4 Nov 2026,BY TRANSFER,,00815, ,1,05,000.50,1,52,700.50',
    ]
    expect(amountsIn([head, ...rows].join('\n'))).toEqual([-230_000n, 10_500_050n])
  })
  test('are refused where it leaves two', () => {
    const rows = [
      '3 Nov 2026,TO TRANSFER,REF,00815,1,340.00, ,18,502.30',
      '4 Nov 2026,TO TRANSFER,REF,00815,983.00, ,17,519.30',
    ]
    expect(refusalOf([head, ...rows].join('\n'))).toMatch(/^Line 2: it has 9 cells where 7 are expected/)
  })
})
