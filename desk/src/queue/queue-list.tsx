import type { QueueItem } from '@sauda/contract/queue'
import { useEffect, type ReactNode } from 'react'
import { useListKeys } from '../shell/list-keys.ts'
import { useMe } from '../shell/me.ts'
import { useDeparted } from './departed.ts'
import { QueueRow } from './queue-row.tsx'
import { useQueueKeys } from './queue-keys.ts'
import styles from './queue-list.module.css'

interface QueueListProps {
  items: readonly QueueItem[]
  empty: ReactNode
  /** Beside an open item: two lines each, no columns. */
  narrow?: boolean
  /** The item beside the list. */
  openId?: string | undefined
  /** The item one comes back from: the keys go on there. */
  leftId?: string | undefined
}

/** The items as links, oldest first; those decided elsewhere stay a moment to say so. */
export function QueueList({ items, empty, narrow = false, openId, leftId }: QueueListProps) {
  const me = useMe()
  const departed = useDeparted(items)
  const list = useListKeys<HTMLUListElement>('List')
  // Beside an open item these letters decide that item.
  useQueueKeys(list, !narrow)
  useEffect(() => {
    if (openId === undefined) return
    list.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' })
  }, [list, openId])
  const rows = [...items, ...departed].sort((one, other) => one.since.localeCompare(other.since))
  if (rows.length === 0) return empty
  return (
    <ul ref={list} className={styles.list} data-narrow={narrow || undefined}>
      {rows.map((item) => (
        <li key={`${item.kind} ${item.id}`}>
          <QueueRow
            item={item}
            myName={me.data?.name}
            isOpen={item.id === openId}
            wasOpen={item.id === leftId}
            isGone={departed.includes(item)}
          />
        </li>
      ))}
    </ul>
  )
}
