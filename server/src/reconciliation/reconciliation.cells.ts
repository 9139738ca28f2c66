import type { Direction } from '@sauda/contract/reconciliation'

const months = 'january february march april may june july august september october november december'.split(' ')

/**
 * A date as Indian banks write it (`19/11/2026`, `19-Nov-26`, `19 Nov 2026 10:22`, `2026-11-19`) as ISO, or
 * undefined.
 */
export function dayIn(cell: string): string | undefined {
  const day = cell.replace(/[ T,]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]m)?$/i, '')
  const digits = /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4}|\d{2})$/.exec(day)
  if (digits) return isoDay(digits[3], digits[2], digits[1])
  const named = /^(\d{1,2})[/. -]?([a-z]{3,9})\.?[/. ,-]?(\d{4}|\d{2})$/i.exec(day)
  if (named) return isoDay(named[3], monthNumber(named[2] ?? ''), named[1])
  const iso = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/.exec(day)
  return iso ? isoDay(iso[1], iso[2], iso[3]) : undefined
}

/** `nov` and `Sept` are months, `no` and `novem ber` are not. */
function monthNumber(name: string): string {
  const at = months.findIndex((month) => month.startsWith(name.toLowerCase()))
  return at < 0 ? '' : String(at + 1)
}

function isoDay(year = '', month = '', day = ''): string | undefined {
  const text = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${text}T00:00:00Z`)
  // Date would turn the 31st of a shorter month into the 1st of the next.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? undefined : text
}

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
