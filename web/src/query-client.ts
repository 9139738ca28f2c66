import { QueryClient, type QueryFilters } from '@tanstack/react-query'
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

/**
 * Requests again what a change outdates. What is still loading for the first time is requested once more afterwards, because its
 * response may have been computed before the change.
 */
export async function invalidate(client: QueryClient, filters: QueryFilters = {}): Promise<void> {
  const loading = client
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined)
  const again = loading.map(async ({ promise, queryKey }) => {
    await promise?.catch(() => undefined)
    await client.invalidateQueries({ queryKey, exact: true })
  })
  await Promise.all([client.invalidateQueries(filters), ...again])
}
