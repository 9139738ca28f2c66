import { allParts, changedBy } from '@sauda/contract/trading/corporate-action-ratio'
import type { ActionKind } from '@sauda/contract/trading/corporate-action-name'
import { decimalOf, shareOf } from '@sauda/contract/platform/decimal'
import { least } from '@sauda/contract/platform/money'
import type { selectUnpaid, TaxActionRow } from './tax.sql.ts'

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
  readonly allotted?: { readonly buyId: string; readonly quantity: bigint } | undefined
  /** Shares that it took and the company has not paid yet: they are not there for later sales. */
  readonly unpaid?: bigint | undefined
}

export const actionOf = (row: TaxActionRow): TaxAction => ({
  kind: row.kind,
  stock: row.stock,
  ...(row.other_stock !== null && { otherStock: row.other_stock }),
  ...(row.other_isin !== null && { otherIsin: row.other_isin }),
  exDate: row.ex_date,
  held: decimalOf(row.held) ?? 0n,
  given: decimalOf(row.given) ?? 0n,
  costPart: (decimalOf(row.cost_percent) ?? 0n) / 10_000n,
  ...(row.buy_id !== null && { allotted: { buyId: row.buy_id, quantity: decimalOf(row.allotted ?? '') ?? 0n } }),
})

type UnpaidRow = Awaited<ReturnType<typeof selectUnpaid>>[number]
export const unpaidOf = ({ kind, stock, ex_date: exDate, quantity }: UnpaidRow): TaxAction => ({
  kind,
  stock,
  exDate,
  held: 1n,
  given: 1n,
  costPart: 0n,
  unpaid: decimalOf(quantity) ?? 0n,
})

/** The unmatched part of a purchase. */
export type OpenLot = {
  /** In the order of trading. */
  readonly place: number
  /** The ex-date of the merger or demerger that gave it. */
  readonly givenOn?: string
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
  const { kind, stock, otherStock = stock, exDate, allotted, unpaid } = action
  if (unpaid !== undefined) {
    const own = held.get(stock) ?? []
    takeOldest(takenFrom(own, exDate), unpaid)
    held.set(
      stock,
      own.filter(({ quantity }) => quantity > 0n),
    )
    return
  }
  if (kind === 'allotment') {
    const bought = allotted && purchase(allotted.buyId)
    if (bought) addEntitlements(held.get(stock) ?? [], allotted.quantity, bought)
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
    [...(held.get(otherStock) ?? []), ...given.map((lot) => ({ ...lot, givenOn: exDate }))].toSorted(
      (one, other) => one.place - other.place,
    ),
  )
}

/** What an action of this ex-date takes: a fraction of the shares that a merger or demerger gave, everything else of the oldest. */
export function takenFrom<Own extends OpenLot>(lots: readonly Own[], on: string | undefined): Own[] {
  const left = lots.filter(({ quantity }) => quantity > 0n)
  const given = left.filter(({ givenOn }) => givenOn !== undefined && givenOn === on)
  return given.length > 0 ? given : left
}

/** The oldest entitlements are taken: their cost is a part of that of the shares. */
function addEntitlements(lots: OpenLot[], quantity: bigint, bought: OpenLot): void {
  const moved = takeOldest(lots, quantity)
  bought.amount += moved.amount
  bought.charges += moved.charges
  bought.stt += moved.stt
}

/** What the oldest shares had cost, which leave the lots. */
function takeOldest(lots: OpenLot[], quantity: bigint) {
  const moved = { amount: 0n, charges: 0n, stt: 0n }
  let left = quantity
  for (let [lot] = lots; lot !== undefined && left > 0n; [lot] = lots) {
    const units = least(lot.quantity, left)
    for (const key of ['amount', 'charges', 'stt'] as const) {
      const part = shareOf(lot[key], units, lot.quantity)
      lot[key] -= part
      moved[key] += part
    }
    if (lot.fairValue !== undefined) lot.fairValue -= shareOf(lot.fairValue, units, lot.quantity)
    left -= units
    lot.quantity -= units
    if (lot.quantity === 0n) lots.shift()
  }
  return moved
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
