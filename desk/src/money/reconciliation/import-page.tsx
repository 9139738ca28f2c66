import type { Statement } from '@sauda/contract/money/bank-statement'
import { reconciliationErrors, reconciliationCalls } from '@sauda/contract/money/reconciliation'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { DateField } from '@sauda/ui/date-field'
import { EmptyState } from '@sauda/ui/empty-state'
import { FilePicker } from '@sauda/ui/file-picker'
import { Select } from '@sauda/ui/select'
import { sentence } from '@sauda/ui/sentence'
import { Row } from '@sauda/ui/stack'
import { Table } from '@sauda/ui/table'
import { errorMessage, errorTitle } from '@sauda/web/api-error'
import { DateTime, formatDate } from '@sauda/web/date-time'
import { useState } from 'react'
import { column, type ColumnsOf, headColumn, QueryCard } from '../../shell/table.tsx'
import { useBankAccountChoices, useBankAccounts, useCall, uploadCsv } from '../../shell/api.ts'
import { Page, ButtonLink, Holders } from '../../shell/page.tsx'
import { useCan } from '../../shell/me.ts'
import { amountFact, Strip, twoLines } from '../../shell/lines.tsx'
import { Acceptance } from './confirm-balance.tsx'
import { Contradictions } from './contradictions.tsx'
import { LayoutEditor } from './layout-editor.tsx'
import { lineColumns } from './line-table.tsx'
import type { Preview } from './reconciliation.api.ts'
import { importedTitle, importText, leftOutSentence, linesText, readingText } from './reconciliation.text.ts'
import styles from './reconciliation.module.css'
import layout from '../../shell/layout.module.css'
import { useMutation } from '@tanstack/react-query'
import { UnusedColumns, useFileImport, useChosenFile } from '../../shell/import-file.tsx'

/** Without the right to import, the imports can be read. */
export function ImportPage() {
  const mayImport = useCan()('wallet.approve')
  return (
    <Page
      title="Import statement"
      right="ledger.read"
      description={mayImport && 'Periods may overlap: entries already imported are skipped.'}
      actions={<ButtonLink to="/reconciliation">View bank entries</ButtonLink>}
    >
      <div className={layout.screen}>
        {mayImport ? (
          <>
            <Import />
            <Contradictions />
          </>
        ) : (
          <AlertBanner title="You have view-only access">
            <Holders right="wallet.approve" />
          </AlertBanner>
        )}
        <Statements />
      </div>
    </Page>
  )
}

function Import() {
  const accounts = useBankAccountChoices()
  const [query, setQuery] = useState<{ bankAccountId: string; sheet?: string } & Partial<Period>>({ bankAccountId: '' })
  const { bankAccountId } = query
  const { preview, send: importing } = useFileImport(reconciliationCalls.preview, reconciliationCalls.importStatement)
  const { file, isBusy, error, picker, send, progress } = useChosenFile(preview, importing)
  const choose = (chosen: File, next: typeof query = { bankAccountId }) => {
    setQuery(next)
    picker.onFile(chosen, { query: next })
  }
  return (
    <>
      <div className={styles.choose}>
        {accounts.length > 0 && (
          <Select
            label="Bank account"
            options={[{ value: '', label: 'As numbered in the file' }, ...accounts]}
            value={bankAccountId}
            disabled={isBusy}
            onChange={({ target: { value } }) =>
              file ? choose(file, { bankAccountId: value }) : setQuery({ bankAccountId: value })
            }
          />
        )}
        <FilePicker
          label="Bank statement"
          hint="CSV, tab-separated text, Excel workbook (XLS, XLSX), OFX, MT940 or camt.053, up to 10 MB and 50,000 lines."
          accept=".csv,.txt,.tsv,.xls,.xlsx,.ofx,.xml,.sta,.940,.mt940,text/csv"
          {...picker}
          onFile={choose}
        />
      </div>
      {progress(importing.isPending ? 'Importing the lines' : 'Reading the lines', `Sending ${file?.name}`)}
      {error && !isBusy && (
        <AlertBanner tone="error" title={preview.error ? 'File not imported' : errorTitle(error, 'File not imported')}>
          {errorMessage(error)}
        </AlertBanner>
      )}
      {file && !isBusy && error?.message === reconciliationErrors.noPeriod.message && (
        <PeriodForm onPeriod={(days) => choose(file, { ...query, ...days })} />
      )}
      {importing.data && (
        <AlertBanner tone="success" title={importedTitle(importing.data.added)}>
          {readingText(importing.data)}
        </AlertBanner>
      )}
      {file && preview.data?.sheets && !importing.data && !isBusy && (
        <SheetChoice
          sheets={preview.data.sheets}
          sheet={preview.data.sheet}
          onSheet={(sheet) => choose(file, { ...query, sheet })}
        />
      )}
      {preview.data && !importing.data && !importing.isPending && (
        <PreviewCard preview={preview.data} onImport={() => send(query)} />
      )}
      {file && !isBusy && !importing.data && (preview.data || error) && (
        <ChooseColumns
          key={[file.lastModified, bankAccountId, query.sheet].join()}
          file={file}
          bankAccountId={preview.data?.bankAccount._id ?? bankAccountId}
          sheet={query.sheet}
          onSaved={() => choose(file, { bankAccountId, ...(query.sheet !== undefined && { sheet: query.sheet }) })}
          onSheet={preview.data ? undefined : (sheet) => choose(file, { bankAccountId, sheet })}
        />
      )}
    </>
  )
}

interface SheetChoiceProps {
  sheets: readonly string[]
  sheet: string | undefined
  onSheet: (sheet: string) => void
}

const SheetChoice = ({ sheets, sheet = sheets[0], onSheet }: SheetChoiceProps) => (
  <Select
    label="Sheet of the workbook"
    hint="Each sheet is imported by itself."
    options={sheets.map((name) => ({ value: name, label: name }))}
    value={sheet ?? ''}
    onChange={({ target: { value } }) => onSheet(value)}
  />
)

interface ChooseColumnsProps {
  file: File
  /** Empty while none is chosen. */
  bankAccountId: string
  sheet: string | undefined
  onSaved: () => void
  /** Absent where the sheet is chosen at the preview. */
  onSheet: ((sheet: string) => void) | undefined
}

/** Reachable from every preview and every error: the columns may be read wrongly without one. */
function ChooseColumns({ file, bankAccountId, sheet, onSaved, onSheet }: ChooseColumnsProps) {
  const { data: accounts = [] } = useBankAccounts()
  const layouts = useCall(reconciliationCalls.layouts, {})
  const top = useMutation({ mutationFn: () => uploadCsv(reconciliationCalls.columns, { file, query: { sheet } }) })
  const [only, ...others] = accounts
  const id = bankAccountId === '' && others.length === 0 ? only?._id : bankAccountId
  if (!id) return <AlertBanner>Choose the bank account above to name the columns of its statements.</AlertBanner>
  if (!top.data || !layouts.data)
    return (
      <>
        {top.error && <AlertBanner tone="error">{errorMessage(top.error)}</AlertBanner>}
        <Row>
          <Button variant="secondary" loading={top.isPending} onClick={() => top.mutate()}>
            Choose the columns
          </Button>
        </Row>
      </>
    )
  const saved = layouts.data.layouts.find((each) => each.bankAccountId === id)?.layout
  const { rows, sheets } = top.data
  return (
    <>
      {sheets && onSheet && <SheetChoice sheets={sheets} sheet={sheet} onSheet={onSheet} />}
      <LayoutEditor rows={rows} bankAccountId={id} saved={saved} onSaved={onSaved} />
    </>
  )
}

const columns: ColumnsOf<Statement> = [
  headColumn('File and bank account', 'lead', ({ fileName, bankAccount }) => twoLines(fileName, bankAccount.name)),
  column('Period', 'under', ({ firstOn, lastOn }) => periodText(firstOn, lastOn).replaceAll(/(?<!–) (?!–)/g, '\u00a0')),
  column('Lines', 'line', (statement) => <span className="nowrap">{linesText(statement)}</span>),
  column('Imported', 'line', ({ importedBy, importedAt }) => twoLines(importedBy, <DateTime at={importedAt} />)),
  column('Bank’s balance', 'note', (statement) => <Acceptance statement={statement} />),
]

const Statements = () => (
  <QueryCard
    title="Imports"
    label="Imported statements"
    query={useCall(reconciliationCalls.statements, {})}
    rowsOf={({ statements }) => statements}
    what="the statements"
    columns={columns}
    empty={<EmptyState title="No statement yet">Upload the first one above.</EmptyState>}
  />
)

function PreviewCard({ preview, onImport }: { preview: Preview; onImport: () => void }) {
  const title = preview.account === undefined ? preview.fileName : `${preview.fileName}, account ••${preview.account}`
  const { added, sample, warnings, withoutAmount, columns, unused } = preview
  return (
    <Card title={title} aria-label={title}>
      <div className={styles.evidence}>
        <Sums preview={preview} />
        {warnings.map((warning) => (
          <AlertBanner key={warning} tone="warn">
            {warning}
          </AlertBanner>
        ))}
        <p className={styles.columns}>
          <span>Columns:</span>
          {columns.map(({ header, readAs }) => (
            <span key={`${header} ${readAs}`}>
              {sentence('{header} as {what}', { header: <b>{header}</b>, what: readAs.toLowerCase() })}
            </span>
          ))}
          <UnusedColumns columns={unused} />
          {withoutAmount > 0 && <span>{leftOutSentence(withoutAmount)}</span>}
        </p>
        {added === 0 ? (
          <>
            <AlertBanner
              title={preview.lines === 0 ? 'No bookings in this file' : 'Every entry in this file was already imported'}
            >
              {`Importing it records that the statements of ${preview.bankAccount.name} cover ${periodText(preview.firstOn, preview.lastOn)}. No entry is added.`}
            </AlertBanner>
            <Row>
              <Button onClick={onImport}>Import the statement</Button>
            </Row>
          </>
        ) : (
          <>
            <p>{readingText(preview)}</p>
            <Row>
              <Button onClick={onImport}>{importText(added)}</Button>
            </Row>
            <Table
              label="First new lines"
              columns={lineColumns({ linked: false })}
              rows={sample}
              rowKey={({ _id }) => _id}
            />
          </>
        )}
      </div>
    </Card>
  )
}

const Sums = ({ preview: { bankAccount, firstOn, lastOn, lines, added, credits, debits } }: { preview: Preview }) => (
  <Strip
    items={[
      { term: 'Bank account', value: bankAccount.name },
      { term: 'Period', value: periodText(firstOn, lastOn) },
      { term: 'Lines', value: linesText({ lines, added }) },
      amountFact('Received', credits),
      amountFact('Paid out', debits),
    ]}
  />
)

const periodText = (firstOn: string, lastOn: string): string =>
  firstOn === lastOn ? formatDate(firstOn) : `${formatDate(firstOn)} – ${formatDate(lastOn)}`

type Period = { readonly from: string; readonly to: string }

/** For a statement of quiet days that does not name them. */
function PeriodForm({ onPeriod }: { onPeriod: (period: Period) => void }) {
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onPeriod({ from, to })
      }}
    >
      <Row>
        <DateField label="First day of the statement" value={from} onText={setFrom} />
        <DateField label="Last day of the statement" value={to} onText={setTo} />
        <Button type="submit" disabled={from === '' || to === ''}>
          Read the file with these days
        </Button>
      </Row>
    </form>
  )
}
