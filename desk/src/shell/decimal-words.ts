import { decimalOf, decimalText } from '@sauda/contract/decimal'
import { formatRupees } from '@sauda/contract/money'

/** 1234567.5 → `12,34,567.5`: as many places as it has. */
export function quantityText(quantity: number | string): string {
  const [whole, part] = placesOf(quantity)
  return part === '' ? whole : `${whole}.${part}`
}

/** 2500 → `₹2,500.00`, 84.0525 → `₹84.0525`: paise, and more places where it has them. */
export function priceText(price: number | string): string {
  const [whole, part] = placesOf(price)
  return `₹${whole}.${part.padEnd(2, '0')}`
}

function placesOf(value: number | string): [whole: string, part: string] {
  const [whole = '0', part = ''] = decimalText(decimalOf(value) ?? 0n).split('.')
  return [formatRupees(BigInt(whole) * 100n).slice('₹'.length, -'.00'.length), part]
}
