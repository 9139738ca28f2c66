import { csvErrors, csvRules } from '@sauda/contract/csv'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { buttonClass } from '@sauda/ui/button'
import { FilePicker } from '@sauda/ui/file-picker'
import { ProgressBar } from '@sauda/ui/progress-bar'
import { useState } from 'react'
import { Link } from 'react-router'
import { errorMessage } from '@sauda/web/api-error'
import { Page } from '../shell/page.tsx'
import { PreviewCard } from './preview-card.tsx'
import { useImport, usePreview } from './reconciliation.api.ts'
import { Statements } from './statements.tsx'
import { broughtText, importedTitle } from './words.ts'
import styles from './reconciliation.module.css'

/** A statement is read, looked at and imported. */
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
      <div className={styles.steps}>
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
