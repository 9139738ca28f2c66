import { decimalOf, formatPrice, formatQuantity, decimalText } from '@sauda/contract/platform/decimal'
import type { Instrument } from '@sauda/contract/trading/market'
import type { SegmentValue } from '@sauda/contract/client/setting'
import type { TradeAction } from '@sauda/contract/trading/trade'
import type { AppContext } from '../../app-context.ts'
import { tradeReasons } from '../../core/approval/approval.policy.ts'
import { requireSecondOperator } from '../../core/approval/proposal.ts'
import { type Sql, type Tx } from '../../platform/db.ts'
import { dayInIndia, dateText } from '../../platform/india.ts'
import type { CurrentOperator } from '../../platform/mount.ts'
import type { LastPrice } from './trade.history.ts'
import { type TradeDates, type TradingDays } from './trade.date.ts'
import type { Deal } from './trade.plan.ts'
import { type ClientRow, isBoughtSince, type NewTrade } from './trade.sql.ts'
import { AppError } from '@sauda/contract/platform/error'
import { bookedFromFile } from '@sauda/contract/trading/trade-error'
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
  /** A second operator has approved it. */
  readonly isApproved?: boolean
  /** When it was requested: the time of a trade without a date. ISO 8601. */
  readonly requestedAt?: string | undefined
}

/** `10 RELIANCE at ₹2,500.50`, as in the statement. */
export const formatDeal = ({ quantity, price, stock }: Deal & { readonly stock: string }): string =>
  `${formatQuantity(quantity)} ${stock} at ${formatPrice(price)}`

/** What the approval policy judges; `recent`: of a sale of what was bought since. */
type Judged = Deal & {
  readonly stock: string
  readonly dates: TradeDates
  readonly recent?: { readonly profit: bigint; readonly since: string } | undefined
}

/** Throws requireSecondOperator if this dealer alone may not book the trade and no second operator has approved it. */
export async function requireAlone(
  context: TradeContext,
  tx: Tx,
  by: OperatorRequest,
  { client, action, ...trade }: Judged & { readonly action: TradeAction; readonly client: ClientRow },
): Promise<void> {
  if (by.isApproved) return
  const { reasons } = await policyOf(context, tx, { ...trade, clientId: client.id })
  const summary = `${action === 'BUY' ? 'Buy' : 'Sell'} ${formatDeal(trade)} for ${client.name}`
  await requireSecondOperator(context, tx, by, { clientId: client.id, summary, reasons })
}

/** The reasons why one dealer is not enough, and the prices that the trade was compared with. */
export async function policyOf(context: TradeContext, sql: Sql, trade: Judged & { readonly clientId: string }) {
  const { dates, ...deal } = trade
  const references = referencePrices(context.last(trade.stock), context.days)
  return { references, reasons: await tradeReasons(context, sql, { ...deal, before: dates.before, references }) }
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

/** The first day on which a purchase is recent for a sale, if the position was bought since. */
export async function recentSince(
  sql: Sql,
  days: TradingDays,
  /** Without `buyId` the position is bought together with the sale. */
  sale: { readonly buyId: string | undefined; readonly tradedAt?: string | undefined },
): Promise<string | undefined> {
  const day = dayInIndia(sale.tradedAt === undefined ? new Date() : new Date(sale.tradedAt))
  const [since = day] = days.before(day, recentDays)
  return sale.buyId === undefined || (await isBoughtSince(sql, sale.buyId, since)) ? since : undefined
}
