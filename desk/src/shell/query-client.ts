import { createQueryClient } from '@sauda/web/query-client'

export const queryClient = createQueryClient(5_000)

/** Everything on screen, but for what must not be asked twice: photos (each look is audited) and new secrets. */
export function refreshAll(): void {
  void queryClient.invalidateQueries({ predicate: ({ meta }) => !meta?.['askedOnce'] })
}
