import { commonErrors, type ErrorDefinition } from '@sauda/contract/error'
import { notInLots, tradeCalls, tradeErrors } from '@sauda/contract/trade'
import { ApiError } from '@sauda/web/api-error'
import type { Buy, Sell } from './trade.api.ts'

/** Quantity and price as they are typed. */
export interface TypedOrder {
  quantity: string
  price: string
}

export type OrderField = 'client' | 'stock' | 'quantity' | 'price'
export type OrderFaults = Readonly<Partial<Record<OrderField, string>>>

const grouped = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/

/** `2,945.30` is 2945.30; anything else stays as it is typed, for the check to refuse. */
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

/** The buy as typed, or what is still wrong with it. */
export function buyOf(
  { clientId, stockName }: Pick<Buy, 'clientId' | 'stockName'>,
  typed: TypedOrder,
): { order: Buy } | { faults: OrderFaults } {
  const order = { clientId, stockName, ...plain(typed) }
  return faultsOf(tradeCalls.buy.body.safeParse(order).error) ?? { order }
}

/** The sell as typed, or what is still wrong with it. */
export function sellOf(typed: TypedOrder): { order: Sell } | { faults: OrderFaults } {
  const order = plain(typed)
  return faultsOf(tradeCalls.sell.body.safeParse(order).error) ?? { order }
}

// As text: a price of many digits must not pass through floating point.
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

/** Beside which field a refusal of the server belongs; undefined where it is about none of them. */
export function placeOf(error: unknown): OrderField | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.message.startsWith(lots)) return 'quantity'
  return places.find(([, refusals]) => refusals.some(({ message }) => message === error.message))?.[0]
}
