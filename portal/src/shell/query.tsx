import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { ApiError } from '@sauda/web/api-error'
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
  const [client] = useState(newClient)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

function newClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // A "no" stays a no; only a lost way is worth another try.
        retry: (count, error) => count < 2 && error instanceof ApiError && error.kind !== 'response',
        // Our own banner tells of a lost connection; calls fail fast instead of waiting unseen.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
