import { csvErrors, csvRules } from '@sauda/contract/csv'
import type { Statement } from '@sauda/contract/reconciliation'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { buttonClass } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { FilePicker } from '@sauda/ui/file-picker'
import { ProgressBar } from '@sauda/ui/progress-bar'
import type { TableColumn } from '@sauda/ui/table'
import { errorMessage } from '@sauda/web/api-error'
import { DateTime, formatDate } from '@sauda/web/date-time'
import { useState } from 'react'
import { Link } from 'react-router'
import { Page } from '../shell/page.tsx'
import { QueryTable } from '../shell/loaded.tsx'
import { PreviewCard } from './preview-card.tsx'
import { useImport, usePreview, useStatements } from './reconciliation.api.ts'
import { broughtText, importedTitle } from './words.ts'
import layout from '../shell/layout.module.css'
import styles from './reconciliation.module.css'

export function ImportPage() {
  return (
    <Page
      title="Import statement"
      right="wallet.approve"
      description="Upload the CSV statement from your bank. Overlapping periods are fine: entries already imported are skipped."
      actions={
        <Link className={buttonClass('secondary')} to="/reconciliation">
          View bank entries
        </Link>
      }
    >
      <div className={layout.screen}>
        <Import />
        <Statements />
      </div>
    </Page>
  )
}

function Import() {
  const [file, setFile] = useState<File | null>(null)
  const [fault, setFault] = useState<string>()
  const [sent, setSent] = useState(0)
  const preview = usePreview()
  const bring = useImport()
  const isBusy = preview.isPending || bring.isPending
  const choose = (chosen: File) => {
    setFile(chosen)
    setSent(0)
    bring.reset()
    preview.reset()
    const tooLarge = chosen.size > csvRules.bytes
    setFault(tooLarge ? csvErrors.tooManyBytes.message : undefined)
    if (!tooLarge) preview.mutate({ file: chosen, onProgress: setSent })
  }
  const run = () => {
    if (!file || isBusy) return
    setSent(0)
    bring.mutate({ file, onProgress: setSent })
  }
  const error = bring.error ?? preview.error
  return (
    <>
      <div className={styles.choose}>
        <FilePicker
          label="Bank statement"
          hint="CSV, up to 10 MB and 50,000 lines."
          accept=".csv,.txt,.tsv,.xls,.xlsx,text/csv"
          file={file}
          disabled={isBusy}
          error={fault}
          onFile={choose}
          onReject={() => setFault(csvErrors.notText.message)}
        />
      </div>
      {isBusy && <Progress sent={sent} file={file} importing={bring.isPending} />}
      {error && !isBusy && (
        <AlertBanner tone="error" title="File not imported">
          {errorMessage(error)}
        </AlertBanner>
      )}
      {bring.data && (
        <AlertBanner
          tone="success"
          title={importedTitle(bring.data.added)}
          action={<Link to="/reconciliation">View bank entries</Link>}
        >
          {broughtText(bring.data)}
        </AlertBanner>
      )}
      {preview.data && !bring.data && !bring.isPending && <PreviewCard preview={preview.data} onImport={run} />}
    </>
  )
}

function Progress({ sent, file, importing }: { sent: number; file: File | null; importing: boolean }) {
  if (sent < 100)
    return <ProgressBar label={file === null ? 'Sending the file' : `Sending ${file.name}`} percent={sent} />
  return <ProgressBar label={importing ? 'Importing the lines' : 'Reading the lines'} />
}

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

function Statements() {
  return (
    <Card title="Imported before" flush>
      <QueryTable
        label="Imported statements"
        query={useStatements()}
        rowsOf={({ statements }) => statements}
        what="the statements"
        columns={columns}
        rowKey={({ _id }) => _id}
        empty={<EmptyState title="No statement yet">Upload the first one above.</EmptyState>}
      />
    </Card>
  )
}
