import type { ClientImport, ClientImportLine } from '@sauda/contract/client/client-import'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { StatusPill, type StatusTone } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { Checkbox } from '@sauda/ui/checkbox'
import { Table, type TableColumn } from '@sauda/ui/table'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { amountColumn, Lines, twoLines } from '../../shell/lines.tsx'
import { importedText, totalsText, wrongText } from './client-import.text.ts'

const pageRows = 100

const names = { client: 'Client', position: 'Position', other: 'Unknown' } as const

const columns: readonly TableColumn<ClientImportLine>[] = [
  { key: 'line', header: 'Line', rowHeader: true, cell: ({ line }) => <span className="tabular">{line}</span> },
  {
    key: 'what',
    header: 'Details',
    place: 'lead',
    cell: ({ title, detail, clientId }) =>
      twoLines(clientId === undefined ? title || '–' : <Link to={`/clients/${clientId}`}>{title}</Link>, detail),
  },
  { key: 'pan', header: 'PAN', place: 'under', cell: ({ pan }) => <span className="tabular">{pan || '–'}</span> },
  { key: 'record', header: 'Record', cell: ({ record }) => names[record] },
  amountColumn('amount', 'Balance or cost', ({ amount }) => amount),
  { key: 'state', header: 'Result', place: 'note', cell: (line) => <LineResult line={line} /> },
]

const results: Record<ClientImportLine['status'], [StatusTone, string]> = {
  new: ['success', 'OK'],
  imported: ['neutral', 'Imported before'],
  wrong: ['error', 'Error'],
}

function LineResult({ line: { status, problems } }: { line: ClientImportLine }) {
  const [tone, text] = results[status]
  return (
    <Lines>
      <span>
        <StatusPill tone={tone}>{text}</StatusPill>
      </span>
      {problems.map((problem) => (
        <span key={problem}>{problem}</span>
      ))}
    </Lines>
  )
}

/** The result of each line, those with errors first if there are any. */
export function ImportLines({ reading, action }: { reading: ClientImport; action?: ReactNode }) {
  const { lines, counts, totals, fileName } = reading
  const [onlyWrong, setOnlyWrong] = useState(counts.wrong > 0)
  const [rows, setRows] = useState(pageRows)
  const shown = onlyWrong ? lines.filter(({ status }) => status === 'wrong') : lines
  return (
    <>
      {counts.wrong > 0 && <AlertBanner tone="error">{wrongText(counts.wrong)}</AlertBanner>}
      {counts.wrong === 0 && counts.new === 0 && (
        <AlertBanner title="Nothing to import">Every line of this file was imported before.</AlertBanner>
      )}
      {totals.clients > 0 && <p>{totalsText(totals)}</p>}
      {counts.imported > 0 && counts.new > 0 && <p>{importedText(counts.imported)}</p>}
      {counts.wrong > 0 && (
        <Checkbox
          label="Only lines with errors"
          checked={onlyWrong}
          onChange={({ target }) => setOnlyWrong(target.checked)}
        />
      )}
      <Card title={fileName} aria-label={fileName} flush aside={counts.wrong === 0 && counts.new > 0 && action}>
        <Table
          label="Lines of the file"
          columns={columns}
          rows={shown.slice(0, rows)}
          rowKey={({ line }) => String(line)}
          footer={
            shown.length > rows && (
              <Button variant="secondary" size="small" onClick={() => setRows(rows + pageRows)}>
                Show more lines
              </Button>
            )
          }
        />
      </Card>
    </>
  )
}
