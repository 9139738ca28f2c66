import type { Exchange } from '@sauda/contract/trading/market'
import type { SeriesClass } from '@sauda/contract/trading/charge-rate'

/** Quantity and price in hundred-millionths, as in decimal.ts. */
export type Fill = {
  /** Unique within the day. The order of the ids decides which trade takes the last paisa. */
  readonly id: string
  readonly exchange: Exchange
  readonly isin: string
  readonly series: SeriesClass
  /** Trade-for-trade: every trade is delivered. */
  readonly isDelivered: boolean
  readonly side: 'BUY' | 'SELL'
  readonly quantity: bigint
  readonly price: bigint
  /** Order number of the exchange; its fills of the day pay one brokerage. */
  readonly order: string
  readonly isPlacedByDealer: boolean
}

export const decimal = 10n ** 8n
/** Exact amounts are price × quantity × percent. */
export const rupee = decimal ** 3n * 100n
export const paisa = rupee / 100n
export const billionth = rupee / 10n ** 9n
/** Price × quantity for one paisa. */
export const valueOfPaisa = decimal ** 2n / 100n

/** The number of units in an amount, half up. */
export const round = (exact: bigint, unit: bigint): bigint => (2n * exact + unit) / (2n * unit)
export const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)
export const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)
export const most = (one: bigint, other: bigint): bigint => (one > other ? one : other)

export type Valued = Fill & { readonly value: bigint }
export type Security = {
  readonly fills: readonly Valued[]
  readonly bought: bigint
  readonly sold: bigint
  readonly intraday: bigint
}

export const valueOf = (fills: readonly Valued[]): bigint => sum(fills.map(({ value }) => value))
export const quantityOf = (fills: readonly Fill[]): bigint => sum(fills.map(({ quantity }) => quantity))
export const groups = <T>(items: readonly T[], keyOf: (item: T) => string): T[][] => [
  ...Map.groupBy(items, keyOf).values(),
]

export const orderOf = ({ exchange, order }: Fill) => `${exchange} ${order}`
