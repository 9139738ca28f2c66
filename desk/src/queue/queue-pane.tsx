import { EmptyState } from '@sauda/ui/empty-state'
import { SkeletonText } from '@sauda/ui/skeleton'
import { Link } from 'react-router'
import { Loaded } from '../shell/loaded.tsx'
import { queueAddress, type Left } from '../shell/queue-address.ts'
import { useStore } from '@sauda/web/store'
import { QueueList } from './queue-list.tsx'
import { useQueue } from './queue.api.ts'
import styles from './queue-list.module.css'

/** The rest of the queue, beside an open item. */
export function QueuePane({ openId }: { openId: string }) {
  const query = useQueue()
  return (
    <aside className={styles.pane} aria-label="Queue">
      <div className={styles.head}>
        <Link to={useStore(queueAddress)} state={{ left: openId } satisfies Left}>
          Queue
        </Link>
        <span className="tabular">{query.data?.items.length}</span>
      </div>
      <Loaded
        query={query}
        failed="The queue could not be loaded"
        loading={<SkeletonText label="Loading the queue" lines={6} />}
      >
        {({ items }) => (
          <QueueList items={items} narrow openId={openId} empty={<EmptyState title="No other items" />} />
        )}
      </Loaded>
    </aside>
  )
}
