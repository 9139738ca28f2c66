import { formatRupees, rupeesOf } from '@sauda/contract/platform/money'
import { decimalNumber, decimalOf, formatPrice } from '@sauda/contract/platform/decimal'
import { AppError } from '@sauda/contract/platform/error'
import { tradeErrors } from '@sauda/contract/trading/trade-error'
import { requireApprover, type PolicyContext } from '../../core/approval/approval.policy.ts'
import { refuseOwnRequest } from '../../core/approval/decision.ts'
import { unwaived } from '../../core/approval/waive.ts'
import { endClaim } from '../../core/queue/claim.ts'
import type { Sql, Tx } from '../../platform/db.ts'
import { dateText } from '../../platform/india.ts'
import type { OperatorRequest, TradeContext } from './trade.alone.ts'
import { tradeWithSales } from './trade.history.ts'
import { record } from './trade.ts'
import { confirmPrice, findUnchecked, uncheckedTrades, type UncheckedRow } from './trade.unchecked.sql.ts'

// A typed trade is compared with the last price when it is booked. Where that is a price of an earlier day, the prices of its own day decide
// later (settled, section 15, reference price): above the dealer's limit another operator confirms the price before the client is paid.

type Warned = { readonly clientId: string; readonly text: string; readonly link: string }

/** Of these clients: the trades that another operator must confirm before the client is paid. In demo mode prices may never come. */
export const unconfirmedTrades = (context: PolicyContext, sql: Sql, clientIds: readonly string[]) =>
  unwaived<readonly Warned[]>(context, [], async () => {
    const { approvals, mode } = context.config
    const limits = { limit: approvals.tradeDifference, countsUnknown: mode === 'live' }
    return (await uncheckedTrades(sql, { clientIds, ...limits })).map((row) => ({
      clientId: row.client_id,
      text: `${sentenceOf(row)} Another operator must confirm the price of ${row.name} before this client is paid`,
      link: `/trade/${row.id}`,
    }))
  })

function sentenceOf({ name, dealer, day, low, high, difference }: UncheckedRow): string {
  if (low === null || high === null)
    return `${name}, booked by ${dealer}, cannot be compared: no prices of ${dateText(day)} by another operator are stored.`
  const range = `${formatPrice(decimalOf(low) ?? 0n)} to ${formatPrice(decimalOf(high) ?? 0n)}`
  return `${name}, booked by ${dealer}, is outside the prices of ${dateText(day)}, ${range}: a difference of ${formatRupees(difference ?? 0n)}.`
}

/** The trade with its sales, and what another operator would confirm about its price; nothing where it agrees with its day. */
export async function tradeToShow(context: TradeContext, sql: Sql, id: string) {
  const trade = await tradeWithSales(sql, id, context.last)
  const row = await unwaived(context, undefined, () => findUnchecked(sql, id))
  if (!row || row.difference === 0n) return trade
  const { low, high, difference, day, dealer_id: dealerId } = row
  const price = (text: string) => decimalNumber(decimalOf(text) ?? 0n)
  const range = low !== null && high !== null && { low: price(low), high: price(high) }
  return {
    ...trade,
    toConfirm: { day, dealerId, ...(range && { ...range, difference: rupeesOf(difference ?? 0n) }) },
  }
}

type Confirm = OperatorRequest & { readonly tradeId: string }

/** Another operator than the dealer says that the trade was made at this price. Throws if that is not needed any more. */
export async function confirmTradePrice(context: TradeContext, tx: Tx, { tradeId, ...by }: Confirm) {
  const trade = await tradeWithSales(tx, tradeId, context.last)
  const row = await findUnchecked(tx, tradeId)
  if (!row) throw new AppError(tradeErrors.priceChecked)
  const about = { clientId: trade.clientId, summary: `Price of ${row.name}` }
  await refuseOwnRequest(context, tx, by, { ...about, makerId: row.dealer_id, error: tradeErrors.ownPrice })
  // Locks the client’s figures, as the booking of a trade day does before it confirms trades.
  await requireApprover(context, tx, { operator: by.operator, makerId: row.dealer_id, ...about })
  if ((await confirmPrice(tx, tradeId, by.operator.id)) === 0) throw new AppError(tradeErrors.priceChecked)
  await endClaim(tx, 'trade', tradeId)
  const after = { tradeId, trade: row.name, price: trade.sellPrice ?? trade.avgPrice, low: row.low, high: row.high }
  await record(context, tx, by, { action: 'trade.confirm-price', clientId: trade.clientId, after })
  await context.notifyScreens(tx, 'desk', 'queue')
  return tradeToShow(context, tx, tradeId)
}
