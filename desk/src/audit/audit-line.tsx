import { Link } from 'react-router'
import { exactText } from '../shell/time.ts'
import type { AuditRow } from './audit.api.ts'
import { Changes } from './changes.tsx'
import { actionText, actorText } from './words.ts'
import styles from './audit-page.module.css'

/** One row of the log with everything it holds. */
export function AuditLine({ row }: { row: AuditRow }) {
  const { id, at, action, subjectId, ip } = row
  return (
    <li className={styles.row}>
      <div className={styles.when}>
        <time dateTime={at}>{exactText(at)}</time>
        <span>Row {id}</span>
      </div>
      <div className={styles.what}>
        <Link className={styles.action} to={`?${new URLSearchParams({ action })}`} data-item="">
          {actionText(action)}
        </Link>
        <span>
          {actorText(row)}
          {ip !== undefined && <span className={styles.ip}> from {ip}</span>}
        </span>
        {subjectId !== undefined && (
          <span className={styles.subject}>
            about <Link to={`?${new URLSearchParams({ subject: subjectId })}`}>{subjectId}</Link>
          </span>
        )}
      </div>
      <Changes row={row} />
    </li>
  )
}
