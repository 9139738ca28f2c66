import { createQueryClient } from '@sauda/web/query-client'

export const queryClient = createQueryClient(5_000)

/** Refetches everything except audited photo views and new secrets. */
export function refreshAll(): void {
  void queryClient.invalidateQueries({ predicate: ({ meta }) => !meta?.['fetchOnce'] })
}
