import type { Statement } from '@sauda/contract/reconciliation'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { Table, type TableColumn } from '@sauda/ui/table'
import { Loaded } from '../shell/loaded.tsx'
import { DateTime } from '@sauda/web/date-time-text'
import { formatDate } from '@sauda/web/date-time'
import { useStatements } from './reconciliation.api.ts'

const columns: readonly TableColumn<Statement>[] = [
  {
    key: 'file',
    header: 'File',
    rowHeader: true,
    place: 'lead',
    cell: ({ fileName, account }) => (account === undefined ? fileName : `${fileName}, account ••${account}`),
  },
  {
    key: 'period',
    header: 'Period',
    place: 'under',
    cell: ({ firstOn, lastOn }) =>
      firstOn === lastOn ? formatDate(firstOn) : `${formatDate(firstOn)} – ${formatDate(lastOn)}`,
  },
  { key: 'lines', header: 'Lines', align: 'end', cell: ({ lines }) => lines.toLocaleString('en-IN') },
  { key: 'added', header: 'New', align: 'end', cell: ({ added }) => added.toLocaleString('en-IN') },
  { key: 'by', header: 'Imported by', cell: ({ importedBy }) => importedBy },
  { key: 'at', header: 'Date and time', align: 'end', cell: ({ importedAt }) => <DateTime at={importedAt} /> },
]

/** Statements that brought something new. */
export function Statements() {
  const query = useStatements()
  const table = (rows: readonly Statement[], loading: string | false) => (
    <Table
      label="Imported statements"
      columns={columns}
      rows={rows}
      rowKey={({ _id }) => _id}
      loading={loading}
      empty={<EmptyState title="No statement yet">Upload the first one above.</EmptyState>}
    />
  )
  return (
    <Card title="Imported before" flush>
      <Loaded query={query} failed="The statements could not be loaded" loading={table([], 'Loading the statements')}>
        {({ statements }) => table(statements, false)}
      </Loaded>
    </Card>
  )
}
