import { paiseOf } from '@sauda/contract/platform/money'
import { EmptyState } from '@sauda/ui/empty-state'
import { Money } from '@sauda/ui/money'
import type { TableColumn } from '@sauda/ui/table'
import { Link } from 'react-router'
import { ClientLines } from '../../shell/lines.tsx'
import { requestColumns } from '../../shell/second-approval.tsx'
import { ListCard, QueryTable } from '../../shell/loaded.tsx'
import { kindNames, signedBy } from './ledger.text.ts'
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
  ...requestColumns<Adjustment>('adjustment', {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    place: 'figure',
    cell: ({ kind, amount }) => <Money amount={signedBy(kind, paiseOf(amount))} change />,
  }),
]

export const AdjustmentsPage = () => (
  <BooksFrame
    title="Adjustments"
    right="ledger.adjust"
    description="Manual entries, each with a reason shown to the client. One operator requests it on the client’s page; another approves it in the queue."
  >
    <ListCard>
      <QueryTable
        label="Adjustments"
        query={useAdjustments()}
        rowsOf={({ adjustments }) => adjustments}
        what="the adjustments"
        columns={columns}
        rowKey={({ _id }) => _id}
        empty={<EmptyState title="No adjustments yet">Request one on a client’s page, under Ledger.</EmptyState>}
      />
    </ListCard>
  </BooksFrame>
)
