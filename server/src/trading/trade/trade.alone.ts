import { decimalOf, formatPrice, formatQuantity } from '@sauda/contract/platform/decimal'
import type { Instrument } from '@sauda/contract/trading/market'
import type { SegmentValue } from '@sauda/contract/client/setting'
import type { TradeAction } from '@sauda/contract/trading/trade'
import type { AppContext } from '../../app-context.ts'
import { tradeReasons } from '../../core/approval/approval.policy.ts'
import { requireSecondOperator } from '../../core/approval/proposal.ts'
import type { Sql, Tx } from '../../platform/db.ts'
import { dayInIndia } from '../../platform/india.ts'
import type { CurrentOperator } from '../../platform/mount.ts'
import type { TradeDates, TradingDays } from './trade.date.ts'
import type { LastPrice } from './trade.history.ts'
import type { Deal } from './trade.plan.ts'
import type { ClientRow } from './trade.sql.ts'

/** Provided by other features. */
export type TradeDependencies = {
  /** By symbol, name or alias. */
  readonly instrument: (sql: Sql, stockName: string) => Promise<Instrument | undefined>
  readonly last: LastPrice
  /** Unpaid loan principal, in paise. */
  readonly owed: (sql: Sql, clientId: string) => Promise<bigint>
  readonly segments: (sql: Sql, clientId: string) => Promise<SegmentValue>
  readonly days: TradingDays
  /** Whether currency pairs may be bought. */
  readonly buysPairs: boolean
}

export type OperatorRequest = {
  readonly operator: Pick<CurrentOperator, 'id' | 'name'>
  readonly ip: string
  /** The dealer's reference in a bulk upload, after which the client gets one mail for the whole file. */
  readonly fromFile?: { readonly reference: string }
  /** A second operator has approved it. */
  readonly isApproved?: boolean
  /** When it was requested: the time of a trade without a date. ISO 8601. */
  readonly requestedAt?: string | undefined
}

/** `10 RELIANCE at ₹2,500.50`, as in the statement. */
export const formatDeal = ({ quantity, price, stock }: Deal & { readonly stock: string }): string =>
  `${formatQuantity(quantity)} ${stock} at ${formatPrice(price)}`

type Alone = Deal & {
  readonly action: TradeAction
  readonly client: ClientRow
  readonly stock: string
  readonly dates: TradeDates
  readonly recent?: { readonly profit: bigint; readonly since: string } | undefined
}

/** Throws requireSecondOperator if this dealer alone may not book the trade and no second operator has approved it. */
export async function requireAlone(
  context: AppContext,
  { last, days }: Pick<TradeDependencies, 'last' | 'days'>,
  tx: Tx,
  by: OperatorRequest,
  { client, dates, ...trade }: Alone,
): Promise<void> {
  if (by.isApproved) return
  const references = referencePrices(last(trade.stock), days)
  const reasons = await tradeReasons(context, tx, {
    ...trade,
    before: dates.before,
    clientId: client.id,
    references,
  })
  const summary = `${trade.action === 'BUY' ? 'Buy' : 'Sell'} ${formatDeal(trade)} for ${client.name}`
  await requireSecondOperator(context, tx, by, { clientId: client.id, summary, reasons })
}

/** A price from before the longest weekend is not comparable with today's. */
const oldestPriceDays = 5

/** The last price and the close of the current or previous trading day, as far as known. */
export function referencePrices(
  { price, at, previousClose, state }: ReturnType<LastPrice>,
  { before }: Pick<TradingDays, 'before'>,
): bigint[] {
  if (at === undefined) return []
  const today = dayInIndia(new Date())
  const of = (...prices: (string | undefined)[]) => prices.flatMap((text) => decimalOf(text ?? '') ?? [])
  if (state !== 'close')
    return Date.now() - Date.parse(at) < oldestPriceDays * 86_400_000 ? of(price, previousClose) : []
  const day = dayInIndia(new Date(at))
  if (day === today) return of(price, previousClose)
  return day === before(today, 1)[0] ? of(price) : []
}
