import type { AuditRow } from './audit.api.ts'
import { diffOf } from './diff.ts'
import { fieldText, valueText } from './field-text.ts'
import styles from './audit.module.css'

const isKey = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$|^[\da-f]{64}$/

interface ChangesProps {
  row: Pick<AuditRow, 'before' | 'after' | 'subjectId'>
  brief?: boolean
}

export function Changes({ row, brief = false }: ChangesProps) {
  const changes = diffOf(row.before, row.after).filter(({ before, after }) => {
    if (brief && isKey.test(after ?? before ?? '')) return false
    // The subject is shown beside it.
    return after === undefined || after !== row.subjectId
  })
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
                {valueText(field, before)}
              </del>
            )}
            {after !== undefined && (
              <ins>
                <span className="visually-hidden">{before === undefined ? '' : ', after: '}</span>
                {valueText(field, after)}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
