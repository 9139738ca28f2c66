import { type QueueItem } from '@sauda/contract/core/queue'
import { EmptyState } from '@sauda/ui/empty-state'
import { Row } from '@sauda/ui/stack'
import { CircleCheck } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { Outlet, useLocation, useParams, useSearchParams } from 'react-router'
import { CaseFrame } from '../../shell/case-frame.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { useDecides } from '../../shell/me.ts'
import { ButtonLink, Page, Title } from '../../shell/page.tsx'
import { nothingShown, ShownCase } from '../../shell/review.tsx'
import { useNavigationItems } from '../../shell/navigation.tsx'
import { useIsDesktop } from '@sauda/web/hooks'
import { useStore } from '@sauda/web/store'
import { NextInQueue } from './case.tsx'
import { KindTabs, QueueStrip, QueueTools } from './queue-bar.tsx'
import { QueueList } from './queue-list.tsx'
import { countOf, totalOf, useQueue, useViewer } from './queue.api.ts'
import {
  filtered,
  filterOf,
  inOrder,
  kindText,
  nextItem,
  queueAddress,
  type QueueFilter,
  queueOrder,
  type QueueShow,
} from './queue.ts'
import layout from '../../shell/layout.module.css'

/** For roles that decide no cases; their menu has no queue. */
function NoQueue() {
  const pages = useNavigationItems()
  return (
    <Page title="Queue">
      <EmptyState
        title="Your role decides no cases"
        icon={<CircleCheck />}
        action={
          <Row>
            {pages.slice(1, 4).map(({ to, label }) => (
              <ButtonLink key={to} to={to}>
                {label}
              </ButtonLink>
            ))}
          </Row>
        }
      >
        Deposits, withdrawals and documents are decided by other operators.
      </EmptyState>
    </Page>
  )
}

/** History state of the queue: the case the operator returned from. */
interface LeftCase {
  left?: string
}

const useLeftCase = () => (useLocation().state as LeftCase | null)?.left

/** Shows a case beside the list. */
export type QueuedCase = ComponentType<{ item: QueueItem }>

/** The queue beside the open case, or beside the first one. */
export function QueueFrame({ Case }: { Case: QueuedCase }) {
  const { id } = useParams()
  const { key } = useLocation()
  const isDesktop = useIsDesktop()
  const decides = useDecides()
  const query = useQueue()
  const viewer = useViewer()
  const filter = filterOf(useSearchParams()[0])
  const order = useStore(queueOrder)
  const left = useLeftCase()
  const items = query.data?.items ?? []
  const listed = filtered(items, filter, viewer).toSorted(inOrder(order))
  // Stays until the operator moves on, whatever is added, decided or assigned meanwhile.
  const [held, setHeld] = useState<{ key: string; item: QueueItem }>()
  const first = listed.find((item) => item.id === left) ?? listed[0]
  if (id === undefined && held?.key !== key && first) setHeld({ key, item: first })
  const shown = id === undefined && held?.key === key ? held.item : undefined
  const openId = id ?? shown?.id
  // A decided case has left the list; its position still determines the next case.
  const [place, setPlace] = useState<QueueItem>()
  const here = items.find((item) => item.id === openId)
  if (here && (place?.id !== here.id || place.since !== here.since)) setPlace(here)
  const next = nextItem(items, place?.id === openId ? place : undefined, { ...viewer, filter, order })
  const isList = id === undefined
  if (!decides || (isList && !isDesktop)) return <Outlet />
  const state: LeftCase = { ...(id !== undefined && { left: id }) }
  return (
    <NextInQueue value={next}>
      <ShownCase value={{ ...nothingShown, isListed: isList, ...(shown && { id: shown.id }) }}>
        <CaseFrame
          label="Queue"
          to={queueAddress(filter)}
          state={state}
          count={query.data && countOf(query.data, filter, viewer)}
          strip={<QueueStrip filter={filter} listed={listed} />}
          list={
            <Loaded query={query} what="the queue" lines={6}>
              {() => (
                <QueueList
                  items={items}
                  filter={filter}
                  narrow
                  openId={openId}
                  empty={isList ? null : <EmptyState title="Nothing else pending" />}
                />
              )}
            </Loaded>
          }
        >
          {isList && <Title>Queue</Title>}
          {isList ? (
            shown ? (
              <Case key={shown.id} item={shown} />
            ) : (
              query.data && <EmptyList filter={filter} />
            )
          ) : (
            <Outlet />
          )}
        </CaseFrame>
      </ShownCase>
    </NextInQueue>
  )
}

const EmptyList = ({ filter }: { filter: QueueFilter }) => (
  <EmptyState title={emptyText[filter.show].title} icon={<CircleCheck />}>
    {emptyText[filter.show].text ??
      (filter.kind ? kindText[filter.kind].empty : 'New cases appear here automatically.')}
  </EmptyState>
)

/** The queue where there is no room for a case beside it. */
export function QueuePage() {
  const query = useQueue()
  const decides = useDecides()
  const filter = filterOf(useSearchParams()[0])
  const viewer = useViewer()
  const left = useLeftCase()
  const { items = [], counts = {} } = query.data ?? {}
  if (!decides) return <NoQueue />
  return (
    <Page title="Queue">
      <KindTabs filter={filter} />
      <QueueTools filter={filter} listed={filtered(items, filter, viewer)} />
      <Loaded query={query} what="the queue" lines={6}>
        {() => (
          <>
            <QueueList
              key={queueAddress(filter)}
              items={items}
              filter={filter}
              openId={left}
              empty={<EmptyList filter={filter} />}
            />
            {filter.show === 'all' && totalOf({ items, counts }) > items.length && (
              <p className={layout.faint}>
                {`The ${items.length} oldest of ${totalOf({ items, counts })} pending cases are listed.`}
              </p>
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}

const emptyText: Record<QueueShow, { title: string; text?: string }> = {
  all: { title: 'Nothing pending' },
  mine: { title: 'No cases assigned to you', text: 'Open a case and press M to assign it to yourself.' },
  hold: {
    title: 'Nothing on hold',
    text: 'A case on hold returns to the queue at its reminder, or when the client replies.',
  },
}
