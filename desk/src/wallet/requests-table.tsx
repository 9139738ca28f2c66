import { paiseOf } from '@sauda/contract/money'
import type { RequestType, WalletTransaction } from '@sauda/contract/wallet'
import { EmptyState } from '@sauda/ui/empty-state'
import { Money } from '@sauda/ui/money'
import { Table, type TableColumn } from '@sauda/ui/table'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { DateTime } from '@sauda/web/date-time-text'
import { RequestPill } from '../shell/pills.tsx'

export const requestNames: Record<RequestType, string> = { added: 'Deposit', withdrawal: 'Withdrawal' }

const columns: readonly TableColumn<WalletTransaction>[] = [
  {
    key: 'name',
    header: 'Request',
    rowHeader: true,
    place: 'under',
    cell: ({ _id, transactionId }) => (
      <Link className="tabular" to={`/wallet/${_id}`}>
        {transactionId}
      </Link>
    ),
  },
  { key: 'kind', header: 'Type', cell: ({ type }) => requestNames[type], place: 'lead' },
  { key: 'at', header: 'Requested on', cell: ({ createdAt }) => <DateTime at={createdAt} />, place: 'below' },
  { key: 'state', header: 'Status', cell: ({ status }) => <RequestPill status={status} />, place: 'state' },
  {
    key: 'reference',
    header: 'Bank reference',
    cell: ({ bankReference }) => <span className="tabular">{bankReference ?? '–'}</span>,
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    cell: ({ amount }) => <Money amount={paiseOf(amount)} />,
    place: 'figure',
  },
]

const briefColumns = ['name', 'amount', 'state', 'at'].flatMap((wanted) => columns.filter(({ key }) => key === wanted))

interface RequestsTableProps {
  label: string
  requests: readonly WalletTransaction[]
  brief?: boolean
  selectedId?: string
  loading?: string | false
  footer?: ReactNode
}

export function RequestsTable({
  label,
  requests,
  brief = false,
  selectedId,
  loading = false,
  footer,
}: RequestsTableProps) {
  return (
    <Table
      label={label}
      columns={brief ? briefColumns : columns}
      narrow={brief ? 'scroll' : 'stack'}
      rows={requests}
      rowKey={({ _id }) => _id}
      selectedKey={selectedId ?? null}
      loading={loading}
      empty={<EmptyState title="No requests yet">Deposits and withdrawals are listed here.</EmptyState>}
      footer={footer}
    />
  )
}
