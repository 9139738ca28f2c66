import { outdatedBy, type Call, type CallInput, type Reply, type Topic } from '@sauda/contract/platform/call'
import { QueryClientProvider, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { createQueryClient, invalidate } from '@sauda/web/query-client'
import { useState, type ReactNode } from 'react'
import { standard, type Address } from './api.ts'
import { useSession } from './session.ts'

/**
 * Each session starts with an empty cache. A query's key starts with the topic whose notice outdates it: ['profile',
 * userId], ['kyc'].
 */
export function Queries({ children }: { children: ReactNode }) {
  const { token } = useSession()
  return <Fresh key={token}>{children}</Fresh>
}

function Fresh({ children }: { children: ReactNode }) {
  const [client] = useState(() => createQueryClient(30_000))
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

/** Refetches what a change of this topic outdates. */
export function useRefetch() {
  const queries = useQueryClient()
  return (topic: Topic) => Promise.all(outdatedBy(topic).map((each) => invalidate(queries, { queryKey: [each] })))
}

/** Refetches also after a failed request, because it may have arrived; only a success waits for it. */
export function useRefetchAfter(topic: Topic) {
  const refetch = useRefetch()
  return async <Response,>(response: Promise<Response>): Promise<Response> => {
    try {
      const result = await response
      await refetch(topic)
      return result
    } catch (error) {
      void refetch(topic)
      throw error
    }
  }
}

/**
 * Reads the logged-in client's own data. A failure is only logged (section 8); without a session there is no request
 * (section 6).
 */
export function useClientQuery<C extends Call, Data = Reply<C>>(
  key: readonly string[],
  address: Address<C>,
  parse = (reply: Reply<C>) => reply as unknown as Data,
  query: Readonly<Record<string, string>> = {},
) {
  const { token, userId } = useSession()
  const namesClient = address.includes(':userId')
  return useQuery({
    queryKey: [...key, userId],
    enabled: token !== null && (userId !== null || !namesClient),
    queryFn: async ({ signal }) => {
      const input = namesClient ? { params: { userId }, query } : { query }
      return parse(await standard.send<C>(address, input as unknown as CallInput<C>, { signal }))
    },
  })
}

/** The same in pages, each older than the last. `nextOf`: the id before which the next page starts. */
export function useClientPages<C extends Call, Page = Reply<C>>(
  key: readonly string[],
  address: Address<C>,
  query: Readonly<Record<string, string>>,
  nextOf: (last: Page, pages: Page[]) => string | undefined,
  parse = (reply: Reply<C>) => reply as unknown as Page,
) {
  const { token, userId } = useSession()
  return useInfiniteQuery({
    queryKey: [...key, userId],
    enabled: token !== null && userId !== null,
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const input = { params: { userId }, query: { ...query, ...(pageParam !== '' && { before: pageParam }) } }
      return parse(await standard.send<C>(address, input as unknown as CallInput<C>, { signal }))
    },
    getNextPageParam: nextOf,
  })
}
