import { ErrorState } from '@sauda/ui/error-state'
import type { UseQueryResult } from '@tanstack/react-query'

type Query = Pick<UseQueryResult, 'data' | 'isError' | 'isFetching' | 'refetch'>

export const notLoaded = ({ isError, data }: Pick<Query, 'data' | 'isError'>): boolean => isError && data === undefined

/** The specification shows 0 for a figure that could not be loaded (section 8); this banner says so. */
export function LoadWarning({ queries }: { queries: readonly Query[] }) {
  const failed = queries.filter(notLoaded)
  if (failed.length === 0) return null
  return (
    <ErrorState look="banner" title="Some figures could not be loaded" query={failed}>
      They show as ₹0 until then. Your money is not affected.
    </ErrorState>
  )
}
