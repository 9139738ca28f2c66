import { dayInIndia } from '../platform/day-text.ts'
import { decimalOf, moneyOf } from '../platform/decimal.ts'
import { paiseOf } from '../platform/money.ts'
import type { PriceState } from './market.ts'

/** valuation: what holdings are worth at their prices. The same rule values them on the server and on screens. */

type Decimal = number | string

export type PricedHolding = {
  readonly quantity: Decimal
  /** Rupees. */
  readonly cost: number
  readonly price?: Decimal | undefined
  readonly previousClose?: Decimal | undefined
  readonly state?: PriceState | undefined
  readonly at?: string | undefined
  /** What of it was bought recently, by day in India. */
  readonly recent?: readonly { readonly day: string; readonly quantity: Decimal; readonly cost: number }[] | undefined
}

/** Paise. */
export type HoldingsValue = {
  /** At the price of each holding, and at cost where there is none. */
  readonly value: bigint
  readonly cost: bigint
  /** The change since the close before; undefined while no holding has both prices. */
  readonly dayChange: bigint | undefined
  /** Holdings at cost. */
  readonly unpriced: number
  /** The worst state of the prices, and the oldest price in that state; undefined without any price. */
  readonly worst: { readonly state: PriceState; readonly at: string; readonly index: number } | undefined
}

const worstFirst: readonly PriceState[] = ['stale', 'close', 'delayed', 'live']

/** Price × quantity in paise. */
export const worthAt = (price: Decimal, quantity: Decimal): bigint =>
  moneyOf(decimalOf(price) ?? 0n, decimalOf(quantity) ?? 0n)

/**
 * The change of a holding since the close before, in paise; of what was bought on the day of the price, since its purchase.
 * What was bought later has not changed; undefined if that is all.
 */
export function dayChangeOf({ quantity, price, previousClose, at, recent = [] }: PricedHolding): bigint | undefined {
  if (price === undefined || previousClose === undefined) return undefined
  const day = at ? dayInIndia(new Date(at)) : undefined
  const newer = day === undefined ? [] : recent.filter((each) => each.day >= day)
  const ofDay = newer.filter((each) => each.day === day)
  const held = newer.reduce((rest, each) => rest - (decimalOf(each.quantity) ?? 0n), decimalOf(quantity) ?? 0n)
  if (held <= 0n && ofDay.length === 0) return undefined
  const change = moneyOf(decimalOf(price) ?? 0n, held) - moneyOf(decimalOf(previousClose) ?? 0n, held)
  return ofDay.reduce((sum, each) => sum + worthAt(price, each.quantity) - paiseOf(each.cost), change)
}

export function valueHoldings(holdings: readonly PricedHolding[]): HoldingsValue {
  let [value, cost, unpriced] = [0n, 0n, 0]
  let dayChange: bigint | undefined
  let worst: HoldingsValue['worst']
  for (const [index, holding] of holdings.entries()) {
    const { price, state = 'stale', at = '' } = holding
    cost += paiseOf(holding.cost)
    value += price === undefined ? paiseOf(holding.cost) : worthAt(price, holding.quantity)
    const change = dayChangeOf(holding)
    if (change !== undefined) dayChange = (dayChange ?? 0n) + change
    if (price === undefined) unpriced += 1
    else if (isWorse({ state, at }, worst)) worst = { state, at, index }
  }
  return { value, cost, dayChange, unpriced, worst }
}

type Known = { readonly state: PriceState; readonly at: string }

function isWorse(one: Known, other: Known | undefined): boolean {
  if (!other) return true
  const difference = worstFirst.indexOf(one.state) - worstFirst.indexOf(other.state)
  return difference < 0 || (difference === 0 && one.at < other.at)
}

export type TradeTimes = { readonly tradedAt?: string | undefined; readonly createdAt: string }

/** When it was traded; by its booking where the dealer gave no time. */
export const tradedAt = (trade: TradeTimes): string => trade.tradedAt ?? trade.createdAt
