import { commonErrors, type ErrorDefinition } from '@sauda/contract/error'
import { notInLots, tradeCalls, tradeErrors } from '@sauda/contract/trade'
import { ApiError } from '@sauda/web/api-error'
import type { Buy, Sell } from './trade.api.ts'

export interface TypedOrder {
  quantity: string
  price: string
}

export type OrderField = 'client' | 'stock' | 'quantity' | 'price'
export type OrderFaults = Readonly<Partial<Record<OrderField, string>>>

const grouped = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/

/** `2,945.30` is 2945.30; other text stays as typed and is rejected by the check. */
export function plainDecimal(text: string): string {
  const typed = text.trim()
  return grouped.test(typed) ? typed.replaceAll(',', '') : typed
}

const fieldNames: Record<string, OrderField> = {
  clientId: 'client',
  stockName: 'stock',
  quantity: 'quantity',
  price: 'price',
}

export function buyOf(
  { clientId, stockName }: Pick<Buy, 'clientId' | 'stockName'>,
  typed: TypedOrder,
): { order: Buy } | { faults: OrderFaults } {
  const order = { clientId, stockName, ...plain(typed) }
  return faultsOf(tradeCalls.buy.body.safeParse(order).error) ?? { order }
}

export function sellOf(typed: TypedOrder): { order: Sell } | { faults: OrderFaults } {
  const order = plain(typed)
  return faultsOf(tradeCalls.sell.body.safeParse(order).error) ?? { order }
}

// As text: a price with many digits must not pass through floating point.
const plain = ({ quantity, price }: TypedOrder) => ({ quantity: plainDecimal(quantity), price: plainDecimal(price) })

interface Checked {
  issues: readonly { path: PropertyKey[]; message: string }[]
}

function faultsOf(error: Checked | undefined): { faults: OrderFaults } | undefined {
  if (!error) return undefined
  const faults: Partial<Record<OrderField, string>> = {}
  for (const { path, message } of error.issues) {
    const field = fieldNames[String(path[0])]
    if (field) faults[field] ??= message
  }
  return { faults }
}

const r = tradeErrors
const lots = notInLots('').message
const places: readonly [OrderField, readonly ErrorDefinition[]][] = [
  ['client', [commonErrors.notVerified, r.insufficient, r.tooManyOpen]],
  ['stock', [r.unknownStock, r.notTraded]],
  ['quantity', [r.wholeOnly, r.tooSmall, r.tooLarge, r.moreThanLeft, r.restTooSmall]],
]

/** The field an error of the server belongs to, if any. */
export function fieldOf(error: unknown): OrderField | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.message.startsWith(lots)) return 'quantity'
  return places.find(([, errors]) => errors.some(({ message }) => message === error.message))?.[0]
}
