import type { Nominee, NomineeValue } from '@sauda/contract/setting'
import { Table, type TableColumn } from '@sauda/ui/table'
import { Note } from '../shell/evidence.tsx'
import { formatDate } from '@sauda/web/date-time'

const columns: readonly TableColumn<Nominee>[] = [
  { key: 'name', header: 'Nominee', rowHeader: true, cell: ({ name }) => name },
  { key: 'relationship', header: 'Relationship', cell: ({ relationship }) => relationship },
  { key: 'born', header: 'Born', cell: ({ bornOn }) => (bornOn === undefined ? '–' : formatDate(bornOn)) },
  { key: 'guardian', header: 'Guardian', cell: ({ guardian }) => guardian ?? '–' },
  { key: 'share', header: 'Share', align: 'end', cell: ({ share }) => <span className="tabular">{share}%</span> },
]

/** Who is to receive the holdings, and how much of them. */
export function NomineeTable({ label, value }: { label: string; value: NomineeValue }) {
  if (value.nominees.length === 0)
    return <Note>{value.optedOut ? 'The client opted out of nomination.' : 'No nominee added.'}</Note>
  return <Table label={label} columns={columns} rows={value.nominees} rowKey={({ name }) => name} />
}
