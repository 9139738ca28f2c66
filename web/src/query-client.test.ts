import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createQueryClient, invalidate } from './query-client.ts'

test('a change during the first request of a query leads to a second request after it', async () => {
  const client = createQueryClient(30_000)
  const replies = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  let requests = 0
  const query = new QueryObserver(client, { queryKey: ['wallet'], queryFn: () => replies[requests++]?.promise ?? '' })
  const stop = query.subscribe(() => {})
  const done = invalidate(client, { queryKey: ['wallet'] })
  expect(requests).toBe(1)
  replies[0]?.resolve('before the change')
  replies[1]?.resolve('after the change')
  await done
  expect(requests).toBe(2)
  expect(query.getCurrentResult().data).toBe('after the change')
  stop()
})
