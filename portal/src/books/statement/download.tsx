import { statementCalls } from '@sauda/contract/books/statement'
import { Button } from '@sauda/ui/button'
import { ProgressBar } from '@sauda/ui/progress-bar'
import { Row } from '@sauda/ui/stack'
import { todayInIndia } from '@sauda/web/date-time'
import { downloadFile } from '../../shell/api.ts'
import { type DownloadOptions, useDownload } from '../../shell/download.ts'
import { useSession } from '../../shell/session.ts'
import type { DayRange } from './range.ts'
import { statementText } from './statement.text.ts'
import styles from './statement.module.css'

type Kind = 'pdf' | 'csv'
type Input = { params: { userId: string }; query: DayRange }

const readers = {
  pdf: (input: Input, options: DownloadOptions) => downloadFile(statementCalls.pdf, input, options),
  csv: (input: Input, options: DownloadOptions) => downloadFile(statementCalls.csv, input, options),
}

/** The statement of the range as a file. */
export function Download({ range, isReady }: { range: DayRange; isReady: boolean }) {
  const { userId } = useSession()
  const { state, percent, start, cancel } = useDownload(statementText.downloadFailed)

  const button = (kind: Kind, label: string) => {
    const isOwn = state?.file.endsWith(kind) === true
    return (
      <Button
        variant="secondary"
        size="small"
        disabled={!isReady || state?.is === 'loading'}
        loading={state?.is === 'loading' && isOwn}
        onClick={() =>
          void start(fileName(range, kind), (options) =>
            readers[kind]({ params: { userId: userId ?? '' }, query: range }, options),
          )
        }
      >
        {state?.is === 'failed' && isOwn ? `Try ${label} again` : `Download ${label}`}
      </Button>
    )
  }
  return (
    <Row gap="2 3">
      {button('pdf', 'PDF')}
      {button('csv', 'CSV')}
      {state?.is === 'loading' && (
        <>
          <div className={styles.progress}>
            <ProgressBar label={statementText.preparing} {...(percent !== undefined && { percent })} />
          </div>
          <Button variant="ghost" size="small" onClick={cancel}>
            Cancel
          </Button>
        </>
      )}
      <span role="status" className="note">
        {state?.is === 'done' && statementText.downloaded}
        {state?.is === 'failed' && state.message}
      </span>
    </Row>
  )
}

const fileName = ({ from, to }: DayRange, kind: Kind): string =>
  `${['statement', from, from && 'to', to ?? todayInIndia()].filter(Boolean).join('-')}.${kind}`
