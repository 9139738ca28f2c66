import { decimalOf, formatPrice, formatQuantity, decimalText } from '@sauda/contract/platform/decimal'
import type { Instrument } from '@sauda/contract/trading/market'
import type { SegmentValue } from '@sauda/contract/client/setting'
import type { AppContext } from '../../app/app-context.ts'
import { isSingle } from '../../core/approval/waive.ts'
import { deviationOf, type PricedTrade, tradeReasons } from '../../core/approval/trade.policy.ts'
import type { Sql } from '../../platform/db.ts'
import { dayInIndia, dateText } from '../../platform/india.ts'
import type { CurrentOperator } from '../../platform/mount.ts'
import type { LastPrice } from './trade.history.ts'
import { type TradeDates, type TradingDays } from './trade.date.ts'
import type { Deal } from './trade.plan.ts'
import type { NewTrade } from './trade.sql.ts'
import { AppError } from '@sauda/contract/platform/error'
import { bookedFromFile } from '@sauda/contract/trading/trade-error'
import { closesDecidedBy } from '../closing-price/closing-price.sql.ts'
import { findBooked } from '../exchange-file/exchange-file.book.sql.ts'

/** With what other features provide. */
export type TradeContext = AppContext & {
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
  /** The operator who requested what a second operator has approved. */
  readonly requestedBy?: string | undefined
  /** When it was requested: the time of a trade without a date. ISO 8601. */
  readonly requestedAt?: string | undefined
}

/** `10 RELIANCE at ₹2,500.50`, as in the statement. */
export const formatDeal = ({ quantity, price, stock }: Deal & { readonly stock: string }): string =>
  `${formatQuantity(quantity)} ${stock} at ${formatPrice(price)}`

/** What the approval policy judges. */
type Judged = Deal &
  Pick<PricedTrade, 'action' | 'clientId' | 'recent' | 'dealer'> & {
    readonly stock: string
    readonly dates: TradeDates
  }

/**
 * Why one dealer may not book the trade alone, and what is to be checked; with a dealer also by how much it differs from the last price,
 * which counts for the trades after it, and whether its price is yet to be compared with one of its day.
 */
export async function judge(context: TradeContext, sql: Sql, trade: Judged) {
  const { dates, stock, dealer, ...deal } = trade
  const quote = context.last(stock)
  const references = referencePrices(quote, context.days)
  const ownCloses =
    dealer && quote.state === 'close' && references.length > 0
      ? await closesDecidedBy(sql, { symbol: stock, operatorId: dealer.operatorId, newest: references.length })
      : []
  const priced = { ...deal, dealer, before: dates.before, references, ownCloses }
  const reasons = await tradeReasons(context, sql, priced)
  const deviation = deviationOf(priced) ?? null
  if (dealer) dealer.deviation += deviation ?? 0n
  const isCompared = references.length > 0
  const isOfDay = isCompared && quote.at !== undefined && dayInIndia(new Date(quote.at)) === dates.day
  const hasNone = !isCompared && reasons.length === 0 && !isSingle(context)
  return {
    judged: {
      reasons,
      warnings: [...dates.warnings, ...(hasNone ? ['There is no recent price to compare with'] : [])],
    },
    deviation: dealer ? deviation : null,
    isUnchecked: dealer !== undefined && !isOfDay && !isSingle(context),
  }
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

type Typed = Pick<NewTrade, 'clientId' | 'action' | 'stock' | 'quantity' | 'price'> &
  Partial<Pick<NewTrade, 'exchange' | 'exchangeTradeNumber' | 'tradedAt'>>

/** Throws if the trade is booked already, because an exchange's file had it before it was typed or approved. */
export async function requireNotInFile(sql: Sql, trade: Typed): Promise<void> {
  const day = dayInIndia(trade.tradedAt === undefined ? new Date() : new Date(trade.tradedAt))
  const found = await findBooked(sql, day, {
    client_id: trade.clientId,
    side: trade.action === 'BUY' ? 'B' : 'S',
    stock: trade.stock,
    quantity: decimalText(trade.quantity),
    price: decimalText(trade.price),
    exchange: trade.exchange ?? null,
    number: trade.exchangeTradeNumber ?? null,
  })
  if (found) throw new AppError(bookedFromFile(found.exchange, dateText(day)))
}
