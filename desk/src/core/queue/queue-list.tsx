import { paiseOf } from '@sauda/contract/platform/money'
import { isOnHold, isOverdue, type QueueItem } from '@sauda/contract/core/queue'
import { Badge } from '@sauda/ui/badge'
import { Money } from '@sauda/ui/money'
import { formatDateTime } from '@sauda/web/date-time'
import { useMedia } from '@sauda/web/hooks'
import { useStore } from '@sauda/web/store'
import { type ReactNode, useEffect, useState } from 'react'
import { Age, BankPill } from '../../shell/pills.tsx'
import { CaseLink, useCaseKeys } from '../../shell/case-frame.tsx'
import { isOwn } from '../../shell/me.ts'
import { useViewer } from './queue.api.ts'
import {
  caseAddress,
  departedSince,
  filtered,
  inOrder,
  itemName,
  itemSummary,
  type QueueFilter,
  queueOrder,
  sameItem,
  type Viewer,
} from './queue.ts'
import styles from './queue-list.module.css'

interface QueueListProps {
  items: readonly QueueItem[]
  filter: QueueFilter
  empty: ReactNode
  /** Beside a case: several lines each, no columns; j and k move from case to case. */
  narrow?: boolean
  openId?: string | undefined
}

/** Cases decided elsewhere stay briefly, marked as decided; one decided here slides out. */
export function QueueList({ items: all, filter, empty, narrow = false, openId }: QueueListProps) {
  const viewer = useViewer()
  const departed = useDeparted(all)
  const list = useCaseKeys(narrow)
  const rows = [...filtered(all, filter, viewer), ...filtered(departed, filter, viewer)].sort(
    inOrder(useStore(queueOrder)),
  )
  if (rows.length === 0) return empty
  return (
    <ul ref={list} className={styles.list}>
      {rows.map((item) => (
        <li key={`${item.kind} ${item.id}`}>
          <QueueRow
            item={item}
            to={caseAddress(item, filter)}
            viewer={viewer}
            current={item.id === openId}
            departed={departed.includes(item) ? (decidedHere.has(item.id) ? 'here' : 'elsewhere') : undefined}
            isBeside={narrow}
          />
        </li>
      ))}
    </ul>
  )
}

interface QueueRowProps {
  item: QueueItem
  to: string
  viewer: Viewer
  current: boolean
  departed: 'here' | 'elsewhere' | undefined
  isBeside: boolean
}

function QueueRow({ item, to, viewer, current, departed, isBeside }: QueueRowProps) {
  const { clientName, saudaId, name, reference, amount, since } = item
  const summary = itemSummary(item)
  const parts = (
    <>
      <span className={styles.kind}>
        <Badge>{itemName(item)}</Badge>
      </span>
      {summary === undefined ? (
        <span className={styles.client}>
          {clientName} <small translate="no">{saudaId}</small>
        </span>
      ) : (
        <span className={`clamp ${styles.summary}`}>{summary}</span>
      )}
      <span className={styles.names}>
        {name}
        {reference !== undefined && <small translate="no">{reference}</small>}
      </span>
      <span className={styles.amount}>{amount !== undefined && <Money amount={paiseOf(amount)} />}</span>
      <span className={styles.bank}>{item.bank && <BankPill bank={item.bank} />}</span>
      <span className={styles.claim}>{departed === 'elsewhere' ? 'Already decided' : claimText(item, viewer)}</span>
      <span className={styles.age}>
        {!departed && <Age since={since} />}
        {!departed && isOverdue(item, viewer.now) && <em className={styles.overdue}>Overdue</em>}
      </span>
    </>
  )
  if (departed)
    return <div className={`${styles.row} ${departed === 'here' ? styles.leaving : styles.gone}`}>{parts}</div>
  return (
    <CaseLink className={styles.row} to={to} isOpen={current} isBeside={isBeside}>
      {parts}
    </CaseLink>
  )
}

function claimText(item: QueueItem, viewer: Viewer): string {
  const { myId, now } = viewer
  const { takenBy, takenById, assigned, firstApprovalById, ownAccount, hold } = item
  if (hold && isOnHold(item, now)) return `Until ${formatDateTime(hold.remindAt)}: ${hold.reason}`
  if (takenBy !== undefined)
    return `${assigned ? 'Assigned to' : 'Picked up by'} ${takenById === myId ? 'you' : takenBy}`
  if (hold) return `Reminder: ${hold.reason}`
  if (ownAccount) return 'Your own account or details: another operator decides'
  if (firstApprovalById === undefined) return ''
  return isOwn(firstApprovalById, viewer) ? 'Pending another operator' : 'Needs a second approval'
}

const decidedHere = new Set<string>()

/** Hides the "Already decided" notice for a decision of this tab; call the result if it failed. */
export function markDecidedHere(id: string): () => void {
  decidedHere.add(id)
  return () => decidedHere.delete(id)
}

const departedMs = 12_000
/** As long as the row takes to slide out. */
const leavingMs = 160

/** Cases that left the queue a moment ago. */
function useDeparted(items: readonly QueueItem[]): readonly QueueItem[] {
  const [before, setBefore] = useState(items)
  const [departed, setDeparted] = useState<readonly QueueItem[]>([])
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  if (items !== before) {
    setBefore(items)
    const fresh = departedSince(before, items).filter(({ id }) => !(isStill && decidedHere.has(id)))
    const remaining = departed.filter((item) => !items.some((each) => sameItem(each, item)))
    if (fresh.length > 0 || remaining.length < departed.length) setDeparted([...remaining, ...fresh])
  }
  useEffect(() => {
    const remove = (here: boolean, ms: number) =>
      departed.some(({ id }) => decidedHere.has(id) === here) &&
      setTimeout(() => setDeparted((all) => all.filter(({ id }) => decidedHere.has(id) !== here)), ms)
    const timers = [remove(true, leavingMs), remove(false, departedMs)]
    return () => timers.forEach((timer) => timer !== false && clearTimeout(timer))
  }, [departed])
  return departed
}
