import type { Reversal } from '@sauda/contract/reversal'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { Money } from '@sauda/ui/money'
import { Table, type TableColumn } from '@sauda/ui/table'
import { Link } from 'react-router'
import { quantityText } from '../shell/decimal-words.ts'
import { useListKeys } from '../shell/list-keys.ts'
import { Loaded } from '../shell/loaded.tsx'
import { Moment } from '../shell/moment.tsx'
import { paiseOf } from '@sauda/contract/money'
import { ReversalPill } from './reversal-pill.tsx'
import { useReversals } from './reversal.api.ts'
import styles from './trade.module.css'

const columns: readonly TableColumn<Reversal>[] = [
  {
    key: 'trade',
    header: 'Trade',
    rowHeader: true,
    place: 'lead',
    cell: ({ _id, trade }) => (
      <div className={styles.cell}>
        <Link className="tabular" to={`/trade/reversal/${_id}`} data-item="">
          {trade.tradeId}
        </Link>
        <span className={styles.faint}>
          {trade.action} {quantityText(trade.bookedQuantity)} {trade.stockName}
        </span>
      </div>
    ),
  },
  {
    key: 'client',
    header: 'Client',
    place: 'under',
    cell: ({ trade: { clientId, clientName, saudaId } }) => (
      <div className={styles.cell}>
        <Link to={`/clients/${clientId}?show=trades`}>{clientName}</Link>
        <span className={`tabular ${styles.faint}`}>{saudaId}</span>
      </div>
    ),
  },
  { key: 'reason', header: 'Reason', cell: ({ reason }) => reason, place: 'note' },
  {
    key: 'by',
    header: 'Asked by',
    cell: ({ requestedBy, createdAt }) => (
      <div className={styles.cell}>
        {requestedBy}
        <span className={styles.faint}>
          <Moment at={createdAt} />
        </span>
      </div>
    ),
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    place: 'figure',
    cell: ({ trade }) => <Money amount={paiseOf(trade.amount)} />,
  },
  {
    key: 'state',
    header: 'State',
    align: 'end',
    place: 'state',
    cell: ({ status, decidedBy }) => (
      <div className={styles.cell}>
        <span>
          <ReversalPill status={status} />
        </span>
        {decidedBy !== undefined && <span className={styles.faint}>{decidedBy}</span>}
      </div>
    ),
  },
]

/** Wrong bookings: those that wait for a second operator first, then what was decided. */
export function ReversalsList() {
  const query = useReversals()
  const list = useListKeys<HTMLDivElement>('List')
  const table = (rows: readonly Reversal[], loading: string | false) => (
    <Card flush>
      <div ref={list}>
        <Table
          label="Reversals"
          columns={columns}
          rows={rows}
          rowKey={({ _id }) => _id}
          loading={loading}
          empty={
            <EmptyState title="No reversals">
              A wrong booking is undone from the client’s page, under Trades, and needs two operators.
            </EmptyState>
          }
        />
      </div>
    </Card>
  )
  return (
    <Loaded query={query} failed="The reversals could not be loaded" loading={table([], 'Loading the reversals')}>
      {({ reversals }) => table(reversals, false)}
    </Loaded>
  )
}
