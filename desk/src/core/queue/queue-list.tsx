import { paiseOf } from '@sauda/contract/platform/money'
import { isOnHold, isOverdue, type QueueItem } from '@sauda/contract/core/queue'
import { Badge } from '@sauda/ui/badge'
import { Card } from '@sauda/ui/card'
import { Money } from '@sauda/ui/money'
import { formatDateTime } from '@sauda/web/date-time'
import { useStore } from '@sauda/web/store'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Age, BankPill } from '../../shell/pills.tsx'
import type { Verdict } from '../../shell/decision-form.tsx'
import { useListKeys, useShortcuts } from '../../shell/shortcut.ts'
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

/** History state of a case: the decision to start with. */
export interface Intent {
  intent?: Verdict
}

interface QueueListProps {
  items: readonly QueueItem[]
  filter: QueueFilter
  empty: ReactNode
  /** Beside an open case: several lines each, no columns. */
  narrow?: boolean
  openId?: string | undefined
  leftId?: string | undefined
  /** The case shown beside the list; by default the one left last, else the first. */
  preview?: ((item: QueueItem, to: string) => ReactNode) | undefined
}

/** Cases decided elsewhere stay briefly, marked as decided. */
export function QueueList({ items: all, filter, empty, narrow = false, openId, leftId, preview }: QueueListProps) {
  const viewer = useViewer()
  const departed = filtered(useDeparted(all), filter, viewer)
  const list = useListKeys<HTMLUListElement>('List')
  useOpenKeys(list, !narrow)
  useEffect(() => {
    if (openId === undefined) return
    list.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' })
  }, [list, openId])
  const rows = [...filtered(all, filter, viewer), ...departed].sort(inOrder(useStore(queueOrder)))
  const [focused, setFocused] = useState(leftId)
  const shown = preview && (rows.find(({ id }) => id === focused) ?? rows.find((item) => !departed.includes(item)))
  if (rows.length === 0) return empty
  const rowList = (
    <ul ref={list} className={styles.list}>
      {rows.map((item) => (
        <li key={`${item.kind} ${item.id}`}>
          <QueueRow
            item={item}
            to={caseAddress(item, filter)}
            viewer={viewer}
            current={item.id === openId ? 'page' : item === shown ? true : undefined}
            wasOpen={item.id === leftId}
            isDeparted={departed.includes(item)}
            onFocus={() => setFocused(item.id)}
          />
        </li>
      ))}
    </ul>
  )
  if (!shown) return rowList
  return (
    <div className={styles.split}>
      {rowList}
      <aside className={styles.preview} aria-label="Preview">
        <Card flush>{preview(shown, caseAddress(shown, filter))}</Card>
      </aside>
    </div>
  )
}

interface QueueRowProps {
  item: QueueItem
  to: string
  viewer: Viewer
  current: 'page' | true | undefined
  wasOpen: boolean
  isDeparted: boolean
  onFocus: () => void
}

function QueueRow({ item, to, viewer, current, wasOpen, isDeparted, onFocus }: QueueRowProps) {
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
      <span className={styles.claim}>{isDeparted ? 'Already decided' : claimText(item, viewer)}</span>
      <span className={styles.age}>
        {!isDeparted && <Age since={since} />}
        {!isDeparted && isOverdue(item, viewer.now) && <em className={styles.overdue}>Overdue</em>}
      </span>
    </>
  )
  if (isDeparted) return <div className={`${styles.row} ${styles.gone}`}>{parts}</div>
  return (
    <Link
      className={styles.row}
      to={to}
      data-item={wasOpen ? 'last' : ''}
      data-to={to}
      aria-current={current}
      onFocus={onFocus}
    >
      {parts}
    </Link>
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

/** Cases another operator decided a moment ago. */
function useDeparted(items: readonly QueueItem[]): readonly QueueItem[] {
  const [before, setBefore] = useState(items)
  const [departed, setDeparted] = useState<readonly QueueItem[]>([])
  if (items !== before) {
    setBefore(items)
    const fresh = departedSince(before, items).filter(({ id }) => !decidedHere.has(id))
    const remaining = departed.filter((item) => !items.some((each) => sameItem(each, item)))
    if (fresh.length > 0 || remaining.length < departed.length) setDeparted([...remaining, ...fresh])
  }
  useEffect(() => {
    if (departed.length === 0) return undefined
    const timer = setTimeout(() => setDeparted([]), departedMs)
    return () => clearTimeout(timer)
  }, [departed])
  return departed
}

/** Enter opens the highlighted case, a and r the focused one with that decision. Beside an open case they decide that case. */
function useOpenKeys(list: RefObject<HTMLElement | null>, enabled: boolean): void {
  const navigate = useNavigate()
  const open = (intent?: Verdict) => {
    const focused = document.activeElement
    const first = list.current?.querySelector('[aria-current]') ?? list.current?.querySelector('[data-item]')
    const link = focused instanceof HTMLAnchorElement && list.current?.contains(focused) ? focused : first
    const to = link?.getAttribute('data-to')
    if (to) void navigate(to, { state: { ...(intent && { intent }) } satisfies Intent })
  }
  useShortcuts('Queue', [
    enabled && { keys: ['Enter'], does: 'Open', run: () => open() },
    enabled && { keys: ['a'], does: 'Approve', run: () => open('approve') },
    enabled && { keys: ['r'], does: 'Reject or request re-upload', run: () => open('reject') },
  ])
}
