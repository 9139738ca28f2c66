import { statementCalls } from '@sauda/contract/books/statement'
import { Button } from '@sauda/ui/button'
import { Row } from '@sauda/ui/stack'
import { formatDate } from '@sauda/web/date-time'
import { FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { downloadFile } from '../../shell/api.ts'
import { useDownload } from '../../shell/download.ts'
import { useSession } from '../../shell/session.ts'
import { NoteOfDay } from './contract-notes.tsx'
import styles from './trade.module.css'
import { tradeText } from './trade.text.ts'

/** Everything booked for a trading day, as a PDF. */
export function TradeConfirmation({ day }: { day: string }) {
  const { userId } = useSession()
  const { state, start } = useDownload(tradeText.confirmationDownloaded, tradeText.confirmationFailed)
  return (
    <Row as="span" gap="1 3">
      <span role="status" className="note">
        {state?.message}
      </span>
      <Button
        variant="ghost"
        size="small"
        className={styles.confirmation}
        icon={<FileText size={18} aria-hidden="true" />}
        aria-label={tradeText.confirmationOf(formatDate(day))}
        loading={state?.is === 'loading'}
        loadingText={tradeText.confirmation}
        onClick={() =>
          void start(`trade-confirmation-${day}.pdf`, (options) =>
            downloadFile(statementCalls.confirmation, { params: { userId: userId ?? '' }, query: { day } }, options),
          )
        }
      >
        {tradeText.confirmation}
      </Button>
    </Row>
  )
}

/** Over the trades of a day; `sum` is what they came to. */
export const DayHeading = ({ day, sum }: { day: string; sum?: ReactNode }) => (
  <Row as="span" gap="0 3">
    {formatDate(day)}
    {sum && <span className={`soft regular ${styles.daySum}`}>{sum}</span>}
    <Row as="span" gap="0 3" className="push">
      <NoteOfDay day={day} />
      <TradeConfirmation day={day} />
    </Row>
  </Row>
)
