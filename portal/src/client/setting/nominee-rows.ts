import { withAsciiDigits } from '@sauda/contract/platform/typed-text'
import type { Nominee } from '@sauda/contract/client/nominee'
import { isMinor, sharesLeft } from '@sauda/contract/core/setting-name'
import { isDay } from '@sauda/ui/date-field'

export interface TypedNominee {
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

export interface RowErrors {
  readonly rows: readonly Partial<Record<NomineeField, string>>[]
  readonly form?: string | undefined
}

/** Unique across page loads, because rows are restored after a login. */
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

export function sharedEqually(rows: readonly TypedNominee[]): TypedNominee[] {
  const each = Math.floor(10_000 / rows.length)
  const last = 10_000 - each * (rows.length - 1)
  return rows.map((row, index) => ({ ...row, share: String((index === rows.length - 1 ? last : each) / 100) }))
}

/** The percent that was typed; NaN, which the contract rejects, if it is not clear. A share has no thousands to group. */
export function shareOf(typed: string): number {
  const [, whole, part = ''] = /^(\d*)(?:[.,](\d{0,2}))?$/.exec(withAsciiDigits(typed).replace(/[\s%]/g, '')) ?? []
  return whole === undefined || whole + part === '' ? Number.NaN : Number(`${whole}.${part}`)
}

/** Hundredths of a percent not allotted yet; undefined while a share is missing. */
export function shareLeft(rows: readonly TypedNominee[]): number | undefined {
  const shares = rows.map(({ share }) => shareOf(share))
  return shares.some(Number.isNaN) ? undefined : sharesLeft(shares)
}

export const isMinorRow = ({ bornOn }: TypedNominee, today: string): boolean => isDay(bornOn) && isMinor(bornOn, today)
