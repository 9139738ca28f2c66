import { exactText } from '../shell/time.ts'
import type { AuditRow } from './audit.api.ts'
import { diffOf } from './diff.ts'
import { fieldText } from './words.ts'
import styles from './changes.module.css'

const isMoment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const readable = (text: string): string => (isMoment.test(text) ? exactText(text) : text)

/** What a row changed, field by field. */
export function Changes({ row }: { row: Pick<AuditRow, 'before' | 'after' | 'subjectId'> }) {
  // Whom it is about stands beside it already.
  const changes = diffOf(row.before, row.after).filter(({ after }) => after === undefined || after !== row.subjectId)
  if (changes.length === 0) return null
  return (
    <dl className={styles.changes}>
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{fieldText(field)}</dt>
          <dd>
            {before !== undefined && (
              <del>
                <span className="visually-hidden">before: </span>
                {readable(before)}
              </del>
            )}
            {after !== undefined && (
              <ins>
                <span className="visually-hidden">{before === undefined ? '' : ', after: '}</span>
                {readable(after)}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
