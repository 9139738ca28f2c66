import { decimalOf, formatPrice, formatQuantity, decimalText } from '@sauda/contract/platform/decimal'
import type { Instrument } from '@sauda/contract/trading/market'
import type { SegmentValue } from '@sauda/contract/client/setting'
import type { AppContext } from '../../app/app-context.ts'
import { isSingle } from '../../core/approval/waive.ts'
import { requireSecondOperator } from '../../core/approval/proposal.ts'
import {
  type DealerDay,
  deviationOf,
  lockedDealerDay,
  type PricedTrade,
  tradeReasons,
} from '../../core/approval/trade.policy.ts'
import { type Sql, type Tx } from '../../platform/db.ts'
import { dayInIndia, dateText } from '../../platform/india.ts'
import type { CurrentOperator } from '../../platform/mount.ts'
import type { LastPrice } from './trade.history.ts'
import { type TradeDates, type TradingDays } from './trade.date.ts'
import type { Deal } from './trade.plan.ts'
import { type ClientRow, findBoughtSince, type NewTrade } from './trade.sql.ts'
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
  /** The dealer's reference in a bulk upload, after which the client gets one mail for the whole file. */
  readonly fromFile?: { readonly reference: string }
  /** What counts towards the dealer's limits, of which each trade of a file is part. */
  readonly dealer?: DealerDay | undefined
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
  Pick<PricedTrade, 'action' | 'recent' | 'dealer'> & { readonly stock: string; readonly dates: TradeDates }

/** What counts towards the limits of the dealer, locked until the transaction ends; none if a second operator has approved. */
export const dealerOf = async (context: TradeContext, tx: Tx, by: OperatorRequest): Promise<DealerDay | undefined> =>
  by.requestedBy === undefined ? (by.dealer ?? (await lockedDealerDay(context, tx, by.operator.id))) : undefined

/**
 * Throws requireSecondOperator if this dealer alone may not book the trade and no second operator has approved it. Returns what counts
 * towards the limit of the dealer, and whether its price is yet to be compared with one of its day.
 */
export async function requireAlone(
  context: TradeContext,
  tx: Tx,
  by: OperatorRequest,
  { client, ...trade }: Judged & { readonly client: ClientRow },
): Promise<Alone> {
  const { dealer, action } = trade
  if (!dealer) return { deviation: null, isUnchecked: false }
  const { reasons, deviation, isUnchecked } = await policyOf(context, tx, { ...trade, clientId: client.id })
  const summary = `${action === 'BUY' ? 'Buy' : 'Sell'} ${formatDeal(trade)} for ${client.name}`
  await requireSecondOperator(context, tx, by, { clientId: client.id, summary, reasons })
  return { deviation, isUnchecked }
}

type JudgedSale = Omit<Judged, 'action' | 'recent'> & {
  readonly client: ClientRow
  readonly tradedAt?: string | undefined
  readonly buyId: string
  readonly profit: bigint
}

/** The same for a sale, whose profit or loss counts if the position was bought in the last trading days. */
export async function requireSaleAlone(
  context: TradeContext,
  tx: Tx,
  by: OperatorRequest,
  { buyId, profit, ...sale }: JudgedSale,
): Promise<Alone> {
  const { tradedAt } = sale
  const recent = await recentPurchase(tx, context.days, { tradedAt, buyId, operatorId: by.operator.id })
  return requireAlone(context, tx, by, { ...sale, action: 'SELL', recent: recent && { ...recent, profit } })
}

type Alone = Pick<NewTrade, 'deviation' | 'isUnchecked'>

/** The reasons why one dealer is not enough. What counts towards the limit of the dealer counts for the trades after it. */
export async function policyOf(context: TradeContext, sql: Sql, trade: Judged & { readonly clientId: string }) {
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
  const isUnchecked =
    !isSingle(context) && (!isCompared || quote.at === undefined || dayInIndia(new Date(quote.at)) !== dates.day)
  return { deviation, reasons, isCompared, isUnchecked }
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

/** In which a purchase is recent enough for its profit to count towards the limit of one dealer. */
const recentDays = 5

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

/** The first day on which a purchase is recent for a sale, and the dealers who bought, if the position was bought since. */
export async function recentPurchase(
  sql: Sql,
  days: TradingDays,
  sale: {
    /** Undefined if the position is bought together with the sale. */
    readonly buyId: string | undefined
    readonly tradedAt?: string | undefined
    readonly operatorId: string | undefined
  },
): Promise<{ readonly since: string; readonly dealers: readonly string[] } | undefined> {
  const { buyId, operatorId } = sale
  const day = dayInIndia(sale.tradedAt === undefined ? new Date() : new Date(sale.tradedAt))
  const [since = day] = days.before(day, recentDays)
  if (buyId === undefined) return { since, dealers: operatorId === undefined ? [] : [operatorId] }
  const purchase = await findBoughtSince(sql, buyId, since)
  return purchase && { since, dealers: purchase.dealers }
}
