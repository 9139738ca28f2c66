import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { createQueryClient } from '@sauda/web/query-client'
import { useState, type ReactNode } from 'react'
import { useSession } from './session.ts'

/**
 * What the server said, remembered for one session: another login starts with nothing.
 * A query's key starts with the topic whose notice outdates it: ['profile', userId], ['kyc'], ['session'].
 */
export function Queries({ children }: { children: ReactNode }) {
  const { token } = useSession()
  return <Fresh key={token}>{children}</Fresh>
}

function Fresh({ children }: { children: ReactNode }) {
  const [client] = useState(() => createQueryClient(30_000))
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

/** Refetches queries also after a failed request, because it may have arrived; only a success waits for them. */
export function useRefetchAfter(...topics: string[]) {
  const queries = useQueryClient()
  return async <Response,>(response: Promise<Response>): Promise<Response> => {
    const refetch = () => Promise.all(topics.map((topic) => queries.invalidateQueries({ queryKey: [topic] })))
    try {
      const result = await response
      await refetch()
      return result
    } catch (error) {
      void refetch()
      throw error
    }
  }
}
