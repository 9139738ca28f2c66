import type { Direction } from '@sauda/contract/money/reconciliation'
import { directionOf } from './reconciliation.words.ts'

/** The longest cell with an amount; some of the patterns below take quadratic time. */
const longestCell = 60

export type Amount = {
  readonly paise: bigint
  /** From Cr or Dr beside the amount. */
  readonly direction: Direction | undefined
  /** `-500.00`, `500.00-` and `(500.00)` are negative. */
  readonly sign: '+' | '-' | undefined
}

/** Indian, other or no grouping; at most two significant decimals. */
const plainAmount = /^(\d{1,13}|\d{1,3}(?:,\d{2,3})*,\d{3}|(?=\.\d))(?:\.(\d{1,2})0*)?$/

/**
 * An amount as banks write it (`1,00,000.00`, `₹500`, `500.00 Cr`, `(500.00)`, `1,000/-`), undefined for an empty cell,
 * or an error message.
 */
export function amountIn(cell: string): Amount | undefined | string {
  if (cell.length > longestCell) return `“${cell.slice(0, longestCell)}…” is not an amount in rupees.`
  const text = cell
    .replace(/^([-+(]?) ?(?:₹|rs\.?|inr) ?/i, '$1')
    .replace(/ ?(?:₹|inr)(?=\)?$)/i, '')
    .replace(/ ?\/[-=]$/, '')
    .trim()
  if (/^(?:-+|nil|na)?$/i.test(text)) return undefined
  const [, before, unmarked = text] = /^(cr|dr)\b\.? ?(.*)$/i.exec(text) ?? []
  const [, signed = '', after] = /^(.*?) ?\(?(cr|dr)?\.?\)?$/i.exec(unmarked) ?? []
  const [, open, number = '', close] = /^([-+(]?) ?(?:₹|rs\.?|inr)? ?(.*?)([-)]?)$/i.exec(signed) ?? []
  if (/^\d(?:\.\d+)?e\+?\d+$/i.test(number)) return `${cell} was rounded by a spreadsheet. ${unopened}`
  const [whole_, whole = '', part = ''] = plainAmount.exec(number) ?? []
  const digits = whole.replaceAll(',', '')
  if (whole_ === undefined || digits.length > 13 || (before && after)) return `“${cell}” is not an amount in rupees.`
  const isNegative = open === '-' || open === '(' || close === '-'
  return {
    paise: BigInt(digits + part.padEnd(2, '0')),
    direction: directionOf(before ?? after),
    sign: isNegative ? '-' : open === '+' ? '+' : undefined,
  }
}

/** What to do with a file that a spreadsheet has changed. */
export const unopened = 'Download the file again and choose it without opening it in a spreadsheet.'

/** Whether a cell holds an amount other than zero. */
export function isAmount(cell: string): boolean {
  const amount = amountIn(cell)
  return typeof amount === 'object' && amount.paise > 0n
}
