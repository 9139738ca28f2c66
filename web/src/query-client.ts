import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

const retries = 2

export function createQueryClient(staleTime: number): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime,
        // An error of the server stays one; a lost connection is worth another try.
        retry: (count, error) => count < retries && error instanceof ApiError && error.kind !== 'response',
        // Requests fail fast instead of waiting for a connection: the screens show that it is missing.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
