import { allParts, changedBy } from '@sauda/contract/trading/corporate-action-ratio'
import type { ActionKind } from '@sauda/contract/trading/corporate-action-name'
import { shareOf } from '@sauda/contract/platform/decimal'
import { least } from '@sauda/contract/platform/money'

/** A corporate action that replaced what a client held of a stock; bonus shares are purchases at no cost instead. */
export type TaxAction = {
  readonly id: string
  /** What the company pays of it in cash: the part beyond whole shares, or what it bought back. */
  readonly inCash: bigint
  readonly kind: ActionKind
  readonly stock: string
  /** The share that holders receive in a merger or demerger. */
  readonly otherStock?: string | undefined
  readonly exDate: string
  readonly held: bigint
  readonly given: bigint
  /** The part of the cost that goes to the other share of a demerger, in millionths. */
  readonly costPart: bigint
}

/** The unmatched part of a purchase. */
type OpenLot = {
  readonly trade: { readonly day: string }
  /** In the order of trading. */
  readonly place: number
  quantity: bigint
  amount: bigint
  charges: bigint
  stt: bigint
}

/** Purchases keep their day and their cost, in other quantities or as another share. Returns what of them the company pays in cash. */
export function takeEffect<Own extends OpenLot>(
  held: Map<string, Own[]>,
  action: TaxAction,
  take: (lot: Own, quantity: bigint) => Own,
): Own[] {
  const stock =
    action.kind === 'merger' || action.kind === 'demerger' ? (action.otherStock ?? action.stock) : action.stock
  let left = action.inCash
  const paid: Own[] = []
  for (const lot of changeLots(held, action)) {
    const quantity = least(lot.quantity, left)
    if (quantity > 0n) paid.push(take(lot, quantity))
    left -= quantity
  }
  if (paid.length > 0)
    held.set(
      stock,
      (held.get(stock) ?? []).filter(({ quantity }) => quantity > 0n),
    )
  return paid
}

/** Returns the lots that the action changed, as they are after it, the oldest first. */
function changeLots<Own extends OpenLot>(held: Map<string, Own[]>, action: TaxAction): Own[] {
  const { kind, stock, otherStock = stock, exDate } = action
  const lots = (held.get(stock) ?? []).filter(({ trade }) => trade.day < exDate)
  const later = (held.get(stock) ?? []).filter(({ trade }) => trade.day >= exDate)
  if (kind === 'buyback') return lots
  const changed = changedBy(lots, action)
  if (kind === 'split' || kind === 'consolidation') {
    held.set(stock, [...changed, ...later])
    return changed
  }
  const given = kind === 'demerger' ? changed.map((lot, at) => movedFrom(lots[at] ?? lot, lot, action)) : changed
  held.set(stock, kind === 'demerger' ? [...lots, ...later] : later)
  held.set(
    otherStock,
    [...(held.get(otherStock) ?? []), ...given].toSorted((one, other) => one.place - other.place),
  )
  return given
}

/** Moves a part of the cost from a lot to the other share. */
function movedFrom<Own extends OpenLot>(lot: Own, given: Own, { costPart }: TaxAction): Own {
  const part = (paise: bigint): bigint => shareOf(paise, costPart, allParts)
  const moved = { amount: part(lot.amount), charges: part(lot.charges), stt: part(lot.stt) }
  lot.amount -= moved.amount
  lot.charges -= moved.charges
  lot.stt -= moved.stt
  return { ...given, ...moved }
}
