import type { Right } from '@sauda/contract/platform/call'
import { isOnHold, isOverdue, queueRights, type QueueItem, type QueueKind } from '@sauda/contract/core/queue'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { buttonClass } from '@sauda/ui/button'
import { EmptyState } from '@sauda/ui/empty-state'
import { SkeletonText } from '@sauda/ui/skeleton'
import type { UseQueryResult } from '@tanstack/react-query'
import { useStore } from '@sauda/web/store'
import { useState, type ReactNode } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { useIsDesktop, useNow } from '@sauda/web/hooks'
import { Loaded } from '../../shell/loaded.tsx'
import { useCan, useDecides, useMe } from '../../shell/me.ts'
import { Page } from '../../shell/page.tsx'
import type { ReviewContext } from '../../shell/review.tsx'
import { useRecent } from '../../shell/recent.ts'
import { useShortcuts } from '../../shell/shortcut.ts'
import { Title } from '../../shell/page.tsx'
import { markDecidedHere, QueueList, type Intent } from './queue-list.tsx'
import type { LeftCase } from './queue-page.tsx'
import { CaseTools, HoldNotice } from './case-tools.tsx'
import { countOf, useClaim, useQueue, useViewer } from './queue.api.ts'
import { caseAddress, filterOf, nextItem, queueAddress, queueOrder, sameItem, type QueueFilter } from './queue.ts'
import styles from './queue-list.module.css'

type Claim = Partial<Pick<QueueItem, 'takenBy' | 'takenById' | 'assigned'>>

interface CaseInput extends Claim, Pick<QueueItem, 'kind' | 'id'> {
  isPending: boolean
  isAlone: boolean
  isStale: boolean
}

/** Claims the case while it is open and finds the next one. */
function useCase(open: CaseInput): ReviewContext {
  const { kind, id, isPending, takenBy, takenById, assigned } = open
  const me = useMe().data
  const can = useCan()
  const viewer = useViewer()
  const { now } = viewer
  const isDesktop = useIsDesktop()
  const items = useQueue().data?.items ?? []
  const filter = filterOf(useSearchParams()[0])
  const here = items.find((item) => sameItem(item, open))
  // A decided case has left the list; its position still determines the next case.
  const [place, setPlace] = useState(here)
  if (here && place?.since !== here.since) setPlace(here)
  const next = nextItem(items, place, { ...viewer, filter, order: useStore(queueOrder) })
  // Read once, because the history entry remains after the decision.
  const [intent] = useState((useLocation().state as Intent | null)?.intent)
  const other = takenById !== undefined && takenById !== me?._id ? takenBy : undefined
  const decides = me !== undefined && can(queueRights[kind])
  useClaim({ kind, id, claimable: isPending && decides && other === undefined && !assigned })
  const addresses = { next: next && caseAddress(next, filter), queue: queueAddress(filter) }
  return {
    kind,
    intent,
    ...addresses,
    onSend: () => markDecidedHere(id),
    notice: (
      <>
        {other && (
          <AlertBanner tone="warn" title={assigned ? `Assigned to ${other}` : `${other} is working on this case`}>
            Only the first decision counts.
          </AlertBanner>
        )}
        {here?.hold && <HoldNotice hold={here.hold} onHold={isOnHold(here, now)} />}
      </>
    ),
    isOverdue: here !== undefined && isOverdue(here, now),
    isStale: open.isStale,
    tools: (
      <>
        {open.isAlone && isDesktop && (
          <Link
            className={buttonClass('secondary', { size: 'small' })}
            to={addresses.queue}
            state={{ left: id } satisfies LeftCase}
          >
            Back to the queue
          </Link>
        )}
        {here && decides && isPending && <CaseTools item={here} after={addresses.next ?? addresses.queue} />}
      </>
    ),
  }
}

interface LoadedCaseProps<Case> extends Pick<CasePageProps<Case>, 'title' | 'query'> {
  children: (known: Case) => ReactNode
}

function LoadedCase<Case>({ title, query, children }: LoadedCaseProps<Case>) {
  const what = `this ${title.toLowerCase()}`
  const loading = (
    <div className={styles.coming}>
      <SkeletonText label={`Loading ${what}`} lines={8} />
    </div>
  )
  return (
    <Loaded query={query} what={what} loading={loading}>
      {children}
    </Loaded>
  )
}

/** A case beside the queue: nothing is claimed or decided. */
export function CasePreview<Case>({ title, id, kind, query, children }: CasePageProps<Case>) {
  const now = useNow()
  const item = useQueue().data?.items.find((each) => each.id === id)
  const contextOf = (known: Case): ReviewContext => ({
    kind: typeof kind === 'function' ? kind(known) : kind,
    intent: undefined,
    next: undefined,
    queue: '',
    onSend: () => () => undefined,
    notice: null,
    tools: null,
    isOverdue: item !== undefined && isOverdue(item, now),
    isStale: false,
  })
  return (
    <LoadedCase title={title} query={query}>
      {(known) => children(known, contextOf(known))}
    </LoadedCase>
  )
}

export interface CasePageProps<Case> {
  /** The title while nothing of the case is known. */
  title: string
  right?: Right
  id: string
  kind: QueueKind | ((known: Case) => QueueKind)
  isPending: (known: Case) => boolean
  /** Awaits a second operator: a page of its own, without the queue beside it. */
  isSecond?: true | ((known: Case) => boolean)
  query: UseQueryResult<Case>
  children: (known: Case, context: ReviewContext) => ReactNode
}

interface Named {
  clientName?: string | undefined
  /** ADD100001 or WDR100001; only deposits and withdrawals have one. */
  transactionId?: string
}

/** Known from the list until the case has loaded, and kept after a first approval, so that nothing moves sideways. */
function useIsAlone(id: string, isSecond: boolean | undefined): boolean {
  const [first, setFirst] = useState<{ id: string; isSecond: boolean }>()
  const listed = useQueue().data?.items.find((item) => item.id === id)
  const known = isSecond ?? (listed && listed.firstApproval !== undefined)
  if (known !== undefined && first?.id !== id) setFirst({ id, isSecond: known })
  return first?.id === id ? first.isSecond : known === true
}

/** Queue, evidence and decision side by side, a second approval without the queue; u returns to it. */
export function CasePage<Case extends Claim & Named>(props: CasePageProps<Case>) {
  const { title, right = 'client.read', id, query, isSecond } = props
  const navigate = useNavigate()
  const decides = useDecides()
  const filter = filterOf(useSearchParams()[0])
  useRecent(title, query.data && nameOf(query.data))
  const back = () => void navigate(queueAddress(filter), { state: { left: id } satisfies LeftCase })
  useShortcuts('Review', [{ keys: ['u'], does: 'Back to the queue', run: back }])
  const isAlone = useIsAlone(id, typeof isSecond === 'function' ? query.data && isSecond(query.data) : isSecond)
  if (!useCan()(right))
    return (
      <Page title={title} right={right}>
        {null}
      </Page>
    )
  const hasQueue = decides && !isAlone
  return (
    <div className={styles.panes}>
      {hasQueue && <QueuePane openId={id} filter={filter} />}
      <Title>{query.data?.clientName ?? title}</Title>
      {!query.data && (
        <h1 className="visually-hidden" tabIndex={-1}>
          {title}
        </h1>
      )}
      <LoadedCase title={title} query={query}>
        {(known) => <OpenCase key={id} {...props} known={known} isAlone={isAlone} />}
      </LoadedCase>
    </div>
  )
}

const nameOf = ({ transactionId, clientName }: Named) => [transactionId, clientName].filter(Boolean).join(' ')

function OpenCase<Case extends Claim>(props: CasePageProps<Case> & { known: Case; isAlone: boolean }) {
  const { known, id, kind, query, isPending, isAlone, children } = props
  const { takenBy, takenById, assigned } = known
  const context = useCase({
    id,
    takenBy,
    takenById,
    assigned,
    kind: typeof kind === 'function' ? kind(known) : kind,
    isPending: isPending(known),
    isAlone,
    isStale: query.isFetching && !query.isFetchedAfterMount,
  })
  return children(known, context)
}

function QueuePane({ openId, filter }: { openId: string; filter: QueueFilter }) {
  const query = useQueue()
  const viewer = useViewer()
  const count = query.data && countOf(query.data, filter, viewer)
  return (
    <aside className={styles.pane} aria-label="Queue">
      <div className={styles.head}>
        <Link to={queueAddress(filter)} state={{ left: openId } satisfies LeftCase}>
          Queue
        </Link>
        <span className="tabular">{count}</span>
      </div>
      <Loaded query={query} what="the queue" lines={6}>
        {({ items }) => (
          <QueueList
            items={items}
            filter={filter}
            narrow
            openId={openId}
            empty={<EmptyState title="Nothing else pending" />}
          />
        )}
      </Loaded>
    </aside>
  )
}
