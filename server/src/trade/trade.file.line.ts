import { decimalOf } from '@sauda/contract/decimal'
import { tradeErrors } from '@sauda/contract/trade'
import type { TradeAction } from '@sauda/contract/trade'
import { tradeAmountErrors } from '@sauda/contract/trade'
import type { CsvLine } from './trade.csv.ts'
import type { Deal } from './trade.plan.ts'

export type TradeOrder = Deal & {
  readonly reference: string
  /** In capitals: `SD100001`. */
  readonly saudaId: string
  readonly action: TradeAction
  readonly stockName: string
  /** Of a sell: reference or TRD number of its buy. */
  readonly position: string
}

/** A spreadsheet would run it. */
const formula = /^[=+\-@]/
const reference = /^[A-Za-z0-9][\w./-]{0,39}$/
/** Our trade numbers: ambiguous as a dealer's reference. */
export const ours = /^TRD\d{1,15}$/i
export const saudaIdForm = /^SD\d{1,15}$/

const lineErrors = {
  formula: 'A cell may not begin with =, +, - or @',
  reference: 'Give each trade a reference of 1 to 40 letters, digits, dots, dashes or slashes',
  ours: 'A reference cannot look like our trade numbers, TRD and digits',
  client: 'Enter the client ID: SD and digits',
  action: 'The action is BUY or SELL',
  position: 'A sell needs its position: the TRD number or the reference of the buy',
  noPosition: 'Only a sell has a position',
  moved: 'The line has more cells than the file has columns. Write numbers without commas',
} as const

/** Returns the order, or why the line is invalid. */
export function parseOrder({ cells, isShifted }: CsvLine): TradeOrder | string {
  if (isShifted) return lineErrors.moved
  if (Object.values(cells).some((value) => formula.test(value))) return lineErrors.formula
  if (!reference.test(cells.reference)) return lineErrors.reference
  if (ours.test(cells.reference)) return lineErrors.ours
  const [saudaId, action] = [cells.client.toUpperCase(), cells.action.toUpperCase()]
  if (!saudaIdForm.test(saudaId)) return lineErrors.client
  if (action !== 'BUY' && action !== 'SELL') return lineErrors.action
  if (cells.stock === '') return tradeErrors.unknownStock.message
  const [quantity, price] = [decimalOf(cells.quantity), decimalOf(cells.price)]
  if (!quantity) return tradeAmountErrors.quantity
  if (!price) return tradeAmountErrors.price
  if (action === 'SELL' && cells.position === '') return lineErrors.position
  // `2,945.30` without quotes: the price would be 2.
  if (action === 'BUY' && cells.position !== '') return lineErrors.noPosition
  return {
    reference: cells.reference,
    saudaId,
    action,
    stockName: cells.stock,
    quantity,
    price,
    position: cells.position,
  }
}
