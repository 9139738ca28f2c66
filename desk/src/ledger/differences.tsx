import { Card } from '@sauda/ui/card'
import { Money } from '@sauda/ui/money'
import { Table, type TableColumn } from '@sauda/ui/table'
import { Link } from 'react-router'
import { paiseOf } from '@sauda/contract/money'
import type { Books } from './ledger.api.ts'

type Difference = Books['differences'][number]

const columns: readonly TableColumn<Difference>[] = [
  {
    key: 'what',
    header: 'Figure',
    rowHeader: true,
    cell: ({ what, clientId }) => (clientId ? <Link to={`/clients/${clientId}?show=ledger`}>{what}</Link> : what),
  },
  { key: 'shown', header: 'Shown', align: 'end', cell: ({ shown }) => <Money amount={paiseOf(shown)} /> },
  {
    key: 'entries',
    header: 'Sum of entries',
    align: 'end',
    cell: ({ entries }) => <Money amount={paiseOf(entries)} />,
  },
  {
    key: 'difference',
    header: 'Difference',
    align: 'end',
    cell: ({ shown, entries }) => <Money amount={paiseOf(shown) - paiseOf(entries)} change />,
  },
]

/** Every figure that is not what its entries say. */
export function Differences({ differences }: { differences: readonly Difference[] }) {
  return (
    <Card title="Differences" flush>
      <Table
        label="Differences"
        columns={columns}
        rows={differences}
        rowKey={({ what, clientId }) => `${what} ${clientId}`}
      />
    </Card>
  )
}
