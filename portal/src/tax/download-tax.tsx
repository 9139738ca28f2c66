import type { statementCalls } from '@sauda/contract/statement'
import type { taxCalls } from '@sauda/contract/tax'
import { Button } from '@sauda/ui/button'
import { downloadFile } from '../shell/api.ts'
import { type DownloadOptions, useDownload } from '../shell/download.ts'
import { useSession } from '../shell/session.ts'
import { taxText } from './tax.text.ts'
import styles from './tax.module.css'

/** The report of a year with every sale, for an accountant, and the annual statement. */
export function DownloadTax({ year }: { year: string }) {
  const { userId } = useSession()
  const { state, start } = useDownload(taxText.downloadFailed)
  const params = { userId: userId ?? '' }
  const report = (format: 'xlsx' | 'csv') => (options: DownloadOptions) =>
    downloadFile<typeof taxCalls.file>('GET /user/tax/:userId/file', { params, query: { year, format } }, options)
  const annual = (options: DownloadOptions) =>
    downloadFile<typeof statementCalls.annual>(
      'GET /user/statement/:userId/annual',
      { params, query: { year } },
      options,
    )
  const files = [
    { label: 'Download Excel', file: `tax-pnl-${year}.xlsx`, load: report('xlsx') },
    { label: 'Download CSV', file: `tax-pnl-${year}.csv`, load: report('csv') },
    { label: 'Annual statement (PDF)', file: `annual-statement-${year}.pdf`, load: annual },
  ]
  return (
    <div className={styles.download}>
      {files.map(({ label, file, load }) => (
        <Button
          key={label}
          variant="secondary"
          size="small"
          disabled={state?.is === 'loading'}
          loading={state?.is === 'loading' && state.file === file}
          onClick={() => void start(file, load)}
        >
          {label}
        </Button>
      ))}
      <span role="status" className="note">
        {state?.is === 'done' && taxText.downloaded}
        {state?.is === 'failed' && state.message}
      </span>
    </div>
  )
}
