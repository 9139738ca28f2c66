import { type LevyDifference, type LevyFile, levyFileCalls, levyNames } from '@sauda/contract/trading/levy-file'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import type { TableColumn } from '@sauda/ui/table'
import { DateTime, formatDate } from '@sauda/web/date-time'
import { useState } from 'react'
import { useCall } from '../../shell/api.ts'
import { priceText } from '../../shell/format.ts'
import { SendFile, useUpload } from '../../shell/import-file.tsx'
import { Lines, twoLines } from '../../shell/lines.tsx'
import { QueryTable } from '../../shell/loaded.tsx'

const nameOf = ({ levy, exchange, day }: Pick<LevyFile, 'levy' | 'exchange' | 'day'>) =>
  `${levyNames[levy]}, ${exchange}, ${formatDate(day)}`

/** Importing an STT or stamp duty file, and where it differs from what was computed. */
export function LevyFiles() {
  const files = useCall(levyFileCalls.list, {})
  const [shown, setShown] = useState<LevyFile>()
  return (
    <>
      <SendFile
        title="STT and stamp duty of the clearing corporations"
        label="STT or stamp duty file"
        hint="As the clearing corporation names it, gzip or CSV. Its figures are final; they are compared with ours."
        send={useUpload(levyFileCalls.importFile)}
        onSent={({ file }) => setShown(file)}
      />
      {shown && <Differences file={shown} />}
      <Card title="Imported STT and stamp duty files" flush>
        <QueryTable
          label="Imported STT and stamp duty files"
          query={files}
          rowsOf={(data) => data.files}
          what="the files"
          columns={fileColumns(setShown)}
          rowKey={({ _id }) => _id}
          empty={<EmptyState title="No files yet">Choose the first file above.</EmptyState>}
        />
      </Card>
    </>
  )
}

function Differences({ file }: { file: LevyFile }) {
  const query = useCall(levyFileCalls.differences, { params: { fileId: file._id } })
  const more = query.data?.more ?? 0
  return (
    <Card title={`${nameOf(file)}: differences`} flush>
      <QueryTable
        label="Differences from what was computed"
        query={query}
        rowsOf={({ differences }) => differences}
        what="the differences"
        columns={differenceColumns}
        rowKey={({ code }) => code}
        empty={
          <EmptyState title="No differences">
            {`The file and our figures agree for ${query.data?.clients ?? 0} clients.`}
          </EmptyState>
        }
      />
      {more > 0 && <AlertBanner tone="warn">{`${more} more clients differ.`}</AlertBanner>}
    </Card>
  )
}

const differenceColumns: readonly TableColumn<LevyDifference>[] = [
  {
    key: 'client',
    header: 'Client',
    rowHeader: true,
    place: 'lead',
    cell: ({ code, clientName }) => twoLines(clientName ?? 'Not a client here', code),
  },
  { key: 'file', header: 'File', align: 'end', place: 'figure', cell: (row) => priceText(row.file) },
  { key: 'computed', header: 'Computed', align: 'end', cell: (row) => priceText(row.computed) },
  {
    key: 'reasons',
    header: 'What differs',
    place: 'note',
    cell: ({ reasons }) => (
      <Lines>
        {reasons.map((reason) => (
          <span key={reason}>{reason}</span>
        ))}
      </Lines>
    ),
  },
]

const fileColumns = (show: (file: LevyFile) => void): readonly TableColumn<LevyFile>[] => [
  { key: 'file', header: 'File', rowHeader: true, place: 'lead', cell: (file) => twoLines(nameOf(file), file.name) },
  { key: 'total', header: 'Total', align: 'end', place: 'figure', cell: ({ total }) => priceText(total) },
  { key: 'computed', header: 'Computed', align: 'end', cell: ({ computed }) => priceText(computed) },
  {
    key: 'by',
    header: 'Imported',
    place: 'under',
    cell: ({ importedBy, importedAt }) => twoLines(importedBy, <DateTime at={importedAt} />),
  },
  {
    key: 'show',
    header: 'Check',
    align: 'end',
    cell: (file) => (
      <Button variant="secondary" size="small" onClick={() => show(file)}>
        Differences
      </Button>
    ),
  },
]
