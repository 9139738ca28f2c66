import type { Schema } from '@sauda/contract/platform/call'
import { commonErrors, type ErrorDefinition } from '@sauda/contract/platform/error'
import { tradeCalls } from '@sauda/contract/trading/trade'
import { notInLots, tradeErrors } from '@sauda/contract/trading/trade-error'
import { ApiError } from '@sauda/web/api-error'
import { fieldErrors } from '../../shell/form-field.tsx'
import type { Buy, Sell } from './trade.api.ts'

export type TypedOrder = Record<'quantity' | 'price', string>

type OrderField = 'clientId' | 'stockName' | 'quantity' | 'price'
export type OrderErrors = Readonly<Partial<Record<OrderField, string>>>
export type CheckedOrder<Order> = { order: Order } | { errors: OrderErrors }

const grouped = /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/

/** `2,945.30` is 2945.30; other text stays as typed and is rejected by the check. */
export function plainDecimal(text: string): string {
  const typed = text.trim()
  return grouped.test(typed) ? typed.replaceAll(',', '') : typed
}

export const buyOf = (what: Pick<Buy, 'clientId' | 'stockName'>, typed: TypedOrder): CheckedOrder<Buy> =>
  checkOrder(tradeCalls.buy.body, { ...what, ...plain(typed) })

export const sellOf = (typed: TypedOrder): CheckedOrder<Sell> => checkOrder(tradeCalls.sell.body, plain(typed))

// As text: a price with many digits must not pass through floating point.
const plain = ({ quantity, price }: TypedOrder) => ({ quantity: plainDecimal(quantity), price: plainDecimal(price) })

function checkOrder<Order>(schema: Schema, order: Order): CheckedOrder<Order> {
  const errors = fieldErrors(schema, order)
  return errors ? { errors } : { order }
}

const r = tradeErrors
const lots = notInLots('').message
const places: readonly [OrderField, readonly ErrorDefinition[]][] = [
  ['clientId', [commonErrors.notVerified, r.insufficient, r.tooManyOpen]],
  ['stockName', [r.unknownStock, r.notTraded]],
  ['quantity', [r.wholeOnly, r.tooSmall, r.tooLarge, r.moreThanLeft, r.restTooSmall]],
]

/** The field an error of the server belongs to, if any. */
export function fieldOf(error: unknown): OrderField | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.message.startsWith(lots)) return 'quantity'
  return places.find(([, errors]) => errors.some(({ message }) => message === error.message))?.[0]
}
