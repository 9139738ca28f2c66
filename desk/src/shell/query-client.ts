import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '@sauda/web/api-error'

/** The desk's memory of server answers. A refusal is an answer and is not asked again; an absent server is, by the live stream. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      networkMode: 'always',
      retry: (count, error) => count < 1 && !(error instanceof ApiError),
    },
    mutations: { networkMode: 'always' },
  },
})

/** Everything on screen, but for what must not be asked twice: photos (each look is audited) and new secrets. */
export function refreshAll(): void {
  void queryClient.invalidateQueries({ predicate: ({ meta }) => !meta?.['askedOnce'] })
}
