import { ErrorState } from '@sauda/ui/error-state'
import { sentence } from '@sauda/ui/sentence'
import type { UseQueryResult } from '@tanstack/react-query'

type Query = Pick<UseQueryResult, 'data' | 'isError' | 'isFetching' | 'refetch'>

export const notLoaded = ({ isError, data }: Pick<Query, 'data' | 'isError'>): boolean => isError && data === undefined

interface LoadWarningProps {
  queries: readonly Query[]
  /** Instead of the figures: on the portfolio the specification shows 0 (section 8). */
  shown: '–' | '₹0'
}

/** Says so where figures could not be loaded. */
export function LoadWarning({ queries, shown }: LoadWarningProps) {
  const failed = queries.filter(notLoaded)
  if (failed.length === 0) return null
  return (
    <ErrorState look="banner" title="Some figures could not be loaded" query={failed}>
      {sentence('They show as {shown} until then. Your money is not affected.', { shown })}
    </ErrorState>
  )
}
