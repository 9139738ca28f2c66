import { Button } from './button.tsx'
import { cx } from './cx.ts'
import styles from './more.module.css'

interface MoreProps {
  /** A list that comes page by page, as TanStack Query answers it. */
  list: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
  label: string
  /** In the middle of what is around it. */
  centred?: boolean
}

/** The way to the rest of a list. Where the rest does not come, what is there stays and it is asked for again. */
export function More({ list, label, centred = false }: MoreProps) {
  if (!list.hasNextPage) return null
  const failed = list.isFetchNextPageError && !list.isFetchingNextPage
  return (
    <div className={cx(styles.more, centred && styles.centred)}>
      <span role="status">{failed && 'The rest did not load just now.'}</span>
      <Button
        variant="secondary"
        size={centred ? 'medium' : 'small'}
        loading={list.isFetchingNextPage}
        onClick={() => void list.fetchNextPage()}
      >
        {failed ? 'Try again' : label}
      </Button>
    </div>
  )
}
