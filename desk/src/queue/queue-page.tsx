import { noticeRules } from '@sauda/contract/notice'
import type { QueueItem, QueueKind } from '@sauda/contract/queue'
import { EmptyState } from '@sauda/ui/empty-state'
import { SkeletonText } from '@sauda/ui/skeleton'
import { CircleCheck, Inbox } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { KeyHint } from '../shell/key-hint.tsx'
import { live } from '../shell/live.ts'
import { useCan } from '../shell/me.ts'
import { Loaded } from '../shell/loaded.tsx'
import { Page } from '../shell/page.tsx'
import { queueAddress, type Left } from '../shell/queue-address.ts'
import { useDecides } from '../shell/queue-rights.ts'
import { useStore } from '@sauda/web/store'
import { kinds } from './kinds.ts'
import { KindTabs } from './kind-tabs.tsx'
import { QueueList } from './queue-list.tsx'
import { useQueue } from './queue.api.ts'
import styles from './queue-page.module.css'

const isKind = (kind: string | null): kind is QueueKind => kind !== null && kind in kinds

/** Everything that waits and that this operator may decide. */
export function QueuePage() {
  const query = useQueue()
  const can = useCan()
  const decides = useDecides()
  const isLive = useStore(live)
  const [search] = useSearchParams()
  const asked = search.get('kind')
  const kind = isKind(asked) ? asked : null
  const left = (useLocation().state as Left | null)?.left
  useEffect(() => queueAddress.set(kind ? `/queue?kind=${kind}` : '/queue'), [kind])
  const waiting = (items: readonly QueueItem[]) => items.filter((item) => kind === null || item.kind === kind)
  if (!decides)
    return (
      <Page title="Queue">
        <EmptyState
          title="You have view-only access"
          icon={<Inbox />}
          action={can('client.read') && <Link to="/clients">Go to the clients</Link>}
        >
          Pending cases are listed here for operators who can decide them.
        </EmptyState>
      </Page>
    )
  return (
    <Page
      title="Queue"
      description={
        isLive
          ? 'Oldest first. Updates automatically.'
          : `Oldest first. Asked for again every ${noticeRules.fallbackSeconds} seconds.`
      }
    >
      <KindTabs items={query.data?.items ?? []} kind={kind} />
      <div className={styles.list}>
        <Loaded
          query={query}
          failed="The queue could not be loaded"
          loading={<SkeletonText label="Loading the queue" lines={6} />}
        >
          {({ items }) => (
            <QueueList
              key={kind}
              items={waiting(items)}
              leftId={left}
              empty={
                <EmptyState title="Nothing pending" icon={<CircleCheck />}>
                  {kind ? kinds[kind].empty : 'New cases appear here automatically.'}
                </EmptyState>
              }
            />
          )}
        </Loaded>
      </div>
      <Keys />
    </Page>
  )
}

/** The keys this screen is made for; "?" shows them all. */
function Keys() {
  return (
    <p className={styles.keys}>
      <KeyHint keys={['j', 'k']}>move</KeyHint>
      <KeyHint keys={['↵']}>open</KeyHint>
      <KeyHint keys={['a']}>accept</KeyHint>
      <KeyHint keys={['r']}>refuse</KeyHint>
    </p>
  )
}
