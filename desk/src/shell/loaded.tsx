import { ErrorState } from '@sauda/ui/error-state'
import { SkeletonText } from '@sauda/ui/skeleton'
import { ApiError } from '@sauda/web/api-error'
import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { capitalize } from '@sauda/contract/platform/sentence'
import { AlertBanner } from '@sauda/ui/alert-banner'

interface LoadedProps<Data> {
  query: UseQueryResult<Data> | UseInfiniteQueryResult<Data>
  /** For example "the loans". */
  what: string
  /** Lines of the placeholder. */
  lines?: number
  /** Instead of the placeholder. */
  loading?: ReactNode
  children: (data: Data) => ReactNode
}

/** Data already shown stays when a refetch fails. */
export function Loaded<Data>({ query, what, lines = 6, loading, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <NotLoaded query={query} what={what} />
  return loading ?? <SkeletonText label={`Loading ${what}`} lines={lines} />
}

export function NotLoaded({ query, what }: Pick<LoadedProps<unknown>, 'query' | 'what'>) {
  const { error } = query
  const isRejected = error instanceof ApiError && error.status !== 0 && error.status < 500
  return isRejected ? (
    <ErrorState title={error.message}>{null}</ErrorState>
  ) : (
    <ErrorState title={`${capitalize(what)} could not be loaded`} query={query}>
      Retrying automatically.
    </ErrorState>
  )
}

const longMs = 15_000

/** Shown while a request takes long, so that it is not considered lost. */
export function StillWorking({ when }: { when: boolean }) {
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    if (!when) return undefined
    const timer = setTimeout(() => setIsLong(true), longMs)
    return () => {
      clearTimeout(timer)
      setIsLong(false)
    }
  }, [when])
  return (
    <div aria-live="polite">
      {when && isLong && (
        <AlertBanner title="Still working">
          The server is carrying this out, which can take some minutes. The result is shown here; do not send it again.
        </AlertBanner>
      )}
    </div>
  )
}

interface PreviewFrameProps extends ComponentProps<'iframe'> {
  title: string
  /** Without scripts of its page. */
  sandbox: string
}

/** A page inside this one; lines in its place until it has loaded. */
export function PreviewFrame({ title, ...frame }: PreviewFrameProps) {
  const [isLoaded, setLoaded] = useState(false)
  return (
    <>
      {!isLoaded && <SkeletonText label={`Loading ${title}`} lines={8} />}
      <iframe {...frame} title={title} hidden={!isLoaded} onLoad={() => setLoaded(true)} />
    </>
  )
}
