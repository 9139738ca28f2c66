import type { Loan } from '@sauda/contract/money/loan'
import { EmptyState } from '@sauda/ui/empty-state'
import type { TableColumn } from '@sauda/ui/table'
import { Link } from 'react-router'
import { DateTime, formatDate } from '@sauda/web/date-time'
import { ListTable } from '../../shell/loaded.tsx'
import { amountColumn } from '../../shell/lines.tsx'
import { LoanPill } from '../../shell/pills.tsx'

const columnsOf = (clientId: string): readonly TableColumn<Loan>[] => [
  {
    key: 'requested',
    header: 'Requested on',
    rowHeader: true,
    place: 'lead',
    cell: ({ _id, createdAt }) => (
      <Link to={`/loan/${_id}`}>
        <DateTime at={createdAt} />
      </Link>
    ),
  },
  { key: 'state', header: 'Status', cell: ({ status }) => <LoanPill status={status} />, place: 'state' },
  { key: 'apr', header: 'APR', align: 'end', cell: ({ terms }) => (terms ? `${terms.aprPercent}%` : '–') },
  { key: 'next', header: 'Next due', cell: ({ next }) => (next ? formatDate(next.dueDate) : '–') },
  amountColumn(
    'lent',
    'Disbursed',
    ({ terms }) => terms?.amount,
    'figure',
    ({ _id: id, status, createdAt }) =>
      status === 'approved' || status === 'closed'
        ? { clientId, source: { cause: id }, name: `Loan requested on ${formatDate(createdAt)}` }
        : undefined,
  ),
  amountColumn('left', 'Principal outstanding', ({ principal }) => principal),
]

interface LoansTableProps {
  clientId: string
  loans: readonly Loan[]
  openId?: string
}

export const LoansTable = ({ clientId, loans, openId }: LoansTableProps) => (
  <ListTable
    label="Loans"
    columns={columnsOf(clientId)}
    rows={loans}
    rowKey={({ _id }) => _id}
    selectedKey={openId ?? null}
    plain={openId !== undefined}
    empty={<EmptyState title="No loans yet">Clients request a loan in the portal.</EmptyState>}
  />
)
