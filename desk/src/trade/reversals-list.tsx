import type { Reversal } from '@sauda/contract/reversal'
import { StatusPill, type StatusTone } from '@sauda/ui/badge'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { Money } from '@sauda/ui/money'
import { Table, type TableColumn } from '@sauda/ui/table'
import { Link } from 'react-router'
import { quantityText } from '../shell/decimal-words.ts'
import { useListKeys } from '../shell/list-keys.ts'
import { AskedLines, ClientLines, Faint, Lines } from '../shell/lines.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { paiseOf } from '@sauda/contract/money'
import { TradeFrame } from './trade-frame.tsx'
import { useReversals } from './reversal.api.ts'
import styles from './trade.module.css'

const states: Record<Reversal['status'], readonly [StatusTone, string]> = {
  pending: ['warn', 'Pending approval'],
  approved: ['success', 'Reversed'],
  rejected: ['error', 'Rejected'],
}

export function ReversalPill({ status }: Pick<Reversal, 'status'>) {
  const [tone, words] = states[status]
  return <StatusPill tone={tone}>{words}</StatusPill>
}

const columns: readonly TableColumn<Reversal>[] = [
  {
    key: 'trade',
    header: 'Trade',
    rowHeader: true,
    place: 'lead',
    cell: ({ _id, trade }) => (
      <Lines>
        <Link className="tabular" to={`/trade/reversal/${_id}`} data-item="">
          {trade.tradeId}
        </Link>
        <Faint>
          {trade.action} {quantityText(trade.bookedQuantity)} {trade.stockName}
        </Faint>
      </Lines>
    ),
  },
  {
    key: 'client',
    header: 'Client',
    place: 'under',
    cell: ({ trade }) => <ClientLines {...trade} show="trades" />,
  },
  {
    key: 'reason',
    header: 'Reason',
    cell: ({ reason }) => <span className={styles.reason}>{reason}</span>,
    place: 'note',
  },
  { key: 'by', header: 'Requested by', cell: (row) => <AskedLines {...row} /> },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    place: 'figure',
    cell: ({ trade }) => <Money amount={paiseOf(trade.amount)} />,
  },
  {
    key: 'state',
    header: 'Status',
    align: 'end',
    place: 'state',
    cell: ({ status, decidedBy }) => (
      <Lines>
        <span>
          <ReversalPill status={status} />
        </span>
        {decidedBy !== undefined && <Faint>{decidedBy}</Faint>}
      </Lines>
    ),
  },
]

export function ReversalsPage() {
  return (
    <TradeFrame
      title="Reversals"
      description="Reverse a wrong trade with a contra entry. One operator requests it, another approves it. The client sees both trades and the reason."
    >
      <ReversalsList />
    </TradeFrame>
  )
}

function ReversalsList() {
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
              To reverse a wrong trade, open the client’s page, tab Trades. Two operators are needed.
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
