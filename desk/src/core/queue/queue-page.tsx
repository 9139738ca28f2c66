import { noticeRules } from '@sauda/contract/core/notice'
import { bankFindings, type QueueItem, queueKinds, queueNames, queueRights } from '@sauda/contract/core/queue'
import { Badge } from '@sauda/ui/badge'
import { EmptyState } from '@sauda/ui/empty-state'
import { RadioGroup } from '@sauda/ui/radio-group'
import { Select } from '@sauda/ui/select'
import { Row } from '@sauda/ui/stack'
import { CircleCheck } from 'lucide-react'
import type { ComponentType } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { Faint, KeyHint } from '../../shell/lines.tsx'
import { optionsOf } from '../../shell/form-dialog.tsx'
import type { Options } from '../../shell/form-field.tsx'
import { live } from '../../shell/live.ts'
import { Loaded } from '../../shell/loaded.tsx'
import { isOwn, useCan, useDecides } from '../../shell/me.ts'
import { Page, ButtonLink } from '../../shell/page.tsx'
import { useNavigationItems, ViewTabs } from '../../shell/navigation.tsx'
import { useShortcuts } from '../../shell/shortcut.ts'
import { useIsDesktop, useIsPhone } from '@sauda/web/hooks'
import { useStore } from '@sauda/web/store'
import { QueueList } from './queue-list.tsx'
import { totalOf, useQueue, useViewer } from './queue.api.ts'
import {
  filtered,
  filterOf,
  inOrder,
  itemName,
  kindText,
  queueAddress,
  type QueueFilter,
  queueOrder,
  type QueueOrder,
  queueOrders,
  type QueueShow,
  queueShows,
} from './queue.ts'
import layout from '../../shell/layout.module.css'
import { formatDateTime } from '@sauda/web/date-time'
import { csvFile, DownloadFile } from '../../shell/download-file.tsx'

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
            {pages.slice(0, 3).map(({ to, label }) => (
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
export interface LeftCase {
  left?: string
}

/** Shows a case beside the list. */
export type QueuePreview = ComponentType<{ item: QueueItem; to: string }>

export function QueuePage({ Preview }: { Preview: QueuePreview }) {
  const isDesktop = useIsDesktop()
  const isPhone = useIsPhone()
  const query = useQueue()
  const can = useCan()
  const decides = useDecides()
  const isLive = useStore(live)
  const [address] = useSearchParams()
  const filter = filterOf(address)
  const left = (useLocation().state as LeftCase | null)?.left
  const hasDeposits = can('wallet.approve') && (filter.kind === null || filter.kind === 'deposit')
  const { items = [], counts = {} } = query.data ?? {}
  const viewer = useViewer()
  const listed = filtered(items, filter, viewer)
  if (!decides) return <NoQueue />
  return (
    <Page title="Queue" mark={!isLive && <Faint>{`Refreshes every ${noticeRules.fallbackSeconds} seconds.`}</Faint>}>
      <KindTabs filter={filter} />
      <div className={layout.bar}>
        <Shows filter={filter} />
        {hasDeposits && <Order />}
        <div className={layout.keys}>
          <KeyHint keys={['j', 'k']}>move</KeyHint>
          <KeyHint keys={['↵']}>open</KeyHint>
          {listed.some(({ firstApprovalById }) => !isOwn(firstApprovalById, viewer)) && (
            <>
              <KeyHint keys={['a']}>approve</KeyHint>
              <KeyHint keys={['r']}>reject</KeyHint>
            </>
          )}
          {hasDeposits && <KeyHint keys={['s']}>sort</KeyHint>}
          {!isPhone && <QueueDownload rows={listed} />}
        </div>
      </div>
      <Loaded query={query} what="the queue" lines={6}>
        {() => (
          <>
            <QueueList
              key={queueAddress(filter)}
              items={items}
              filter={filter}
              leftId={left}
              preview={
                isDesktop || (listed.length === 1 && !isPhone)
                  ? (item, to) => <Preview key={item.id} item={item} to={to} />
                  : undefined
              }
              empty={
                <EmptyState title={emptyText[filter.show].title} icon={<CircleCheck />}>
                  {emptyText[filter.show].text ??
                    (filter.kind ? kindText[filter.kind].empty : 'New cases appear here automatically.')}
                </EmptyState>
              }
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

interface ChoiceProps {
  label: string
  options: Options
  value: string
  onValueChange: (value: string) => void
}

/** A select on a phone, so that two of them fit in one row. */
const Choice = ({ onValueChange, ...props }: ChoiceProps) =>
  useIsPhone() ? (
    <Select {...props} onChange={(event) => onValueChange(event.target.value)} />
  ) : (
    <RadioGroup {...props} look="segmented" hideLabel onValueChange={onValueChange} />
  )

/** All, one's own, or those on hold, each with its number. */
function Shows({ filter }: { filter: QueueFilter }) {
  const navigate = useNavigate()
  const { items = [] } = useQueue().data ?? {}
  const viewer = useViewer()
  const labelOf = (show: QueueShow) => {
    const count = show === 'all' ? 0 : filtered(items, { ...filter, show }, viewer).length
    return count > 0 ? `${queueShows[show]} (${count})` : queueShows[show]
  }
  return (
    <Choice
      label="Cases shown"
      options={(Object.keys(queueShows) as QueueShow[]).map((value) => ({ value, label: labelOf(value) }))}
      value={filter.show}
      onValueChange={(show) => void navigate(queueAddress({ ...filter, show: show as QueueShow }), { replace: true })}
    />
  )
}

function Order() {
  const order = useStore(queueOrder)
  useShortcuts('Queue', [
    {
      keys: ['s'],
      does: 'Sort by age or bank match',
      run: () => queueOrder.set(order === 'oldest' ? 'bank' : 'oldest'),
    },
  ])
  return (
    <Choice
      label="Order"
      options={optionsOf(queueOrders)}
      value={order}
      onValueChange={(value) => queueOrder.set(value as QueueOrder)}
    />
  )
}

function KindTabs({ filter }: { filter: QueueFilter }) {
  const can = useCan()
  const queue = useQueue().data
  const tab = (kind: QueueFilter['kind'], name: string, count: number) => ({
    to: queueAddress({ ...filter, kind }),
    name,
    isOpen: kind === filter.kind,
    mark: count > 0 && <Badge>{count}</Badge>,
  })
  const kinds = queueKinds
    .filter((kind) => can(queueRights[kind]) && (kind === filter.kind || (queue?.counts[kind] ?? 0) > 0))
    .map((kind) => tab(kind, queueNames[kind], queue?.counts[kind] ?? 0))
  return <ViewTabs label="Type" tabs={[tab(null, 'All', queue ? totalOf(queue) : 0), ...kinds]} />
}

/** Saves the listed cases in the order shown as CSV. */
function QueueDownload({ rows: listed }: { rows: readonly QueueItem[] }) {
  const rows = listed.toSorted(inOrder(useStore(queueOrder)))
  if (rows.length === 0) return null
  const load = async () => {
    const { csvOfRows } = await import('../../shell/table-csv.ts')
    return csvFile('Queue', csvOfRows([queueColumns, ...rows.map(queueLine)]))
  }
  return <DownloadFile label="Download CSV" load={load} />
}

const cells: Readonly<Record<string, (item: QueueItem) => string | number | undefined>> = {
  Type: itemName,
  Number: ({ name }) => name,
  Client: ({ clientName }) => clientName,
  'Client ID': ({ saudaId }) => saudaId,
  'Amount (₹)': ({ amount }) => amount,
  'UTR or transaction ID': ({ reference }) => reference,
  'Bank match': ({ bank }) => bank && bankFindings[bank.finding],
  'Picked up by': ({ takenBy }) => takenBy,
  'First approval': ({ firstApproval }) => firstApproval,
  'Pending since (IST)': ({ since }) => formatDateTime(since),
  Request: ({ summary }) => summary,
}

export const queueColumns = Object.keys(cells)

/** A row of the file, in the order of the columns. */
export const queueLine = (item: QueueItem): (string | number)[] => Object.values(cells).map((cell) => cell(item) ?? '')
