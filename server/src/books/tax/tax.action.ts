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
  /** What the company pays in cash: the part beyond whole shares, or what it bought back. */
  readonly inCash?: { readonly actionId: string; readonly quantity: bigint } | undefined
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
  fairValue?: bigint
}

type Finds<Own> = {
  /** The purchase of an allotment. */
  readonly purchase: (id: string) => Own | undefined
  readonly take: (lot: Own, quantity: bigint) => Own
}

/** Purchases keep their day and their cost, in other quantities or as another share. Returns what of them the company pays in cash. */
export function takeEffect<Own extends OpenLot>(
  held: Map<string, Own[]>,
  action: TaxAction,
  { purchase, take }: Finds<Own>,
): Own[] {
  const changed = changeLots(held, action, purchase)
  let left = action.inCash?.quantity ?? 0n
  const paid: Own[] = []
  for (const lot of changed) {
    const quantity = least(lot.quantity, left)
    if (quantity > 0n) paid.push(take(lot, quantity))
    left -= quantity
  }
  if (paid.length > 0)
    for (const [stock, lots] of held)
      if (lots.some((lot) => changed.includes(lot)))
        held.set(
          stock,
          lots.filter(({ quantity }) => quantity > 0n),
        )
  return paid
}

/** Returns the lots that the action changed, as they are after it, the oldest first. */
function changeLots<Own extends OpenLot>(
  held: Map<string, Own[]>,
  action: TaxAction,
  purchase: Finds<Own>['purchase'],
): Own[] {
  const { kind, stock, otherStock = stock, exDate, taken } = action
  if (kind === 'allotment') {
    const bought = taken && purchase(taken.buyId)
    if (bought) addEntitlements(held.get(stock) ?? [], taken.quantity, bought)
    return []
  }
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
