import type { Tariff } from '@sauda/contract/trading/charge-rate'
import {
  decimal,
  groups,
  least,
  most,
  orderOf,
  paisa,
  quantityOf,
  round,
  type Security,
  sum,
  type Valued,
  valueOf,
  valueOfPaisa,
} from './exact.ts'

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
 * One brokerage for each order. Where an order is intraday in part, each of both tariffs counts for its part of the quantity,
 * which is the same for all orders of the security and side.
 */
export function brokerageOf(securities: readonly Security[], plan: Plan, cap: BrokerageCap) {
  const orders = securities.flatMap(({ fills, bought, sold, intraday }) =>
    groups(fills, (fill) => `${orderOf(fill)} ${fill.side}`).map((own) => {
      const fee = (tariff: Tariff) => feeOf(own, tariff)
      const whole = own[0]?.side === 'BUY' ? bought : sold
      const exact =
        own[0]?.series === 'etf'
          ? fee(plan.etf)
          : (fee(plan.delivery) * (whole - intraday) + fee(plan.intraday) * intraday) / whole
      const limit =
        sum(
          own.map(({ price, quantity, value }) =>
            price <= cap.lowPrice ? cap.perShare * quantity * 100n * decimal : value * cap.percent,
          ),
        ) / paisa
      return { order: own[0]?.order ?? '', brokerage: least(round(exact, paisa), limit), limit }
    }),
  )
  const total = sum(orders.map(({ brokerage }) => brokerage))
  const limit = sum(orders.map((each) => each.limit))
  return {
    orders: orders.map(({ order, brokerage }) => ({ order, brokerage })),
    total: most(total, least(plan.minimum, limit)),
  }
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
