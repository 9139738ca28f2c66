import { formatRupees } from '@sauda/contract/platform/money'
import { decimalOf, decimalText, formatPrice } from '@sauda/contract/platform/decimal'
import { AppError } from '@sauda/contract/platform/error'
import { tradeErrors } from '@sauda/contract/trading/trade-error'
import { requireApprover } from '../../core/approval/approval.policy.ts'
import type { PolicyContext } from '../../core/approval/approver.ts'
import { refuseOwnRequest } from '../../core/approval/decision.ts'
import { requireSeen } from '../../core/approval/review.ts'
import { isSingle, unwaived } from '../../core/approval/waive.ts'
import { endClaim } from '../../core/queue/claim.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { dateText } from '../../platform/india.ts'
import { sha256 } from '../../platform/secret.ts'
import type { OperatorRequest, TradeContext } from './trade.alone.ts'
import { tradeWithSales } from './trade.history.ts'
import { decimalOfRow, findTrade } from './trade.sql.ts'
import { record } from './trade.ts'
import {
  confirmPrice,
  findUnchecked,
  tradesToConfirm,
  uncheckedTrades,
  type UncheckedLimits,
  type UncheckedRow,
} from './trade.unchecked.sql.ts'

// A typed trade is compared with the last price when it is booked. Where that is a price of an earlier day, the prices of its own day decide
// later (settled, section 15, reference price): above the dealer's limit another operator confirms the price before the client is paid.

type Warned = { readonly clientId: string; readonly text: string; readonly link: string }

/** In demo mode prices may never come. */
const limitsOf = ({ config: { approvals, mode } }: PolicyContext): UncheckedLimits => ({
  limit: approvals.tradeDifference,
  countsUnknown: mode === 'live',
})

/** Trades of these clients that another operator must confirm before the client is paid. */
export const unconfirmedTrades = (context: PolicyContext, sql: Sql, clientIds: readonly string[]) =>
  unwaived<readonly Warned[]>(context, [], async () =>
    (await uncheckedTrades(sql, limitsOf(context), clientIds)).map((row) => ({
      clientId: row.client_id,
      text: `${sentenceOf(row)} Another operator must confirm the price of ${row.name} before this client is paid`,
      link: `/trade/${row.id}`,
    })),
  )

/** The same trades of all clients, for the queue. */
export const tradeItems = (context: PolicyContext): string =>
  `${tradesToConfirm(limitsOf(context))} where ${!isSingle(context)}`

function sentenceOf({ name, dealer, day, price_day, low, high, ...row }: UncheckedRow): string {
  const trade = `${name}, booked by ${dealer}${row.after_close ? ' after the close' : ''},`
  if (row.is_absent) return `${trade} is not in the trade files of ${dateText(day)}.`
  if (price_day === null || low === null || high === null)
    return `${trade} cannot be compared: no prices of ${dateText(day)} by another operator are stored.`
  const range = row.after_close
    ? `differs from the close of ${dateText(day)}, ${priceText(low)}`
    : `is outside the prices of ${dateText(price_day)}, ${priceText(low)} to ${priceText(high)}`
  return `${trade} ${range}: a difference of ${formatRupees(row.difference ?? 0n)}.`
}
/** Changes with what is shown. */
const versionOf = (row: UncheckedRow): string => sha256(sentenceOf(row)).toString('base64url')
const priceText = (text: string): string => formatPrice(decimalOf(text) ?? 0n)

/** The trade with its sales, and what another operator would confirm about its price; nothing where it agrees with its day. */
export async function tradeToShow(context: TradeContext, sql: Sql, id: string) {
  const trade = await tradeWithSales(sql, id, context.last)
  const row = await findUnchecked(sql, id)
  if (!row || (row.difference === 0n && !row.is_absent)) return trade
  return { ...trade, toConfirm: { dealerId: row.dealer_id, sentence: sentenceOf(row), version: versionOf(row) } }
}

type Confirm = OperatorRequest & { readonly tradeId: string; readonly version: string }

/**
 * Another operator than the dealer says that the trade was made at this price. Throws if the trade is not
 * unchecked any more, or if what was shown has changed.
 */
export async function confirmTradePrice(context: TradeContext, tx: Tx, { tradeId, version, ...by }: Confirm) {
  const { client_id: clientId, price } = await requireRow(findTrade(tx, tradeId))
  const row = await findUnchecked(tx, tradeId)
  if (!row) throw new AppError(tradeErrors.priceChecked)
  requireSeen(versionOf(row), version)
  const about = { clientId, summary: `Price of ${row.name}` }
  await refuseOwnRequest(context, tx, by, { ...about, makerId: row.dealer_id, error: tradeErrors.ownPrice })
  // Locks the client’s figures, as the booking of a trade day does before it confirms trades.
  await requireApprover(context, tx, { operator: by.operator, makerId: row.dealer_id, right: 'trade.book', ...about })
  if ((await confirmPrice(tx, tradeId, by.operator.id)) === 0) throw new AppError(tradeErrors.priceChecked)
  await endClaim(tx, 'trade', tradeId)
  const after = { tradeId, trade: row.name, price: decimalText(decimalOfRow(price)), shown: sentenceOf(row) }
  await record(context, tx, by, { action: 'trade.confirm-price', clientId, after })
  await context.notifyScreens(tx, 'desk', 'queue')
  return tradeToShow(context, tx, tradeId)
}
