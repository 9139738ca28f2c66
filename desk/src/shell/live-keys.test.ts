import { topics } from '@sauda/contract/notice'
import { expect, test } from 'vitest'
import { caseKeys, staleKeys } from './live-keys.ts'

test('every topic but the clients’ own invalidates a query', () => {
  expect(topics.filter((topic) => staleKeys({ topic }).length === 0)).toEqual(['notification'])
})

test('a claim invalidates the queue and its own case only', () => {
  const keys = staleKeys({ topic: 'queue', id: 'a' })
  expect(keys).toContainEqual(['queue'])
  expect(keys).toContainEqual(['loan', 'a'])
  expect(keys).not.toContainEqual(['loan'])
})

test('a notice about one client does not invalidate the others', () => {
  expect(staleKeys({ topic: 'client', id: 'a' })).toContainEqual(['client', 'a'])
  expect(staleKeys({ topic: 'client', id: 'a' })).not.toContainEqual(['client'])
})

test('a notice about a client invalidates what shows warnings about the client: open cases and payouts', () => {
  for (const topic of ['client', 'profile', 'bank'] as const)
    expect(staleKeys({ topic, id: 'a' })).toEqual(expect.arrayContaining([...caseKeys, ['payout']]))
})
