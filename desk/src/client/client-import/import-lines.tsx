import {
  type ClientImport,
  type ClientImportLine,
  clientImportColumns,
  type ClientImportColumn,
  optionalImportColumns,
} from '@sauda/contract/client/client-import'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { StatusPill, type StatusTone } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { Checkbox } from '@sauda/ui/checkbox'
import { Table } from '@sauda/ui/table'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { amountColumn, column, type ColumnsOf, headColumn } from '../../shell/table.tsx'
import { UnusedColumns } from '../../shell/import-file.tsx'
import { Lines, textLines, twoLines } from '../../shell/lines.tsx'
import { formatCount } from '@sauda/contract/platform/decimal'
import { rupeesText } from '@sauda/contract/platform/money'
import { countText } from '../../shell/format.ts'

type Cells = Partial<Record<ClientImportColumn, string>>

const example: readonly Cells[] = [
  {
    record: 'client',
    pan: 'ABCPD1234E',
    name: 'Asha Rao',
    email: 'asha.rao@example.com',
    mobile: '9876543210',
    kyc_date: '2024-03-31',
    executive: 'Meera Iyer',
    balance: '25000.00',
    account_holder: 'Asha Rao',
    account_number: '50100123456789',
    ifsc: 'HDFC0001234',
    ucc: 'AB1001',
    demat: '1208160000123456',
    address: '14 Lake Road Mumbai 400053',
    ecn_consent_date: '2024-03-31',
  },
  {
    record: 'position',
    pan: 'ABCPD1234E',
    stock: 'RELIANCE',
    quantity: '10',
    unit_cost: '2450.75',
    purchase_date: '2023-06-15',
  },
]

const columns = [...clientImportColumns, ...optionalImportColumns]

/** With one client and one position to replace. */
export const template = [
  columns.join(','),
  ...example.map((cells) => columns.map((column) => cells[column] ?? '').join(',')),
  '',
].join('\r\n')

export const clientsText = (count: number): string => countText(count, 'client')

function totalsText({ clients, positions, bankDetails, balance, cost }: ClientImport['totals']): string {
  return [
    `${clientsText(clients)} with opening balances of ${rupeesText(balance)}`,
    `${countText(positions, 'position')} at a cost of ${rupeesText(cost)}`,
    `and bank details of ${clientsText(bankDetails)}.`,
  ].join(', ')
}

const wrongText = (wrong: number): string =>
  wrong === 1
    ? '1 line has an error. Correct the file before you import it.'
    : `${formatCount(wrong)} lines have errors. Correct the file before you import it.`

const importedText = (count: number): string =>
  count === 1
    ? '1 line was imported before and stays unchanged.'
    : `${formatCount(count)} lines were imported before and stay unchanged.`

const pageRows = 100

const names = { client: 'Client', position: 'Position', other: 'Unknown' } as const

const lineColumns: ColumnsOf<ClientImportLine> = [
  headColumn('Line', 'line', ({ line }) => <span className="tabular">{line}</span>),
  column('Details', 'lead', ({ title, detail, clientId }) =>
    twoLines(clientId === undefined ? title || '–' : <Link to={`/clients/${clientId}`}>{title}</Link>, detail),
  ),
  column('PAN', 'under', ({ pan }) => <span className="tabular">{pan || '–'}</span>),
  column('Record', 'line', ({ record }) => names[record]),
  amountColumn('Balance or cost', ({ amount }) => amount),
  column('Result', 'note', (line) => <LineResult line={line} />),
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
      {textLines(problems)}
    </Lines>
  )
}

/** The result of each line, those with errors first if there are any. */
export function ImportLines({ reading, action }: { reading: ClientImport; action?: ReactNode }) {
  const { lines, counts, totals, fileName, unused } = reading
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
      <UnusedColumns columns={unused} />
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
          columns={lineColumns}
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
