import type { QueueItem } from '@sauda/contract/queue'
import { expect, test } from 'vitest'
import { caseAddress, departedSince, filtered, itemName, nextItem } from './queue.ts'

/** The letters of the ids are the order in the list. */
const item = (id: string, kind: QueueItem['kind'], more: Partial<QueueItem> = {}): QueueItem => ({
  kind,
  id,
  clientId: `client of ${id}`,
  clientName: id,
  since: '2026-11-20T00:00:00Z',
  ...more,
})
const me = { myId: 'me', filter: null }

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
  expect(nextItem(items, item('d', 'deposit'), { ...me, filter: 'deposit' })?.id).toBe('b')
  expect(nextItem([item('a', 'kyc')], item('a', 'kyc'), me)).toBeUndefined()
})

test('the next case is not claimed by another operator and does not need another operator’s approval', () => {
  const items = [
    item('a', 'withdrawal'),
    item('b', 'withdrawal', { takenBy: 'Omar', takenById: 'omar' }),
    item('c', 'withdrawal', { firstApproval: 'Omar', firstApprovalById: 'me' }),
    item('d', 'withdrawal', { firstApproval: 'Omar', firstApprovalById: 'omar' }),
  ]
  expect(nextItem(items, item('a', 'withdrawal'), me)?.id).toBe('d')
})

test('the address of a case carries the filter of its list', () => {
  expect(caseAddress(item('a', 'reversal'), null)).toBe('/trade/reversal/a')
  expect(caseAddress(item('a', 'withdrawal'), 'withdrawal')).toBe('/wallet/a?kind=withdrawal')
  expect(filtered([item('a', 'kyc'), item('b', 'loan')], 'loan').map(({ id }) => id)).toEqual(['b'])
})

test('requests of one kind are named by their type', () => {
  expect(itemName({ kind: 'setting', type: 'nominee' })).toBe('Nominee request')
  expect(itemName({ kind: 'adjustment', type: 'debit' })).toBe('Debit adjustment')
  expect(itemName({ kind: 'loan' })).toBe('Loan')
})

test('a case decided by another operator has departed, a new case has not', () => {
  expect(departedSince([item('a', 'kyc'), item('b', 'kyc')], [item('b', 'kyc'), item('c', 'kyc')])).toEqual([
    item('a', 'kyc'),
  ])
  expect(departedSince([item('a', 'kyc')], [item('a', 'loan')])).toEqual([item('a', 'kyc')])
})
