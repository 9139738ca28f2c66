import type { Loan } from '@sauda/contract/money/loan'
import { EmptyState } from '@sauda/ui/empty-state'
import { rowLink } from '../../shell/lines.tsx'
import { DateTime, formatDate } from '@sauda/web/date-time'
import { amountColumn, column, type ColumnsOf, endColumn, headColumn, ListTable } from '../../shell/table.tsx'
import { LoanPill } from '../../shell/pills.tsx'

const columnsOf = (clientId: string): ColumnsOf<Loan> => [
  headColumn('Requested on', 'lead', ({ _id, createdAt }) => rowLink(`/loan/${_id}`, <DateTime at={createdAt} />, '')),
  column('Status', 'state', ({ status }) => <LoanPill status={status} />),
  endColumn('APR', 'line', ({ terms }) => (terms ? `${terms.aprPercent}%` : '–')),
  column('Next due', 'line', ({ next }) => (next ? formatDate(next.dueDate) : '–')),
  amountColumn(
    'Disbursed',
    ({ terms }) => terms?.amount,
    'figure',
    ({ _id: id, status, createdAt }) =>
      status === 'approved' || status === 'closed'
        ? { clientId, source: { cause: id }, name: `Loan requested on ${formatDate(createdAt)}` }
        : undefined,
  ),
  amountColumn('Principal outstanding', ({ principal }) => principal),
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
    selectedKey={openId ?? null}
    plain={openId !== undefined}
    empty={<EmptyState title="No loans yet">Clients request a loan in the portal.</EmptyState>}
  />
)
