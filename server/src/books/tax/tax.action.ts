import { allParts, changedBy } from '@sauda/contract/trading/corporate-action-ratio'
import type { ActionKind } from '@sauda/contract/trading/corporate-action-name'
import { shareOf } from '@sauda/contract/platform/decimal'
import { least } from '@sauda/contract/platform/money'

/** A corporate action that replaced what a client held of a stock; bonus shares are purchases at no cost instead. */
export type TaxAction = {
  readonly kind: ActionKind
  readonly stock: string
  /** The share that holders receive in a merger or demerger. */
  readonly otherStock?: string | undefined
  readonly otherIsin?: string | undefined
  readonly exDate: string
  readonly held: bigint
  readonly given: bigint
  /** The part of the cost that goes to the other share of a demerger, in millionths. */
  readonly costPart: bigint
  /** The client's purchase in an allotment, and its quantity; nothing where all entitlements lapsed. */
  readonly taken?: { readonly buyId: string; readonly quantity: bigint } | undefined
}

/** The unmatched part of a purchase. */
type OpenLot = {
  readonly trade: { readonly day: string }
  quantity: bigint
  amount: bigint
  charges: bigint
  stt: bigint
  fairValue?: bigint
}

/** Purchases keep their day and their cost, in other quantities or as another share. `purchase` finds the one of an allotment. */
export function takeEffect<Own extends OpenLot>(
  held: Map<string, Own[]>,
  action: TaxAction,
  purchase: (id: string) => Own | undefined = () => undefined,
): void {
  const { kind, stock, otherStock = stock, exDate, taken } = action
  if (kind === 'allotment') {
    const bought = taken && purchase(taken.buyId)
    if (bought) addEntitlements(held.get(stock) ?? [], taken.quantity, bought)
    return
  }
  const lots = (held.get(stock) ?? []).filter(({ trade }) => trade.day < exDate)
  const later = (held.get(stock) ?? []).filter(({ trade }) => trade.day >= exDate)
  const changed = changedBy(lots, action)
  if (kind === 'split' || kind === 'consolidation') {
    held.set(stock, [...changed, ...later])
    return
  }
  const given = kind === 'demerger' ? changed.map((lot, at) => movedFrom(lots[at] ?? lot, lot, action)) : changed
  held.set(stock, kind === 'demerger' ? [...lots, ...later] : later)
  held.set(
    otherStock,
    [...(held.get(otherStock) ?? []), ...given].toSorted((one, other) => one.trade.day.localeCompare(other.trade.day)),
  )
}

/** The oldest entitlements are taken: their cost is a part of that of the shares. */
function addEntitlements(lots: OpenLot[], quantity: bigint, bought: OpenLot): void {
  let left = quantity
  for (let [lot] = lots; lot !== undefined && left > 0n; [lot] = lots) {
    const units = least(lot.quantity, left)
    left -= units
    const part = (paise: bigint): bigint => shareOf(paise, units, lot.quantity)
    const moved = { amount: part(lot.amount), charges: part(lot.charges), stt: part(lot.stt) }
    lot.quantity -= units
    for (const key of ['amount', 'charges', 'stt'] as const) {
      lot[key] -= moved[key]
      bought[key] += moved[key]
    }
    if (lot.quantity === 0n) lots.shift()
  }
}

/** Moves a part of the cost from a lot to the other share. */
function movedFrom<Own extends OpenLot>(lot: Own, given: Own, { costPart }: TaxAction): Own {
  const part = (paise: bigint): bigint => shareOf(paise, costPart, allParts)
  const moved = { amount: part(lot.amount), charges: part(lot.charges), stt: part(lot.stt) }
  lot.amount -= moved.amount
  lot.charges -= moved.charges
  lot.stt -= moved.stt
  if (lot.fairValue === undefined) return { ...given, ...moved }
  const fairValue = part(lot.fairValue)
  lot.fairValue -= fairValue
  return { ...given, ...moved, fairValue }
}
