import type { AuditRow } from './audit.api.ts'
import styles from './audit.module.css'
import { decimalOf } from '@sauda/contract/platform/decimal'
import { formatRupees } from '@sauda/contract/platform/money'
import { capitalize } from '@sauda/contract/platform/sentence'
import { priceText, quantityText } from '../../shell/format.ts'
import { formatDate, formatDateTimeSeconds } from '@sauda/web/date-time'

/** Field names that splitting at capitals would not make readable. */
const names: Readonly<Record<string, string>> = {
  aadhaarNumber: 'Aadhaar',
  added: 'new lines',
  aprPercent: 'APR',
  chargeType: 'type',
  documents: 'document',
  feeGst: 'GST in the fee',
  feePaid: 'fee paid',
  firstOn: 'first day',
  fno: 'FnO',
  fromUnsettled: 'from sale proceeds',
  toUnsettled: 'to sale proceeds',
  fromCash: 'from the balance',
  fromLoan: 'from the loan',
  gst: 'GST',
  ifsc: 'IFSC',
  isDocsVerified: 'documents',
  lastOn: 'last day',
  nominees: 'nominee',
  paise: 'amount',
  pan: 'PAN',
  panNumber: 'PAN',
  profitLoss: 'profit or loss',
  quantityLeft: 'quantity left',
  ratePercent: 'interest rate',
  samePan: 'same PAN',
  sha256: 'SHA-256 of the file',
  termsSha256: 'SHA-256 of the terms',
  toLoan: 'to the loan',
  utr: 'UTR',
}

/** `nominees.0.share` as "Nominee 1 share". */
export function fieldText(field: string): string {
  const words = field
    .replace(/^value\./, '')
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : (names[part] ?? wordsOf(part))))
    .join(' ')
  return capitalize(words)
}

const wordsOf = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\bid$/, 'ID')

const rupeeFields =
  /^(amount|fee|feeGst|gst|price|observed|net|principal|totalPayable|profitLoss|from[A-Z]\w+|to(Loan|Unsettled)|\w+Paid|\w+Value)$/
const quantityFields = /^(quantity|quantityLeft|buyQuantity|sellQuantity)$/
const percentFields = /(Percent|^share)$/

/** By field and value where one word means several things. */
const values: Readonly<Record<string, string>> = {
  'isDocsVerified PENDING': 'Pending',
  'isDocsVerified UNVERIFIED': 'Not verified',
  'isDocsVerified REVOKED': 'Verification revoked',
  'status PENDING': 'Not paid',
  'status PAID': 'Pending',
  'status APPROVED': 'Paid',
  'status REJECTED': 'Payment rejected',
  'status pending': 'Pending',
  'status rejected': 'Rejected',
  'status waiting': 'Pending',
  aadhaar: 'Aadhaar card',
  admin_approved: 'Offered',
  in_force: 'Active',
  kyc: 'KYC',
  pan: 'PAN card',
}
const wordFields = /^(status|isDocsVerified|kind|document|documents|exception|frequency|role)$/

export function valueText(field: string, text: string): string {
  const name = field.split('.').findLast((part) => !/^\d+$/.test(part)) ?? field
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return formatDateTimeSeconds(text)
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatDate(text)
  const size = text.replace(/^-/, '')
  if (decimalOf(size) !== undefined) {
    if (name === 'paise') return formatRupees(BigInt(text))
    if (rupeeFields.test(name)) return `${size === text ? '' : '−'}${priceText(size)}`
    if (quantityFields.test(name)) return quantityText(text)
    return percentFields.test(name) ? `${text}%` : text
  }
  if (!wordFields.test(name)) return text.replaceAll(/\b\d{4}-\d\d-\d\d\b/g, formatDate)
  return values[`${name} ${text}`] ?? values[text] ?? capitalize(text.toLowerCase().replaceAll(/[_-]/g, ' '))
}

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
