import { decimalOf, formatPrice, formatQuantity } from '@sauda/contract/decimal'
import { formatRupees } from '@sauda/contract/money'

/** 83.1275 → `₹83.1275`, 2450 → `₹2,450.00`: at least two decimals. */
export const priceText = (price: number | string): string => formatPrice(decimalOf(price) ?? 0n)

/** 120000 → `1,20,000`, 0.5 → `0.5`. */
export const quantityText = (quantity: number | string): string => formatQuantity(decimalOf(quantity) ?? 0n)

/** Profit and loss in cards: signed, to 2 decimals with trailing zeros trimmed: 120050n → `+₹1,200.5`. */
export function profitText(paise: bigint): string {
  return (paise > 0n ? '+' : '') + formatRupees(paise).replace(/\.00$|0$/, '')
}
