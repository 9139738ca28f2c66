import { decimalOf, decimalText, formatCount, formatPrice, formatQuantity } from '@sauda/contract/platform/decimal'
import { formatDate } from '@sauda/web/date-time'

// Numbers of the contract are exact decimals.
const exact = (value: number | string): bigint => decimalOf(value) ?? 0n

/** 1234567.5 → `12,34,567.5`: as many places as it has. */
export const quantityText = (quantity: number | string): string => formatQuantity(exact(quantity))

/** 2500 → `₹2,500.00`, 84.0525 → `₹84.0525`. */
export const priceText = (price: number | string): string => formatPrice(exact(price))

/** 0.0000001 → `0.0000001`, as one types it. */
export const typedDecimal = (value: number): string => decimalText(exact(value))

/** `1 client`, `1,200 clients`. */
export const countText = (count: number, one: string): string =>
  `${formatCount(count)} ${count === 1 ? one : `${one}s`}`

const happened = [
  [' will be ', ' has been '],
  [' will get ', ' has been sent '],
  [' will receive ', ' has been sent '],
  [' becomes payable ', ' is payable '],
] as const

/** A summary of what a decision does, as said after it. Quoted reasons stay, and what happens once another operator approves. */
export const afterwards = (summary: string): string =>
  summary
    .split(/(“[^”]*”|[^.]* once [^.]*\.\s*)/)
    .map((part, index) =>
      index % 2 === 1 ? part : happened.reduce((text, [before, after]) => text.replaceAll(before, after), part),
    )
    .join('')

/** `5 Nov`, where the year is clear. */
export const dayMonth = (day: string): string => formatDate(day).replace(/ \d{4}$/, '')
