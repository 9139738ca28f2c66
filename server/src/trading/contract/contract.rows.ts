import { decimalOf, decimalText, splitBy } from '@sauda/contract/platform/decimal'
import { sum } from '@sauda/contract/platform/money'
import { borrowedParts } from '../../core/ledger/clearing.ts'
import { newId } from '../../platform/id.ts'
import type { DayFill, DayPlan, HeldLot, Taken } from './contract.plan.ts'
import type { FillRow, LotLeft, NewTrade } from './contract.sql.ts'

/** The rows of trades and lots that a plan becomes. */

export function requireOf<Value>(values: ReadonlyMap<string, Value>, key: string): Value {
  const value = values.get(key)
  if (value === undefined) throw new Error(`Nothing was computed for ${key}`)
  return value
}

type Rest = {
  readonly clientId: string
  readonly contractId: string
  readonly own: readonly FillRow[]
  readonly loanParts: ReadonlyMap<string, bigint>
  readonly partOf: (fillId: string) => bigint
}

export function tradesOf(
  { purchases, sales }: DayPlan,
  { clientId, contractId, own, loanParts, partOf }: Rest,
): NewTrade[] {
  const rows = new Map(own.map((row) => [row.id, row]))
  const common = ({ id, isin, exchange, price }: DayFill) => {
    const { order_ref: order, trade_number: number, traded_at: at } = requireOf(rows, id)
    return {
      clientId,
      contractId,
      isin,
      exchange,
      price: decimalText(price),
      order,
      number,
      tradedAt: at.toISOString(),
    }
  }
  const none = { openQuantity: '0', openCost: '0', openLoanPart: '0' }
  /** What purchases of the day borrowed for parts that it sold in another settlement, which has returned to the loan. */
  const returned = new Map<Taken, bigint>()
  const soldOf = Map.groupBy(sales, ({ lotId }) => lotId)
  const bought = purchases.map(({ fill, lotId, cost, left }): NewTrade => {
    const loanPart = loanParts.get(lotId) ?? 0n
    const away = (soldOf.get(lotId) ?? []).filter((part) => part.fill.settlementId !== fill.settlementId)
    const parts = borrowedParts({ cost: left.cost + sum(away.map((part) => part.cost)), sold: away }, loanPart)
    away.forEach((part, at) => returned.set(part, parts[at] ?? 0n))
    return {
      ...common(fill),
      id: lotId,
      lotId,
      action: 'BUY',
      stock: fill.stock,
      quantity: decimalText(fill.quantity),
      amount: String(cost),
      cost: String(cost),
      loanPart: String(loanPart),
      toLoan: '0',
      charges: String(partOf(fill.id)),
      isUnknown: false,
      openQuantity: decimalText(left.quantity),
      openCost: String(left.cost),
      openLoanPart: String(parts.at(-1) ?? 0n),
    }
  })
  const sold = [...Map.groupBy(sales, ({ fill }) => fill)].flatMap(([fill, parts]) => {
    const quantities = parts.map(({ quantity }) => quantity)
    const charges = splitBy(partOf(fill.id), quantities)
    return parts.map((part, at): NewTrade => ({
      ...common(fill),
      ...none,
      id: newId(),
      lotId: part.lotId ?? newId(),
      action: 'SELL',
      stock: part.stock,
      quantity: decimalText(part.quantity),
      amount: String(part.proceeds),
      cost: String(part.cost),
      loanPart: String(returned.get(part) ?? part.loanPart),
      toLoan: String(returned.get(part) ?? part.toLoan),
      charges: String(charges[at] ?? 0n),
      isUnknown: part.lotId === undefined,
    }))
  })
  return [...bought, ...sold]
}

/** What the sales left of the lots that were held before. */
export function leftOf({ held, plan }: { readonly held: readonly HeldLot[]; readonly plan: DayPlan }): LotLeft[] {
  const taken = Map.groupBy(plan.sales, ({ lotId }) => lotId)
  return held.flatMap((lot) => {
    const parts = taken.get(lot.id)
    if (!parts) return []
    const less = (key: 'quantity' | 'cost' | 'loanPart') => parts.reduce((rest, part) => rest - part[key], lot[key])
    const [cost, loanPart] = [String(less('cost')), String(less('loanPart'))]
    return [{ id: lot.id, quantity: decimalText(less('quantity')), cost, loanPart }]
  })
}

export const quantityOf = (text: string): bigint => decimalOf(text) ?? 0n

const tradeOf = (row: FillRow) => ({
  id: row.id,
  exchange: row.exchange,
  side: row.side === 'B' ? ('BUY' as const) : ('SELL' as const),
  isin: row.isin,
  quantity: quantityOf(row.quantity),
  price: decimalOf(row.price) ?? 0n,
  isDelivered: row.is_delivered,
})

/** `isCredited`: of the lot that a dealer sold. */
export const fillOf = (row: FillRow, settlementId: string, isCredited = false): DayFill => ({
  ...tradeOf(row),
  stock: row.stock,
  settlementId,
  typed:
    row.trade_id === null
      ? undefined
      : { id: row.trade_id, cost: row.typed_cost ?? 0n, toLoan: row.typed_to_loan ?? 0n, isCredited },
})

/** A trade as its charges are computed. */
export const chargedFill = (row: FillRow) => ({
  ...tradeOf(row),
  clearsAt: row.clears_at,
  series: row.series,
  stt: row.stt,
  isFund: row.is_fund,
  order: row.order_ref,
  isPlacedByDealer: row.is_placed,
})
