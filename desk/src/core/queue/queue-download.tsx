import { bankFindings, type QueueItem } from '@sauda/contract/core/queue'
import { Row } from '@sauda/ui/stack'
import { formatDateTime } from '@sauda/web/date-time'
import { useStore } from '@sauda/web/store'
import { useNow } from '@sauda/web/now'
import { csvFile, DownloadFile } from '../../shell/download-file.tsx'
import { useMe } from '../../shell/me.ts'
import { filtered, inOrder, itemName, queueOrder, type QueueFilter } from './queue.ts'
import styles from './queue-list.module.css'

interface QueueDownloadProps {
  items: readonly QueueItem[]
  filter: QueueFilter
}

/** Saves the listed cases in the order shown as CSV. */
export function QueueDownload({ items, filter }: QueueDownloadProps) {
  const order = useStore(queueOrder)
  const viewer = { myId: useMe().data?._id, now: useNow() }
  const rows = filtered(items, filter, viewer).toSorted(inOrder(order))
  if (rows.length === 0) return null
  const load = async () => {
    const { csvOfRows } = await import('../../shell/table-csv.ts')
    return csvFile('Queue', csvOfRows([queueColumns, ...rows.map(queueLine)]))
  }
  return (
    <Row justify="end" className={styles.download}>
      <DownloadFile label="Download CSV" load={load} />
    </Row>
  )
}

export const queueColumns = [
  'Type',
  'Number',
  'Client',
  'Client ID',
  'Amount (₹)',
  'UTR or transaction ID',
  'Bank match',
  'Picked up by',
  'First approval',
  'Pending since (IST)',
  'Request',
]

/** A row of the file, in the order of the columns. */
export function queueLine(item: QueueItem): (string | number)[] {
  const {
    name = '',
    clientName = '',
    saudaId = '',
    summary = '',
    amount = '',
    reference = '',
    bank,
    takenBy = '',
  } = item
  return [
    itemName(item),
    name,
    clientName,
    saudaId,
    amount,
    reference,
    bank ? bankFindings[bank.finding] : '',
    takenBy,
    item.firstApproval ?? '',
    formatDateTime(item.since),
    summary,
  ]
}
