import type { QueueItem } from '@sauda/contract/queue'
import { expect, test } from 'vitest'
import { nextItem } from './next-item.ts'

const item = (id: string, kind: QueueItem['kind'], more: Partial<QueueItem> = {}): QueueItem => ({
  kind,
  id,
  clientId: `client of ${id}`,
  clientName: id,
  since: '2026-11-20T00:00:00Z',
  ...more,
})

test('the next case is of the same kind, then whatever waits longest', () => {
  const items = [item('a', 'kyc'), item('b', 'deposit'), item('c', 'deposit')]
  expect(nextItem(items, { id: 'b', kind: 'deposit' }, 'Me')?.id).toBe('c')
  expect(nextItem(items, { id: 'a', kind: 'kyc' }, 'Me')?.id).toBe('b')
  expect(nextItem([item('a', 'kyc')], { id: 'a', kind: 'kyc' }, 'Me')).toBeUndefined()
})

test('what another has in hand, or waits for another’s approval, is not next', () => {
  const items = [
    item('a', 'withdrawal'),
    item('b', 'withdrawal', { takenBy: 'Omar' }),
    item('c', 'withdrawal', { firstApproval: 'Me' }),
    item('d', 'withdrawal', { firstApproval: 'Omar' }),
  ]
  expect(nextItem(items, { id: 'a', kind: 'withdrawal' }, 'Me')?.id).toBe('d')
})
