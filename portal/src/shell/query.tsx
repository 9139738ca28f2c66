import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from './api-error.ts'

/** A query's key starts with the topic whose notice outdates it: ['profile', userId], ['kyc'], ['session']. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // A "no" stays a no; only a lost way is worth another try.
      retry: (count, error) => count < 2 && error instanceof ApiError && error.kind !== 'refused',
      // Our own banner tells of a lost connection; calls fail fast instead of waiting unseen.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

export function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}
