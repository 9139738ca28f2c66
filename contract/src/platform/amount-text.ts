import { withAsciiDigits, withoutInvisible } from './typed-text.ts'

/** amount-text: numbers as people type and paste them. What is not clear is rejected, never read as another number. */

export const unclearAmount = 'Enter the amount in digits, such as 1,500 or 1,500.50'
export const unclearNumber = 'Enter the number in digits, such as 1,500 or 12.5'

/** `₹`, `Rs.`, `INR` and `रु.` before a number; the full stop belongs to the abbreviation. */
const currencyBefore = /^(?:₹|rs|re|inr|rupees?|रु|रू|रुपये|रुपए|रुपया)\.?\s*(?=\d)/iu
/** `/-`, as on cheques, and words after a number. */
const currencyAfter = /\s*(?:\/[-=]|₹|(?:rs|inr|rupees?|रु|रू|रुपये|रुपए|रुपया)\.?|only)$/iu

/** 1,500; 1,50,000 (Indian); 150,000 (western): one separator throughout, which is not that of the decimals. */
const grouped = /^[1-9]\d{0,2}([,. '’])(?:\d{3}\1)*\d{3}$/
const indian = /^[1-9]\d?([,. '’])(?:\d\d\1)*\d{3}$/

/** A longer text is no number, and takes long to read. */
const longest = 100

/** At most this many digits before the point are a number; more are rejected by the limit of the amount. */
const mostDigits = 15

/**
 * A typed number as digits with a point, at most `decimals` after it: `Rs. 1,500/-` → `1500`, `1500,5` → `1500.5`.
 * Nothing typed: empty. Undefined: a minus, several possible meanings, or no number.
 */
export function readNumber(text: string, decimals = 2): string | undefined {
  if (text.length > longest) return undefined
  let rest = withAsciiDigits(withoutInvisible(text))
    .replace(/[\s\u00a0]+/gu, ' ')
    .trim()
  if (rest === '') return ''
  rest = rest.replace(currencyBefore, '')
  for (let before = ''; before !== rest;) [before, rest] = [rest, rest.replace(currencyAfter, '')]
  const [, rupees = '', separator = '', part = ''] = splitDecimals(rest, decimals) ?? []
  // One point before three digits may group or separate decimals.
  const whole = part === '' && /^\d+\.\d+$/.test(rupees) ? undefined : wholeOf(rupees, separator)
  if (whole === undefined || whole + part === '' || whole.length > mostDigits) return undefined
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  return part === '' ? digits : `${digits}.${part}`
}

/** A comma before one or two last digits is that of the decimals; before three it groups. */
function splitDecimals(text: string, decimals: number): RegExpExecArray | null {
  const point = new RegExp(`^(.*?)(\\.)(\\d{0,${decimals}})$`)
  const comma = new RegExp(`^(.*?)(,)(\\d{0,${Math.min(decimals, 2)}})$`)
  const isManyPoints = text.split('.').length > 2
  return (isManyPoints ? null : point.exec(text)) ?? comma.exec(text) ?? /^(.*?)()()$/.exec(text)
}

function wholeOf(text: string, separator: string): string | undefined {
  if (/^\d*$/.test(text)) return text
  const by = (grouped.exec(text) ?? indian.exec(text))?.[1]
  return by === undefined || by === separator ? undefined : text.replaceAll(by, '')
}

/** `1200.5` → 120050n, as typed into an amount field; nothing typed: 0n. What is not clear is below every limit. */
export function parseRupees(text: string): bigint {
  const typed = readNumber(text)
  if (typed === undefined) return -1n
  const [whole = '', part = ''] = typed.split('.')
  return BigInt(whole || '0') * 100n + BigInt(part.padEnd(2, '0'))
}
