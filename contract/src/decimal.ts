import { formatRupees } from './money.ts'

/**
 * decimal: exact prices and quantities, in code as whole hundred-millionths (bigint), on the wire as JSON numbers of at
 * most 15 digits. No schema stands here (it is in field.ts).
 */

export const decimalRules = {
  places: 8,
  /** What a JSON number carries exactly. */
  digits: 15,
} as const

const one = 10n ** BigInt(decimalRules.places)
/** price × quantity carries 16 places, paise two. */
const perPaisa = one * (one / 100n)

const plain = /^(\d{1,10})(?:\.(\d{1,8}))?$/
/** How JavaScript writes what is smaller than a millionth. */
const tiny = /^(\d)(?:\.(\d+))?e-(\d)$/

/** '2,500.5' is no decimal, `'2500.5'` and `2500.5` are 250050000000n; undefined where more than 8 places or 15 digits stand, or a sign. */
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

/** 250050000000n → `2500.5`: as many places as it needs. */
export function decimalText(decimal: bigint): string {
  const digits = decimal.toString().padStart(decimalRules.places + 1, '0')
  const part = digits.slice(-decimalRules.places).replace(/0+$/, '')
  return `${digits.slice(0, -decimalRules.places)}${part && `.${part}`}`
}

/** As it leaves in JSON. */
export function decimalNumber(decimal: bigint): number {
  return Number(decimalText(decimal))
}

/** 123456750000000n → `12,34,567.5`, for eyes. */
export function formatQuantity(decimal: bigint): string {
  const [whole = '', part] = decimalText(decimal).split('.')
  return `${formatRupees(BigInt(whole) * 100n).slice('₹'.length, -'.00'.length)}${part === undefined ? '' : `.${part}`}`
}

/** 250050000000n → `₹2,500.50`, and more places where the price has them. */
export function formatPrice(price: bigint): string {
  const [whole = '', part = ''] = formatQuantity(price).split('.')
  return `₹${whole}.${part.padEnd(2, '0')}`
}

/** What a quantity costs at a price: paise, half up. The one place where a price becomes money. */
export function moneyOf(price: bigint, quantity: bigint): bigint {
  return (price * quantity + perPaisa / 2n) / perPaisa
}

/** The part of an amount that falls to `part` of `whole`: paise, half up. */
export function shareOf(paise: bigint, part: bigint, whole: bigint): bigint {
  return (2n * paise * part + whole) / (2n * whole)
}
