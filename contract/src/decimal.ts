import { formatRupees } from './money.ts'

/**
 * decimal: exact prices and quantities, in code as whole hundred-millionths (bigint), in JSON as numbers of at most
 * 15 digits.
 */

export const decimalRules = {
  places: 8,
  /** A JSON number represents these exactly. */
  digits: 15,
} as const

const one = 10n ** BigInt(decimalRules.places)
/** price × quantity has 16 decimal places, paise have two. */
const perPaisa = one * (one / 100n)

const plain = /^(\d{1,10})(?:\.(\d{1,8}))?$/
/** JavaScript writes numbers below a millionth as `1e-7`. */
const tiny = /^(\d)(?:\.(\d+))?e-(\d)$/

/** `2500.5` → 250050000000n; undefined for a sign, a separator, more than 8 decimal places or more than 15 digits. */
export function decimalOf(value: string | number): bigint | undefined {
  const text = String(value)
    .trim()
    .replace(
      tiny,
      (_, first: string, rest = '', places: string) => `0.${'0'.repeat(Number(places) - 1)}${first}${rest}`,
    )
  const [, whole, part = ''] = plain.exec(text) ?? []
  if (whole === undefined) return undefined
  if (`${whole}${part.replace(/0+$/, '')}`.replace(/^0+/, '').length > decimalRules.digits) return undefined
  return BigInt(whole) * one + BigInt(part.padEnd(decimalRules.places, '0'))
}

/** 250050000000n → `2500.5` */
export function decimalText(decimal: bigint): string {
  const digits = decimal.toString().padStart(decimalRules.places + 1, '0')
  const part = digits.slice(-decimalRules.places).replace(/0+$/, '')
  return `${digits.slice(0, -decimalRules.places)}${part && `.${part}`}`
}

export function decimalNumber(decimal: bigint): number {
  return Number(decimalText(decimal))
}

/** 123456750000000n → `12,34,567.5` */
export function formatQuantity(decimal: bigint): string {
  const [whole = '', part] = decimalText(decimal).split('.')
  return `${formatRupees(BigInt(whole) * 100n).slice('₹'.length, -'.00'.length)}${part === undefined ? '' : `.${part}`}`
}

/** 250050000000n → `₹2,500.50`; more decimal places if the price has them. */
export function formatPrice(price: bigint): string {
  const [whole = '', part = ''] = formatQuantity(price).split('.')
  return `₹${whole}.${part.padEnd(2, '0')}`
}

/** Price × quantity in paise, rounded half up. */
export function moneyOf(price: bigint, quantity: bigint): bigint {
  return (price * quantity + perPaisa / 2n) / perPaisa
}

/** `paise` × `part` ÷ `whole`, rounded half up. */
export function shareOf(paise: bigint, part: bigint, whole: bigint): bigint {
  return (2n * paise * part + whole) / (2n * whole)
}
