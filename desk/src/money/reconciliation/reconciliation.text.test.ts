import type { BankLine, Reading } from '@sauda/contract/money/reconciliation'
import { ApiError } from '@sauda/web/api-error'
import { expect, test } from 'vitest'
import { type Waiting, approveInBatches } from './reconciliation.api.ts'
import {
  approvedText,
  bankFactsOf,
  readingText,
  exactText,
  importText,
  leftOutSentence,
  leftOutTitle,
  leftOutWarnings,
  obstacleText,
  totalsOf,
  bulkResultText,
  youCanApprove,
} from './reconciliation.text.ts'

const waiting = (part: Partial<Waiting>) => ({ exact: 2, exactReceived: 0, exactPaid: 0, ...part }) as Waiting
const reading = (matched: number, approve: number, exact: number, exception: number) =>
  ({ matched, counts: { approve, exact, exception } }) as Reading

test('one sentence gives the total of all exact matches, received or paid out', () => {
  expect(exactText(waiting({ exactReceived: 3140 }))).toBe('2 exact matches: ₹3,140.00 received.')
  expect(exactText(waiting({ exact: 1, exactPaid: 500 }))).toBe('1 exact match: ₹500.00 paid out.')
  expect(exactText(waiting({ exactReceived: 3140, exactPaid: 500 }))).toBe(
    '2 exact matches: ₹3,140.00 received, ₹500.00 paid out.',
  )
})

test('the totals to be confirmed are of the very lines that are approved', () => {
  const lines = [
    { direction: 'credit', amount: 0.1 },
    { direction: 'credit', amount: 0.2 },
    { direction: 'debit', amount: 500 },
  ] as const
  expect(totalsOf(lines)).toEqual({ exact: 3, exactReceived: 0.3, exactPaid: 500 })
})

test('the result of a file lists only the groups it has', () => {
  expect(readingText(reading(0, 1, 1, 0))).toBe('1 entry is pending approval (exact match).')
  expect(readingText(reading(1, 12, 3, 2))).toBe(
    '1 entry is already matched. 12 entries are pending approval, 3 of them exact. 2 entries are exceptions.',
  )
  expect(importText(1)).toBe('Import 1 new line')
  expect(leftOutSentence(2)).toBe('2 rows with a balance, a total or no amount were skipped.')
})

test('an exact match that is left out shows why and who may approve it instead', () => {
  const payment = { name: 'ADD100001', clientName: 'Asha Rao' } as NonNullable<BankLine['payment']>
  const reasons = ['You imported a.csv', 'The amount is above ₹10.']
  expect(leftOutWarnings([{ payment }, { payment, obstacle: { reasons, approvers: ['Kiran', 'Omar'] } }])).toEqual([
    {
      text: 'ADD100001, Asha Rao: You imported a.csv. The amount is above ₹10. Ask Kiran or Omar to approve it.',
    },
  ])
  expect(obstacleText({ reasons: ['Open it'], approvers: [] })).toBe(
    'Open it. At the moment no other operator may approve it.',
  )
  expect(obstacleText({ reasons: ['Open it'] })).toBe('Open it.')
  expect(obstacleText({ reasons: ['Above ₹10,000'], approvers: ['Nisha'], isFirst: true })).toBe(
    'Above ₹10,000. Ask Nisha to approve it. Or open the entry and give the first of two approvals.',
  )
  expect(leftOutTitle(2)).toBe('2 exact matches are left out')
})

test('how many exact matches the operator may approve', () => {
  expect(youCanApprove(1)).toBe('You can approve 1 of them.')
})

test('a bulk approval reports how many lines could not be approved', () => {
  const none = { approved: 0, rejected: [], unknown: 0, notSent: 0 }
  expect(bulkResultText({ ...none, approved: 1 })).toBe('1 match is approved.')
  const rejected = [{ line: {} as BankLine, message: 'Not found' }]
  expect(bulkResultText({ ...none, approved: 98, rejected })).toBe('98 matches are approved. 1 could not be approved.')
})

test('approving all ends at a batch without a response, and reports how many have an unknown outcome', async () => {
  const lines = Array.from({ length: 50 }, (_, at) => ({ _id: `l${at}` }) as BankLine)
  const approved = (some: readonly BankLine[]) => some.map(({ _id }) => ({ lineId: _id, outcome: 'approved' as const }))
  const failing = (error: ApiError) => {
    let batches = 0
    return approveInBatches(
      lines,
      async (some) => {
        batches += 1
        if (batches > 1) throw error
        return approved(some)
      },
      () => {},
    )
  }
  const lost = await failing(new ApiError('network'))
  expect(lost).toMatchObject({ approved: 20, unknown: 20, notSent: 10 })
  expect(bulkResultText(lost)).toBe(
    '20 matches are approved. The server gave no result for 20 matches, which may be approved. Those that are not are in the list below. 10 were not sent.',
  )
  const refused = await failing(new ApiError('response', 403, { message: 'Not allowed' }))
  expect(refused).toMatchObject({ approved: 20, unknown: 0, notSent: 30 })
  expect(
    await approveInBatches(
      lines,
      async (some) => approved(some),
      () => {},
    ),
  ).toMatchObject({ approved: 50, notSent: 0 })
})

test('an approval that needs a second one is called the first approval', () => {
  const line = { amount: 60_000, payment: { name: 'WDR100012', clientName: 'Gita Menon' } } as BankLine
  expect(approvedText(line, false)).toBe('₹60,000.00, WDR100012 of Gita Menon: approved.')
  expect(approvedText(line, true)).toBe(
    '₹60,000.00, WDR100012 of Gita Menon: first approval recorded. A second operator must also approve.',
  )
})

test('a bank line with another amount is a conflict with a link, and gives no reference', () => {
  const differs = {
    _id: 'l1',
    amount: 4900,
    confidence: undefined,
    exception: 'amount',
    reference: '412345678901',
  } as const
  expect(bankFactsOf([differs])).toEqual({
    reference: undefined,
    inBank: 4900,
    conflicts: [{ text: 'Amount differs: the bank statement shows ₹4,900.00', to: '/reconciliation/l1' }],
  })
})

test('the bank reference is known if exactly one line matches exactly', () => {
  const exact = {
    _id: 'l2',
    amount: 5000,
    confidence: 'exact',
    exception: undefined,
    reference: '412345678901',
  } as const
  expect(bankFactsOf([exact])).toEqual({
    reference: '412345678901',
    conflicts: [],
  })
  expect(bankFactsOf([exact, { ...exact, _id: 'l3' }]).reference).toBeUndefined()
})
