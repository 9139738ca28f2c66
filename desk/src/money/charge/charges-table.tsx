import type { Charge } from '@sauda/contract/money/charge'
import { EmptyState } from '@sauda/ui/empty-state'
import type { TableColumn } from '@sauda/ui/table'
import { Link } from 'react-router'
import { formatDate } from '@sauda/web/date-time'
import { ListTable } from '../../shell/loaded.tsx'
import { amountColumn } from '../../shell/lines.tsx'
import { ChargePill } from '../../shell/pills.tsx'

const columns: readonly TableColumn<Charge>[] = [
  {
    key: 'name',
    header: 'Charge',
    rowHeader: true,
    place: 'under',
    cell: ({ _id, reference }) => (
      <Link className="tabular" to={`/charge/${_id}`}>
        {reference}
      </Link>
    ),
  },
  { key: 'type', header: 'Type', cell: ({ chargeType }) => chargeType, place: 'lead' },
  { key: 'due', header: 'Due', cell: ({ dueDate }) => (dueDate === undefined ? '–' : formatDate(dueDate)) },
  {
    key: 'state',
    header: 'Status',
    cell: ({ status, reversed }) => <ChargePill status={reversed ? 'reversed' : status} />,
    place: 'state',
  },
]

/** A charge that was paid opens its money trail. */
const columnsOf = (clientId: string): readonly TableColumn<Charge>[] => [
  ...columns,
  amountColumn(
    'total',
    'With GST',
    ({ total }) => total,
    'figure',
    ({ _id: id, status, reference }) =>
      status === 'APPROVED' ? { clientId, source: { cause: id }, name: `Charge ${reference}` } : undefined,
  ),
]

interface ChargesTableProps {
  clientId: string
  charges: readonly Charge[]
  openId?: string
}

export const ChargesTable = ({ clientId, charges, openId }: ChargesTableProps) => (
  <ListTable
    label="Charges"
    columns={columnsOf(clientId)}
    rows={charges}
    rowKey={({ _id }) => _id}
    selectedKey={openId ?? null}
    plain={openId !== undefined}
    empty={<EmptyState title="No charges yet" />}
  />
)
