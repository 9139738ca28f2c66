import { formatPrice, moneyOf } from '@sauda/contract/platform/decimal'
import { formatRupees } from '@sauda/contract/platform/money'
import type { TradeAction } from '@sauda/contract/trading/trade'
import type { Sql, Tx } from '../../platform/db.ts'
import { dateText } from '../../platform/india.ts'
import { above, reasons } from './approval.policy.ts'
import type { PolicyContext } from './approver.ts'
import { deviationToday, lockOperator, lossSince, profitSince } from './trade.policy.sql.ts'
import { isSingle } from './waive.ts'

/** Counts towards the limits of the dealer who books alone; the trades of a file add to it one after the other. */
export type DealerDay = {
  readonly operatorId: string
  /** Paise: gains and losses of all clients against the last price, from this dealer's trades of today. */
  deviation: bigint
}

export const dealerDay = async (sql: Sql, operatorId: string): Promise<DealerDay> => ({
  operatorId,
  deviation: await deviationToday(sql, operatorId),
})

/**
 * With the operator's row locked until the transaction ends, so that parallel trades cannot pass a limit together; after the positions and
 * before the figures of clients, as approvals lock them. With `APPROVALS=single`, which refuses nothing, the row is not locked.
 */
export async function lockedDealerDay(context: PolicyContext, tx: Tx, operatorId: string): Promise<DealerDay> {
  if (!isSingle(context)) await lockOperator(tx, operatorId)
  return dealerDay(tx, operatorId)
}

export type PricedTrade = {
  readonly clientId: string
  readonly action: TradeAction
  readonly quantity: bigint
  readonly price: bigint
  /** The last price and the close of the previous trading day, as far as known. */
  readonly references: readonly bigint[]
  /** For a sale of what was bought in the last five trading days, of which `since` is the first: its profit in paise, and who bought it. */
  readonly recent?: { readonly profit: bigint; readonly since: string; readonly dealers: readonly string[] } | undefined
  /** The previous trading day, such as `20 Nov 2026`, if the trade is dated before it. */
  readonly before?: string | undefined
  /** The days of closes among the references, from files that the dealer imported or prices that the dealer accepted. */
  readonly ownCloses?: readonly string[]
  /** What counts towards the limits of the dealer who would book it alone; undefined in the review of a second operator. */
  readonly dealer?: DealerDay | undefined
}

/** Paise by which the trade differs from the last price, whoever gains by it; undefined without a price. */
export function deviationOf({ references, price, quantity }: Pick<PricedTrade, 'references' | 'price' | 'quantity'>) {
  const [last] = references
  return last === undefined ? undefined : moneyOf(price > last ? price - last : last - price, quantity)
}

/** Why a second operator must approve the trade; empty if one is enough. Prices are exact decimals. */
export async function tradeReasons({ config }: PolicyContext, sql: Sql, trade: PricedTrade): Promise<string[]> {
  const { tradePercent: percent, tradeProfit } = config.approvals
  const { clientId, price, references, recent, before, ownCloses = [] } = trade
  const [last] = references
  const isNear = references.some(
    (each) => price * 100n >= each * (100n - percent) && price * 100n <= each * (100n + percent),
  )
  return reasons([
    last === undefined &&
      config.mode === 'live' &&
      'There is no price of this or the previous trading day to compare with',
    last !== undefined &&
      !isNear &&
      `The price is more than ${percent}% away from the last price, ${formatPrice(last)}`,
    before !== undefined && `The trade is dated before the previous trading day, ${before}`,
    recent !== undefined &&
      recent.profit > 0n &&
      above(await profitSince(sql, clientId, recent.since), recent.profit, tradeProfit) &&
      `The profit of this client’s sales of purchases of the last five trading days would exceed ${formatRupees(tradeProfit)}`,
    ownCloses.length > 0 &&
      `The price is compared with the close of ${ownCloses.map(dateText).join(' and ')}, which this dealer imported or accepted`,
    deviationReason({ config }, trade),
    await lossReason({ config }, sql, trade),
  ])
}

/** Rounds of purchases and sales inside the price band cost a client little each, but everything together. */
function deviationReason({ config }: PolicyContext, trade: PricedTrade): string | false {
  const { dealer, action, price, references } = trade
  const { tradeDifference } = config.approvals
  const [last = price] = references
  const deviation = deviationOf(trade) ?? 0n
  if (!dealer || deviation === 0n || !above(dealer.deviation, deviation, tradeDifference)) return false
  const verb = (action === 'BUY') === price > last ? 'loses' : 'gains'
  return `The client ${verb} ${formatRupees(deviation)} against the last price, ${formatPrice(last)}. Gains and losses of clients from this dealer’s trades of today would come to ${formatRupees(dealer.deviation + deviation)}; one dealer may book up to ${formatRupees(tradeDifference)} a day`
}

async function lossReason({ config }: PolicyContext, sql: Sql, trade: PricedTrade): Promise<string | false> {
  const { clientId, dealer, recent } = trade
  const { tradeDifference } = config.approvals
  if (!dealer || !recent || recent.profit >= 0n || !recent.dealers.includes(dealer.operatorId)) return false
  const { operatorId } = dealer
  const loss = (await lossSince(sql, { clientId, operatorId, day: recent.since })) - recent.profit
  if (loss <= tradeDifference) return false
  return `The loss on what this dealer bought for the client in the last five trading days would come to ${formatRupees(loss)}; one dealer may sell at a loss of up to ${formatRupees(tradeDifference)}`
}
