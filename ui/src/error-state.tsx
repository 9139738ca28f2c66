import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { AlertBanner } from './alert-banner.tsx'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { EmptyState } from './empty-state.tsx'
import { SkeletonText } from './skeleton.tsx'
import styles from './empty-state.module.css'

/** The part of a TanStack query result that is needed to try again. */
interface Retryable {
  readonly isFetching: boolean
  readonly refetch: () => unknown
  readonly error?: unknown
}

/** Why the server rejected a request, which trying again would not change. */
const serverMessageOf = ({ error }: Retryable): string | undefined =>
  (error as { readonly serverMessage?: string } | null | undefined)?.serverMessage

export interface ErrorStateProps {
  title: ReactNode
  /** The next step; null for none. */
  children?: ReactNode
  /** Without it there is no button, because trying again would not help. */
  query?: Retryable | readonly Retryable[] | undefined
  /** In place of a screen's content, as a banner above it, or as one line inside a card. */
  look?: 'page' | 'banner' | 'line'
}

/** A screen, or a part of one, that could not be loaded, with a button to try again. */
export function ErrorState(props: ErrorStateProps) {
  const { title, query = [], look = 'page' } = props
  const queries = [query].flat()
  const said = queries.map(serverMessageOf).find((message) => message !== undefined)
  const { children = said ?? 'Please try again in a moment.' } = props
  const retry = queries.length > 0 && (
    <Button
      variant="secondary"
      size={look === 'page' ? 'medium' : 'small'}
      onClick={() => queries.forEach(({ refetch }) => void refetch())}
      loading={queries.some(({ isFetching }) => isFetching)}
    >
      Try again
    </Button>
  )
  if (look === 'line')
    return (
      <p className={styles.line}>
        {title}
        {retry}
      </p>
    )
  if (look === 'banner')
    return (
      <AlertBanner tone="warn" title={title} action={retry}>
        {children}
      </AlertBanner>
    )
  return (
    <EmptyState failed title={title} icon={<CircleAlert />} action={retry}>
      {children}
    </EmptyState>
  )
}

interface LoadedProps<Data> extends Pick<ErrorStateProps, 'look'> {
  query: Retryable & { readonly data: Data | undefined; readonly isPending: boolean }
  /** Instead of `lines` of text. */
  loading?: ReactNode
  /** The lines are in a card, as the data is. */
  card?: boolean
  lines?: number
  /** The sentence shown if it could not be loaded. */
  failed: string
  children: (data: Data) => ReactNode
}

/** The data of a query; before that a placeholder, after a failure the error with a button to try again. */
export function Loaded<Data>({ query, loading, card, lines = 4, failed, look, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (!query.isPending) return <ErrorState title={failed} query={query} look={look} />
  const text = <SkeletonText label="Loading..." lines={lines} />
  return loading ?? (card ? <Card>{text}</Card> : text)
}
