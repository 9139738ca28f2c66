import { formatDateTime } from '@sauda/web/date-time'
import { cardNames } from './decision.ts'
import { DocumentPill } from './document-pill.tsx'
import type { Submission } from './kyc.api.ts'
import styles from './decision-form.module.css'

/** Who decided what before, newest first. */
export function History({ history }: { history: Submission['history'] }) {
  if (history.length === 0) return <p className={styles.hint}>No earlier decisions.</p>
  return (
    <ol className={styles.history}>
      {history.map(({ document, status, reason, operatorName, at }) => (
        <li key={`${document} ${at}`}>
          <div className={styles.verdict}>
            {cardNames[document]} <DocumentPill status={status} />
          </div>
          {reason && <div>“{reason}”</div>}
          <div className={styles.hint}>
            {operatorName}, {formatDateTime(at)}
          </div>
        </li>
      ))}
    </ol>
  )
}
