import { sentence } from '@sauda/ui/sentence'
import { Link } from 'react-router'
import { useCan } from '../shell/me.ts'
import { DateTime } from '@sauda/web/date-time-text'
import type { AuditRow } from './audit.api.ts'
import { Changes } from './changes.tsx'
import { actionText, actorText } from './words.ts'
import styles from './audit-page.module.css'

/** One row of the log with everything it holds. */
export function AuditLine({ row }: { row: AuditRow }) {
  const can = useCan()
  const { id, at, action, actorId, subjectId, subjectName, subjectSaudaId, ip } = row
  const about = subjectId && `?${new URLSearchParams({ subject: subjectSaudaId ?? subjectId })}`
  const isOwn = actorId === subjectId && !subjectSaudaId
  const actor = actorText(row)
  return (
    <li className={styles.row}>
      <div className={styles.when}>
        <DateTime at={at} exact />
        <span>{`Row ${id}`}</span>
      </div>
      <div className={styles.what}>
        <Link className={styles.action} to={`?${new URLSearchParams({ action })}`} data-item="">
          {actionText(action)}
        </Link>
        <span>
          {ip === undefined
            ? actor
            : sentence('{actor} from {ip}', { actor, ip: <span className={styles.ip}>{ip}</span> })}
        </span>
        {about && !isOwn && (
          <span className={styles.subject}>
            {sentence('about {link}', { link: <Link to={about}>{subjectName ?? subjectId}</Link> })}
            {subjectSaudaId && ` ${subjectSaudaId}`}
            {subjectSaudaId && can('client.read') && (
              <>
                {' · '}
                <Link to={`/clients/${subjectId}`}>Client page</Link>
              </>
            )}
          </span>
        )}
      </div>
      <Changes row={row} />
    </li>
  )
}
