import type { Direction } from '@sauda/contract/banking/reconciliation'
import { isUtr, normalizeReference } from '@sauda/contract/banking/reference'

/** The longest cell with an amount; some of the patterns below take quadratic time. */
const longestCell = 60

export type Amount = {
  readonly paise: bigint
  /** From Cr or Dr after the amount. */
  readonly direction: Direction | undefined
  /** `-500.00`, `500.00-` and `(500.00)` are negative. */
  readonly sign: '+' | '-' | undefined
}

/** Indian, other or no grouping; at most two significant decimals. */
const plainAmount = /^(\d{1,13}|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.(\d{1,2})0*)?$/

/**
 * An amount as banks write it (`1,00,000.00`, `₹500`, `500.00 Cr`, `(500.00)`), undefined for an empty cell, or an
 * error message.
 */
export function amountIn(cell: string): Amount | undefined | string {
  if (cell.length > longestCell) return `“${cell.slice(0, longestCell)}…” is not an amount in rupees.`
  const text = cell
    .replace(/^([-+(]?) ?(?:₹|rs\.?|inr) ?/i, '$1')
    .replace(/ ?(?:₹|inr)(?=\)?$)/i, '')
    .trim()
  if (/^(?:-+|nil|na)?$/i.test(text)) return undefined
  const [, signed = '', side] = /^(.*?) ?\(?(cr|dr)?\.?\)?$/i.exec(text) ?? []
  const [, open, number = '', close] = /^([-+(]?) ?(?:₹|rs\.?|inr)? ?(.*?)([-)]?)$/i.exec(signed) ?? []
  if (/^\d(?:\.\d+)?e\+?\d+$/i.test(number))
    return `${cell} was rounded by a spreadsheet. Use the file as the bank gives it.`
  const [, whole = '', part = ''] = plainAmount.exec(number) ?? []
  const digits = whole.replaceAll(',', '')
  if (digits === '' || digits.length > 13) return `“${cell}” is not an amount in rupees.`
  const isNegative = open === '-' || open === '(' || close === '-'
  return {
    paise: BigInt(digits + part.padEnd(2, '0')),
    direction: directionOf(side),
    sign: isNegative ? '-' : open === '+' ? '+' : undefined,
  }
}

export function directionOf(text: string | undefined): Direction | undefined {
  if (/^(?:cr|credit|c|deposit)\b/i.test(text ?? '')) return 'credit'
  return /^(?:dr|debit|d|withdrawal)\b/i.test(text ?? '') ? 'debit' : undefined
}

const mostNames = 16

const ours = /SD[0-9A-HJKMNP-TV-Z]{16}|(?:ADD|WDR|CHG)\d{6,12}/g
const letters = (text: string): string => text.normalize('NFKC').toUpperCase()

/** Words of the bank (`BY TRANSFER-`) and account numbers are not references. */
const notReferences =
  /\b(?:(?:BY|TO) TRANSFER\b|(?:TRANSFER(?:RED)? (?:FROM|TO)|(?:A\/?C|ACC(?:OUN)?T?)(?: ?(?:NO|NUM|NUMBER))?)[ .:_-]{0,4}[X*]{0,16}\d{3,20}\b)/g

/**
 * The bank's reference of a line, if any, and `all` references in it: the bank's, ours, and numbers that may be one.
 * `bookedOn` tells a payment's UTR from other twelve-digit numbers; `accounts` are the broker's own account numbers.
 */
export function namesIn(
  references: readonly string[],
  text: string,
  { bookedOn, accounts = [] }: { readonly bookedOn: string; readonly accounts?: readonly string[] },
) {
  const own: readonly string[] = letters([...references, text].join(' ')).match(ours) ?? []
  const ownNumbers = new Set(accounts.map(withoutZeros))
  const isForeign = (name: string) => !own.includes(name) && !ownNumbers.has(withoutZeros(name))
  const read = (cell: string) => letters(cell).replace(notReferences, ' ')
  const cells = references.map((cell) => normalizeReference(read(cell)))
  const named = cells.filter((cell) => isName(cell) && isForeign(cell))
  const runs = (read(text).match(/[A-Z0-9]+/g) ?? [])
    .map(normalizeReference)
    .filter((run) => isLong(run) && isForeign(run))
  const reference = named.find(isUtr) ?? utrAmong(runs, text, bookedOn) ?? named[0]
  const all = [...(reference === undefined ? [] : [reference]), ...own, ...named, ...runs]
  return { reference, all: [...new Set(all)].slice(0, mostNames) }
}

const withoutZeros = (number: string): string => number.replace(/^0+/, '')

/** Zeros or words alone are not a reference. */
const isName = (cell: string): boolean => /^[A-Z0-9]{6,30}$/.test(cell) && /[1-9]/.test(cell)

const isLong = (run: string): boolean => run.length >= 8 && run.length <= 30 && (run.match(/\d/g)?.length ?? 0) >= 6

function utrAmong(runs: readonly string[], text: string, bookedOn: string): string | undefined {
  const utrs = runs.filter(isUtr)
  const digits = utrs.filter((utr) => /^\d/.test(utr))
  // A twelve-digit number may be an account or mobile number: the one containing the date is the payment's.
  const best = digits.find((utr) => isOfDay(utr, bookedOn)) ?? digits[0]
  const lettered = utrs.find((utr) => !digits.includes(utr))
  return /\b(?:NEFT|RTGS)\b/i.test(text) ? (lettered ?? best) : (best ?? lettered)
}

/** UPI references start with the last digit of the year and the day of the year, at most a day off. */
function isOfDay(utr: string, bookedOn: string): boolean {
  const day = Date.parse(bookedOn)
  return [-1, 0, 1].some((step) => {
    const date = new Date(day + step * 86_400_000)
    const inYear = Math.round(
      (Date.parse(date.toISOString().slice(0, 10)) - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000,
    )
    return utr.startsWith(`${date.getUTCFullYear() % 10}${String(inYear + 1).padStart(3, '0')}`)
  })
}
