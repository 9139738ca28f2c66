import { formatRupees } from './money.ts'

/** decimal: exact prices and quantities: hundred-millionths (bigint) in code, numbers of at most 15 digits in JSON. */

const decimalPlaces = 8
/** A JSON number represents these exactly. */
const mostDigits = 15

const scale = 10n ** BigInt(decimalPlaces)
/** Price × quantity has 16 decimal places, paise have two. */
const productsPerPaisa = scale * (scale / 100n)

const decimalForm = /^(\d{1,10})(?:\.(\d{1,8}))?$/
/** `1e-7`: how JavaScript writes numbers below a millionth. */
const exponentForm = /^(\d)(?:\.(\d+))?e-(\d)$/

/** `2500.5` → 250050000000n; undefined for a sign, a separator, more than 8 decimal places or more than 15 digits. */
export function decimalOf(value: string | number): bigint | undefined {
  const text = String(value)
    .trim()
    .replace(
      exponentForm,
      (_, first: string, rest = '', places: string) => `0.${'0'.repeat(Number(places) - 1)}${first}${rest}`,
    )
  const [, whole, part = ''] = decimalForm.exec(text) ?? []
  if (whole === undefined) return undefined
  if (`${whole}${part.replace(/(?<!0)0+$/, '')}`.replace(/^0+/, '').length > mostDigits) return undefined
  return BigInt(whole) * scale + BigInt(part.padEnd(decimalPlaces, '0'))
}

/** 250050000000n → `2500.5` */
export function decimalText(decimal: bigint): string {
  const digits = decimal.toString().padStart(decimalPlaces + 1, '0')
  const part = digits.slice(-decimalPlaces).replace(/(?<!0)0+$/, '')
  return `${digits.slice(0, -decimalPlaces)}${part && `.${part}`}`
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
  return (price * quantity + productsPerPaisa / 2n) / productsPerPaisa
}

/** The price at which `quantity` costs `paise`, rounded half up to four decimal places. */
export function averagePrice(paise: bigint, quantity: bigint): bigint {
  const step = scale / 10_000n
  return shareOf(paise * (scale / 100n), scale, quantity * step) * step
}

/** `paise` × `part` ÷ `whole`, rounded half up. */
export function shareOf(paise: bigint, part: bigint, whole: bigint): bigint {
  const [dividend, divisor] = [2n * paise * part + whole, 2n * whole]
  const quotient = dividend / divisor
  // BigInt cuts off towards zero, which would round a negative amount up twice.
  return dividend < 0n && quotient * divisor !== dividend ? quotient - 1n : quotient
}

/** `2,00,000`. No formatter is made when the module loads: the browser's first one takes 50 ms, on a phone four times that. */
export const formatCount = (count: number): string => count.toLocaleString('en-IN')

/** Parts of an amount in proportion to `weights`, each rounded half up at its place in the sum, so that they add up to it. */
export function splitBy(amount: bigint, weights: readonly bigint[]): bigint[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0n)
  let reached = 0n
  let given = 0n
  return weights.map((weight) => {
    reached += weight
    const upTo = whole === 0n ? 0n : shareOf(amount, reached, whole)
    const part = upTo - given
    given = upTo
    return part
  })
}
