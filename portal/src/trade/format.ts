import { decimalOf, decimalText } from '@sauda/contract/decimal'
import { formatRupees } from '@sauda/contract/money'

/** 83.1275 → `₹83.1275`, 2450 → `₹2,450.00`: at least two decimals. */
export function priceText(price: number | string): string {
  const [whole, part = ''] = parts(price)
  return `₹${whole}.${part.padEnd(2, '0')}`
}

/** 120000 → `1,20,000`, 0.5 → `0.5`. */
export function quantityText(quantity: number | string): string {
  const [whole, part] = parts(quantity)
  return part ? `${whole}.${part}` : whole
}

/** Profit and loss in cards: signed, to 2 decimals with trailing zeros trimmed: 120050n → `+₹1,200.5`. */
export function profitText(paise: bigint): string {
  return (paise > 0n ? '+' : '') + formatRupees(paise).replace(/\.00$|0$/, '')
}

function parts(value: number | string): [whole: string, part: string | undefined] {
  const [whole = '0', part] = decimalText(decimalOf(value) ?? 0n).split('.')
  return [formatRupees(BigInt(whole) * 100n).slice(1, -3), part]
}
