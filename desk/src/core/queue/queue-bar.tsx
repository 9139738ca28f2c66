import { noticeRules } from '@sauda/contract/core/notice'
import { bankFindings, type QueueItem, queueKinds, queueNames, queueRights } from '@sauda/contract/core/queue'
import { Badge } from '@sauda/ui/badge'
import { RadioGroup } from '@sauda/ui/radio-group'
import { Select } from '@sauda/ui/select'
import { formatDateTime } from '@sauda/web/date-time'
import { useIsPhone } from '@sauda/web/hooks'
import { useStore } from '@sauda/web/store'
import { useNavigate } from 'react-router'
import { csvFile, DownloadFile } from '../../shell/download-file.tsx'
import { optionsOf } from '../../shell/form-dialog.tsx'
import type { Options } from '../../shell/form-field.tsx'
import { Faint } from '../../shell/lines.tsx'
import { live } from '../../shell/live.ts'
import { useCan } from '../../shell/me.ts'
import { ViewTabs } from '../../shell/navigation.tsx'
import { useShortcuts } from '../../shell/shortcut.ts'
import { totalOf, useQueue, useViewer } from './queue.api.ts'
import {
  filtered,
  inOrder,
  itemName,
  queueAddress,
  type QueueFilter,
  queueOrder,
  type QueueOrder,
  queueOrders,
  type QueueShow,
  queueShows,
} from './queue.ts'
import layout from '../../shell/layout.module.css'
import styles from './queue-list.module.css'

/** Types, views and order above the panes. */
export const QueueStrip = ({ filter, listed }: { filter: QueueFilter; listed: readonly QueueItem[] }) => (
  <div className={styles.strip}>
    <KindTabs filter={filter} />
    <QueueTools filter={filter} listed={listed} />
  </div>
)

export function QueueTools({ filter, listed }: { filter: QueueFilter; listed: readonly QueueItem[] }) {
  const can = useCan()
  const hasDeposits = can('wallet.approve') && (filter.kind === null || filter.kind === 'deposit')
  const isLive = useStore(live)
  return (
    <div className={layout.bar}>
      {!isLive && <Faint>{`Refreshes every ${noticeRules.fallbackSeconds} seconds.`}</Faint>}
      <Shows filter={filter} />
      {hasDeposits && <Order />}
      {!useIsPhone() && <QueueDownload rows={listed} />}
    </div>
  )
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

/** The choice between all cases, the operator's own and those on hold, each with its number. */
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

export function KindTabs({ filter }: { filter: QueueFilter }) {
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
