import type { AuditRow } from './audit.api.ts'
import { fieldText, valueText } from './field-text.ts'
import styles from './audit.module.css'

interface Change {
  /** Nested names joined by dots. */
  field: string
  before: string | undefined
  after: string | undefined
}

/** Shown even when unchanged, because they say what the change is about. */
const contextFields = new Set(['document', 'kind'])

export function diffOf(before: unknown, after: unknown): readonly Change[] {
  const old = flatten(before)
  const fresh = flatten(after)
  return [...new Set([...old.keys(), ...fresh.keys()])]
    .map((field) => ({ field, before: old.get(field), after: fresh.get(field) }))
    .map((change) => (contextFields.has(change.field) && change.after ? { ...change, before: undefined } : change))
    .filter((change) => change.before !== change.after)
}

function flatten(value: unknown, path = '', into = new Map<string, string>()): Map<string, string> {
  if (value === undefined || value === null) return path === '' ? into : into.set(path, 'none')
  if (typeof value !== 'object') return into.set(path || 'value', textOf(value))
  const entries = Object.entries(value)
  if (entries.length === 0 && path !== '') return into.set(path, 'none')
  for (const [name, inner] of entries) flatten(inner, path === '' ? name : `${path}.${name}`, into)
  return into
}

function textOf(value: unknown): string {
  if (value === true) return 'yes'
  if (value === false) return 'no'
  return String(value)
}

export const isKey = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$|^[\da-f]{64}$/

interface ChangesProps {
  row: Pick<AuditRow, 'before' | 'after' | 'subjectId'>
  brief?: boolean
  /** Behind this word until it is opened. */
  summary?: string
}

export function Changes({ row, brief = false, summary }: ChangesProps) {
  const changes = diffOf(row.before, row.after).filter(({ field, before, after }) => {
    // An amount is already in the line above.
    if (brief && ((field === 'amount' && before === undefined) || isKey.test(after ?? before ?? ''))) return false
    // The subject is shown beside it.
    return after === undefined || after !== row.subjectId
  })
  if (changes.length === 0) return null
  const list = (
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
  if (summary === undefined) return list
  return (
    <details>
      <summary>{summary}</summary>
      {list}
    </details>
  )
}
