import { ErrorState } from '@sauda/ui/error-state'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '@sauda/web/api-error'

interface LoadedProps<Data> {
  query: UseQueryResult<Data>
  failed: string
  loading: ReactNode
  children: (data: Data) => ReactNode
}

/** Data already shown stays when a refetch fails. */
export function Loaded<Data>({ query, failed, loading, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  return query.isError ? <NotLoaded query={query} failed={failed} /> : loading
}

type Failed = Pick<LoadedProps<unknown>, 'failed'> & {
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>
}

export function NotLoaded({ query, failed }: Failed) {
  const { error } = query
  const refused = error instanceof ApiError && error.status !== 0 && error.status < 500
  return (
    <ErrorState title={refused ? error.message : failed} query={refused ? undefined : query}>
      {!refused && 'Retrying automatically.'}
    </ErrorState>
  )
}
