import { topics } from '@sauda/contract/notice'
import { expect, test } from 'vitest'
import { staleKeys } from './live-keys.ts'

test('every topic makes something old', () => {
  expect(topics.filter((topic) => staleKeys({ topic }).length === 0)).toEqual([])
})

test('a claim refreshes the queue and its own case only', () => {
  const keys = staleKeys({ topic: 'queue', id: 'a' })
  expect(keys).toContainEqual(['queue'])
  expect(keys).toContainEqual(['loan', 'a'])
  expect(keys).not.toContainEqual(['loan'])
})

test('a notice about one client leaves the others alone', () => {
  expect(staleKeys({ topic: 'client', id: 'a' })).toContainEqual(['client', 'a'])
  expect(staleKeys({ topic: 'client', id: 'a' })).not.toContainEqual(['client'])
})
