import { Button } from './button.tsx'
import { cx } from './dom.ts'
import styles from './more.module.css'

interface MoreProps {
  /** An infinite query of TanStack Query. */
  list: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
  label: string
  centred?: boolean
}

/** Loads the next page of a list; if that fails, the loaded rows stay and the button tries again. */
export function More({ list, label, centred = false }: MoreProps) {
  if (!list.hasNextPage) return null
  const failed = list.isFetchNextPageError && !list.isFetchingNextPage
  return (
    <div className={cx('secondary', styles.more, centred && styles.centred)}>
      <span role="status">{failed && 'The rest could not be loaded.'}</span>
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
