import { isMinor, nomineeInput, settingErrors, sharesLeft, type Nominee } from '@sauda/contract/setting'
import type { NomineeInput } from './setting.api.ts'

/** One nominee as it is typed. */
export interface TypedNominee {
  /** Names the row while it stands on the screen. */
  readonly key: string
  readonly name: string
  readonly relationship: string
  /** Percent. */
  readonly share: string
  /** `2012-03-30`, only of a minor. */
  readonly bornOn: string
  readonly guardian: string
}
export type NomineeField = Exclude<keyof TypedNominee, 'key'>

export interface RowFaults {
  /** Of each row, in order. */
  readonly rows: readonly Partial<Record<NomineeField, string>>[]
  /** What concerns them all. */
  readonly form?: string | undefined
}

/** Of this page load: rows given back after a reload keep theirs. */
const began = Date.now()
let count = 0
export function newRow(values: Partial<TypedNominee> = {}): TypedNominee {
  count += 1
  return { name: '', relationship: '', share: '', bornOn: '', guardian: '', ...values, key: `${began}-${count}` }
}

export function rowsOf(nominees: readonly Nominee[]): TypedNominee[] {
  if (nominees.length === 0) return [newRow({ share: '100' })]
  return nominees.map(({ name, relationship, share, bornOn = '', guardian = '' }) =>
    newRow({ name, relationship, share: String(share), bornOn, guardian }),
  )
}

/** The same share for each; what does not divide goes to the last. */
export function sharedEqually(rows: readonly TypedNominee[]): TypedNominee[] {
  const each = Math.floor(10_000 / rows.length)
  const last = 10_000 - each * (rows.length - 1)
  return rows.map((row, index) => ({ ...row, share: String((index === rows.length - 1 ? last : each) / 100) }))
}

/** What a share field makes of what is typed: digits and at most two decimals. */
export function typedShare(text: string): string {
  return /^\d{0,3}(\.\d{0,2})?/.exec(text.replace(/[^\d.]/g, ''))?.[0] ?? ''
}

/** Hundredths of a percent not given yet; undefined while a share is missing. */
export function leftToGive(rows: readonly TypedNominee[]): number | undefined {
  return rows.some(({ share }) => share === '') ? undefined : sharesLeft(rows.map(({ share }) => Number(share)))
}

/** Whether this row asks for a guardian. */
export const isMinorRow = ({ bornOn }: TypedNominee, today: string): boolean => bornOn !== '' && isMinor(bornOn, today)

/** What is sent, or what is still wrong. */
export function requestOf(
  rows: readonly TypedNominee[],
  today: string,
): { body: NomineeInput } | { faults: RowFaults } {
  const typed = {
    nominees: rows.map((row) => ({
      name: row.name,
      relationship: row.relationship,
      share: row.share === '' ? Number.NaN : Number(row.share),
      ...(row.bornOn !== '' && { bornOn: row.bornOn }),
      ...(isMinorRow(row, today) && { guardian: row.guardian }),
    })),
  }
  const checked = nomineeInput.safeParse(typed)
  const faults: Partial<Record<NomineeField, string>>[] = rows.map(({ bornOn }) =>
    bornOn > today ? { bornOn: settingErrors.notBorn.message } : {},
  )
  let form: string | undefined
  for (const { path, message } of checked.error?.issues ?? []) {
    const [, index, field] = path
    const row = faults[Number(index)]
    if (row && field !== undefined) row[field as NomineeField] ??= message
    else form ??= message
  }
  const found = form !== undefined || faults.some((row) => Object.keys(row).length > 0)
  return found || !checked.data ? { faults: { rows: faults, form } } : { body: checked.data }
}
