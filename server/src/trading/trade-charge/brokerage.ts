import type { SttClass, Tariff } from '@sauda/contract/trading/charge-rate'
import { least, sum } from '@sauda/contract/platform/money'
import type { Exchange } from '@sauda/contract/trading/market'

export type Plan = {
  readonly delivery: Tariff
  readonly intraday: Tariff
  readonly etf: Tariff
  /** Least brokerage of a day with trades, in paise. */
  readonly minimum: bigint
  /** For each order that a dealer placed, in paise. */
  readonly dealerFee: bigint
}

/** Most brokerage: percent of the value, or per share at a price of at most `lowPrice`. */
export type BrokerageCap = { readonly percent: bigint; readonly lowPrice: bigint; readonly perShare: bigint }

/**
 * The sum of one brokerage for each order, in paise. Where an order is intraday in part, each of both tariffs counts for its part of the quantity,
 * which is the same for all orders of the security and side.
 */
export function brokerageOf(securities: readonly Security[], plan: Plan, cap: BrokerageCap): bigint {
  const orders = securities.flatMap(({ fills, bought, sold, intraday }) =>
    groups(fills, (fill) => `${orderOf(fill)} ${fill.side}`).map((own) => {
      const fee = (tariff: Tariff) => feeOf(own, tariff)
      const whole = own[0]?.side === 'BUY' ? bought : sold
      const exact =
        own[0]?.isFund === true
          ? fee(plan.etf)
          : (fee(plan.delivery) * (whole - intraday) + fee(plan.intraday) * intraday) / whole
      const limit =
        sum(
          own.map(({ price, quantity, value }) =>
            price <= cap.lowPrice ? cap.perShare * quantity * 100n * decimal : value * cap.percent,
          ),
        ) / paisa
      return { brokerage: least(round(exact, paisa), limit), limit }
    }),
  )
  const total = sum(orders.map(({ brokerage }) => brokerage))
  const limit = sum(orders.map((each) => each.limit))
  return most(total, least(plan.minimum, limit))
}

/** Exact, before the cap. */
function feeOf(fills: readonly Valued[], { slabs, perShare }: Tariff): bigint {
  const value = valueOf(fills)
  const slab = slabs.filter(({ from }) => from * valueOfPaisa <= value).at(-1)
  const [flat, percent] = [slab?.flat, slab?.percent]
  const byPercent = percent === undefined ? undefined : value * percent
  const byFlat = flat === undefined ? byPercent : flat * paisa
  const fee = byFlat === undefined ? 0n : byPercent === undefined ? byFlat : least(byFlat, byPercent)
  return most(fee, perShare * quantityOf(fills) * 100n * decimal)
}

/** Quantity and price in hundred-millionths, as in decimal.ts. */
export type Fill = {
  /** Unique within the day. The order of the ids decides which trade takes the last paisa. */
  readonly id: string
  readonly exchange: Exchange
  /** The exchange that names its clearing corporation, by which trades are netted. */
  readonly clearsAt: Exchange
  readonly isin: string
  /** The series of NSE or the group of BSE. */
  readonly series: string
  readonly stt: SttClass
  /** A unit of a fund, whose orders pay the tariff of ETFs. */
  readonly isFund: boolean
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
const valueOfPaisa = decimal ** 2n / 100n

/** The number of units in an amount, half up. */
export const round = (exact: bigint, unit: bigint): bigint => (2n * exact + unit) / (2n * unit)
const most = (one: bigint, other: bigint): bigint => (one > other ? one : other)

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
