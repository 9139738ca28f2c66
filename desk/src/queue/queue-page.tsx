import { noticeRules } from '@sauda/contract/notice'
import { queueKinds, queueRights } from '@sauda/contract/queue'
import { Badge } from '@sauda/ui/badge'
import { EmptyState } from '@sauda/ui/empty-state'
import { TabNav } from '@sauda/ui/page-header'
import { CircleCheck, Inbox } from 'lucide-react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { KeyHint } from '../shell/lines.tsx'
import { live } from '../shell/live.ts'
import { Loaded } from '../shell/loaded.tsx'
import { useCan, useDecides } from '../shell/me.ts'
import { Page } from '../shell/page.tsx'
import { useStore } from '@sauda/web/store'
import { QueueList } from './queue-list.tsx'
import { totalOf, useQueue } from './queue.api.ts'
import { filterOf, kindText, queueAddress, type QueueFilter } from './queue.ts'
import layout from '../shell/layout.module.css'
import styles from './queue-list.module.css'

/** History state of the queue: the case the operator returned from. */
export interface LeftCase {
  left?: string
}

export function QueuePage() {
  const query = useQueue()
  const can = useCan()
  const decides = useDecides()
  const isLive = useStore(live)
  const [address] = useSearchParams()
  const filter = filterOf(address)
  const left = (useLocation().state as LeftCase | null)?.left
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
          : `Oldest first. Refreshes every ${noticeRules.fallbackSeconds} seconds.`
      }
    >
      <KindTabs filter={filter} />
      <div className={styles.page}>
        <Loaded query={query} what="the queue" lines={6}>
          {({ items, counts }) => (
            <>
              <QueueList
                key={filter}
                items={items}
                filter={filter}
                leftId={left}
                empty={
                  <EmptyState title="Nothing pending" icon={<CircleCheck />}>
                    {filter ? kindText[filter].empty : 'New cases appear here automatically.'}
                  </EmptyState>
                }
              />
              {totalOf({ items, counts }) > items.length && (
                <p className={layout.faint}>
                  {`The ${items.length} oldest of ${totalOf({ items, counts })} pending cases are listed.`}
                </p>
              )}
            </>
          )}
        </Loaded>
      </div>
      <p className={layout.keys}>
        <KeyHint keys={['j', 'k']}>move</KeyHint>
        <KeyHint keys={['↵']}>open</KeyHint>
        <KeyHint keys={['a']}>approve</KeyHint>
        <KeyHint keys={['r']}>reject</KeyHint>
      </p>
    </Page>
  )
}

function KindTabs({ filter }: { filter: QueueFilter }) {
  const can = useCan()
  const queue = useQueue().data
  const tab = (to: QueueFilter, words: string, count: number) => (
    <Link key={words} to={queueAddress(to)} replace aria-current={to === filter ? 'page' : undefined}>
      {words} {count > 0 && <Badge>{count}</Badge>}
    </Link>
  )
  return (
    <TabNav label="Type">
      {tab(null, 'All', queue ? totalOf(queue) : 0)}
      {queueKinds
        .filter((kind) => can(queueRights[kind]))
        .map((kind) => tab(kind, kindText[kind].many, queue?.counts[kind] ?? 0))}
    </TabNav>
  )
}
