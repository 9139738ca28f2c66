import type { QueueItem } from '@sauda/contract/queue'
import { expect, test } from 'vitest'
import { departedSince } from './departed.ts'

const item = (id: string): QueueItem => ({
  kind: 'kyc',
  id,
  clientId: id,
  clientName: id,
  since: '2026-11-20T00:00:00Z',
})

test('what another operator decided has departed; what is new has not', () => {
  expect(departedSince([item('a'), item('b')], [item('b'), item('c')])).toEqual([item('a')])
})

test('the same id of another kind is another item', () => {
  expect(departedSince([item('a')], [{ ...item('a'), kind: 'loan' }])).toEqual([item('a')])
})
