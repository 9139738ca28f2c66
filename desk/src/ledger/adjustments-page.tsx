import { paiseOf } from '@sauda/contract/money'
import { StatusPill } from '@sauda/ui/badge'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { Money } from '@sauda/ui/money'
import { Table, type TableColumn } from '@sauda/ui/table'
import { Link } from 'react-router'
import { AskedLines, ClientLines, Faint, Lines } from '../shell/lines.tsx'
import { useListKeys } from '../shell/list-keys.ts'
import { Loaded } from '../shell/loaded.tsx'
import { adjustmentStates, kindNames, signedBy } from './adjustment-words.ts'
import { BooksFrame } from './books-frame.tsx'
import { useAdjustments, type Adjustment } from './ledger.api.ts'

const columns: readonly TableColumn<Adjustment>[] = [
  {
    key: 'kind',
    header: 'Type',
    rowHeader: true,
    place: 'lead',
    cell: ({ _id, kind }) => (
      <Link to={`/books/adjustment/${_id}`} data-item="">
        {kindNames[kind]}
      </Link>
    ),
  },
  { key: 'client', header: 'Client', place: 'under', cell: (row) => <ClientLines {...row} show="ledger" /> },
  { key: 'reason', header: 'Reason', cell: ({ reason }) => reason, place: 'note' },
  { key: 'by', header: 'Requested by', cell: (row) => <AskedLines {...row} /> },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    place: 'figure',
    cell: ({ kind, amount }) => <Money amount={signedBy(kind, paiseOf(amount))} change />,
  },
  {
    key: 'state',
    header: 'Status',
    align: 'end',
    place: 'state',
    cell: ({ status, decidedBy }) => (
      <Lines>
        <span>
          <StatusPill tone={adjustmentStates[status][0]}>{adjustmentStates[status][1]}</StatusPill>
        </span>
        {decidedBy !== undefined && <Faint>{decidedBy}</Faint>}
      </Lines>
    ),
  },
]

export function AdjustmentsPage() {
  return (
    <BooksFrame
      title="Adjustments"
      right="ledger.adjust"
      description="Manual entries, each with a reason shown to the client. One operator requests it on the client’s page; another approves it in the queue."
    >
      <Adjustments />
    </BooksFrame>
  )
}

function Adjustments() {
  const query = useAdjustments()
  const list = useListKeys<HTMLDivElement>('List')
  const table = (rows: readonly Adjustment[], loading: string | false) => (
    <Card flush>
      <div ref={list}>
        <Table
          label="Adjustments"
          columns={columns}
          rows={rows}
          rowKey={({ _id }) => _id}
          loading={loading}
          empty={<EmptyState title="No adjustments yet">Request one on a client’s page, under Ledger.</EmptyState>}
        />
      </div>
    </Card>
  )
  return (
    <Loaded query={query} failed="The adjustments could not be loaded" loading={table([], 'Loading the adjustments')}>
      {({ adjustments }) => table(adjustments, false)}
    </Loaded>
  )
}
