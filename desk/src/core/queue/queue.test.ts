import { queueColumns, queueLine } from './queue-bar.tsx'
import { csvOfRows } from '../../shell/table-csv.ts'
import { isOverdue, type QueueItem } from '@sauda/contract/core/queue'
import { expect, test } from 'vitest'
import {
  caseAddress,
  departedSince,
  filtered,
  filterOf,
  inOrder,
  itemName,
  nextItem,
  type QueueFilter,
  withClaim,
} from './queue.ts'

/** The letters of the ids are the order in the list. */
const item = (id: string, kind: QueueItem['kind'], more: Partial<QueueItem> = {}): QueueItem => ({
  kind,
  id,
  clientId: `client of ${id}`,
  clientName: id,
  since: '2026-11-20T00:00:00Z',
  dueAt: '2026-11-21T00:00:00Z',
  ...more,
})
const all = { kind: null, show: 'all' } as const
const viewer = { myId: 'me', needsSecond: true, now: Date.parse('2026-11-20T12:00:00Z') }
const me = { ...viewer, filter: all }

test('the next case is the following one in the list, not a skipped one', () => {
  const items = [item('a', 'deposit'), item('b', 'deposit'), item('c', 'deposit'), item('d', 'deposit')]
  expect(nextItem(items, item('c', 'deposit'), me)?.id).toBe('d')
  // The decided case has left the list.
  expect(nextItem([items[0]!, items[1]!, items[3]!], item('c', 'deposit'), me)?.id).toBe('d')
  expect(nextItem(items, item('d', 'deposit'), me)?.id).toBe('a')
})

test('the next case is of the same kind if possible, and always within the filter', () => {
  const items = [item('a', 'kyc'), item('b', 'deposit'), item('c', 'loan'), item('d', 'deposit'), item('e', 'kyc')]
  expect(nextItem(items, item('b', 'deposit'), me)?.id).toBe('d')
  expect(nextItem(items, item('d', 'deposit'), me)?.id).toBe('e')
  expect(nextItem(items, item('d', 'deposit'), { ...me, filter: { ...all, kind: 'deposit' } })?.id).toBe('b')
  expect(nextItem([item('a', 'kyc')], item('a', 'kyc'), me)).toBeUndefined()
})

test('the next case is not claimed by another operator and does not need another operator’s approval', () => {
  const items = [
    item('a', 'withdrawal'),
    item('b', 'withdrawal', { takenBy: 'Omar', takenById: 'omar' }),
    item('c', 'withdrawal', { firstApproval: 'Omar', firstApprovalById: 'me' }),
    item('d', 'withdrawal', { ownAccount: true }),
    item('e', 'withdrawal', { firstApproval: 'Omar', firstApprovalById: 'omar' }),
  ]
  expect(nextItem(items, item('a', 'withdrawal'), me)?.id).toBe('e')
  const alone = { ...me, needsSecond: false }
  expect(nextItem(items, item('a', 'withdrawal'), alone)?.id).toBe('c')
})

test('by bank match, exact ones come first and deposits the bank has not reported last', () => {
  const items = [
    item('a', 'kyc'),
    item('b', 'deposit', { bank: { finding: 'notYet' } }),
    item('c', 'deposit', { bank: { finding: 'differs' } }),
    item('d', 'deposit', { bank: { finding: 'found', confidence: 'likely' } }),
    item('e', 'deposit', { bank: { finding: 'found', confidence: 'exact' } }),
  ]
  expect(items.toSorted(inOrder('bank')).map(({ id }) => id)).toEqual(['e', 'd', 'c', 'b', 'a'])
  expect(items.toSorted(inOrder('oldest')).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(nextItem(items, items[3], { ...me, order: 'bank' })?.id).toBe('c')
})

test('the address of a case carries the filter of its list', () => {
  expect(caseAddress(item('a', 'reversal'), all)).toBe('/trade/reversal/a')
  expect(caseAddress(item('a', 'withdrawal'), { ...all, kind: 'withdrawal' })).toBe('/wallet/a?kind=withdrawal')
  const mine = filterOf(new URLSearchParams('kind=loan&show=mine'))
  expect(caseAddress(item('a', 'loan'), mine)).toBe('/loan/a?kind=loan&show=mine')
})

test('requests of one kind are named by their type', () => {
  expect(itemName({ kind: 'setting', type: 'nominee' })).toBe('Nominee request')
  expect(itemName({ kind: 'adjustment', type: 'debit' })).toBe('Debit adjustment')
  expect(itemName({ kind: 'loan' })).toBe('Loan')
})

test('a case decided by another operator is marked as departed, a new case is not', () => {
  expect(departedSince([item('a', 'kyc'), item('b', 'kyc')], [item('b', 'kyc'), item('c', 'kyc')])).toEqual([
    item('a', 'kyc'),
  ])
  expect(departedSince([item('a', 'kyc')], [item('a', 'loan')])).toEqual([item('a', 'kyc')])
})

test('a case on hold is listed apart until its reminder, and one’s own are those assigned', () => {
  const held = (remindAt: string) => ({ hold: { by: 'Omar', reason: 'Receipt', remindAt } })
  const items = [
    item('a', 'kyc', held('2026-11-20T13:00:00Z')),
    item('b', 'kyc', held('2026-11-20T12:00:00Z')),
    item('c', 'loan', { assigned: true, takenBy: 'Asha', takenById: 'me' }),
    item('d', 'loan', { assigned: true, takenBy: 'Omar', takenById: 'omar' }),
    item('e', 'loan', { takenBy: 'Asha', takenById: 'me' }),
  ]
  const shown = (filter: Partial<QueueFilter>) => filtered(items, { ...all, ...filter }, viewer).map(({ id }) => id)
  expect(shown({})).toEqual(['b', 'c', 'd', 'e'])
  expect(shown({ kind: 'loan' })).toEqual(['c', 'd', 'e'])
  expect(shown({ show: 'hold' })).toEqual(['a'])
  expect(shown({ show: 'mine' })).toEqual(['c'])
  // Neither one on hold nor one assigned to another operator is the next one; one's own is.
  expect(nextItem(items, items[1], me)?.id).toBe('c')
  expect(nextItem(items, items[2], me)?.id).toBe('b')
})

test('a case is overdue from its target on', () => {
  expect(isOverdue({ dueAt: '2026-11-20T12:00:00Z' }, viewer.now)).toBe(true)
  expect(isOverdue({ dueAt: '2026-11-20T12:00:01Z' }, viewer.now)).toBe(false)
})

test('a case is one row of the file, without text that starts a formula', () => {
  const line = queueLine(
    item('a', 'deposit', {
      name: 'ADD100001',
      clientName: '=Ravi',
      saudaId: 'SD100001',
      amount: 1200.5,
      reference: '412345678901',
      bank: { finding: 'notYet' },
      since: '2026-11-05T10:00:00.000Z',
    }),
  )
  expect(line).toHaveLength(queueColumns.length)
  expect(csvOfRows([line]).trim()).toMatch(
    /^\uFEFF?Deposit,ADD100001,'=Ravi,SD100001,1200\.5,412345678901,[^,]+,,,"?5 Nov 2026/,
  )
  const summary = 'Sign off HDFC Current'
  expect(queueLine(item('b', 'adjustment', { type: 'bank-day.close', summary })).at(-1)).toBe(summary)
})

test('a claim is shown and released on its item alone, and an assigned item keeps its operator', () => {
  const list = [item('a', 'kyc'), item('b', 'kyc', { assigned: true, takenBy: 'Meera', takenById: 'meera' })]
  const claim = { takenBy: 'Omar', takenById: 'omar' }
  const claimed = withClaim(list, { kind: 'kyc', id: 'a' }, claim)
  expect(claimed).toEqual([{ ...list[0], ...claim }, list[1]])
  expect(withClaim(claimed, { kind: 'kyc', id: 'a' }, {})).toEqual(list)
  expect(withClaim(list, { kind: 'kyc', id: 'b' }, {})).toEqual(list)
})
