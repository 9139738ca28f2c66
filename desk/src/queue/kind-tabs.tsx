import { queueKinds, queueRights, type QueueItem, type QueueKind } from '@sauda/contract/queue'
import { Badge } from '@sauda/ui/badge'
import { TabNav } from '@sauda/ui/tab-nav'
import { Link } from 'react-router'
import { useCan } from '../shell/me.ts'
import { kinds } from './kinds.ts'

/** The kinds this operator may decide, each with how many wait. */
export function KindTabs({ items, kind }: { items: readonly QueueItem[]; kind: QueueKind | null }) {
  const can = useCan()
  const mine = queueKinds.filter((each) => can(queueRights[each]))
  const tab = (to: QueueKind | null) => {
    const count = items.filter((item) => to === null || item.kind === to).length
    return (
      <Link
        key={to ?? 'all'}
        to={to ? `/queue?kind=${to}` : '/queue'}
        replace
        aria-current={to === kind ? 'page' : undefined}
      >
        {to ? kinds[to].many : 'All'} {count > 0 && <Badge>{count}</Badge>}
      </Link>
    )
  }
  return (
    <TabNav label="Type">
      {tab(null)}
      {mine.map(tab)}
    </TabNav>
  )
}
