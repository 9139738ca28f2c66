import { decimalText } from '@sauda/contract/platform/decimal'
import { AppError } from '@sauda/contract/platform/error'
import {
  bookedFromFile,
  tradedBeforeAccount,
  tradedInClosedDay,
  tradeErrors,
} from '@sauda/contract/trading/trade-error'
import { requireRow, type Sql } from '../../platform/db.ts'
import { addDays, dateText, dayInIndia } from '../../platform/india.ts'
import { datesOf, isBoughtSince, type NewTrade } from './trade.sql.ts'
import { findBooked } from '../exchange-file/exchange-file.book.sql.ts'
import { checkTradedAt } from './trade.plan.ts'

/** The trading days of the exchanges, from the market feature. */
export type TradingDays = {
  /** Oldest first. */
  readonly before: (day: string, count: number) => string[]
  /** The first day that the calendar knows. */
  readonly first: () => string | undefined
}

/** In which a purchase is recent enough for its profit to count towards the limit of one dealer. */
const recentDays = 5

type Dated = {
  readonly clientId: string
  readonly tradedAt?: string | undefined
  /** When the position of a sale was bought. */
  readonly boughtAt?: Date
  /** Approved by a second operator: it was requested while its day was open. */
  readonly isApproved?: boolean | undefined
}

/** The effect of a trade's date on its booking. */
export type TradeDates = {
  /** For which day the entries count, if not for today. */
  readonly warnings: readonly string[]
  /** Set if the trade is dated before the previous trading day: that day. */
  readonly before?: string
}

/** Throws unless a trade may have this date. */
export async function checkDates(sql: Sql, days: TradingDays, trade: Dated): Promise<TradeDates> {
  const { clientId, tradedAt, boughtAt, isApproved = false } = trade
  checkTradedAt(tradedAt, boughtAt)
  const { opened, closed } = await requireRow(datesOf(sql, clientId))
  const today = dayInIndia(new Date())
  const isClosed = closed !== null && closed >= today
  const warnings = isClosed
    ? [`${dateText(closed)} is closed: the entries of this trade count for ${dateText(addDays(closed, 1))}`]
    : []
  if (tradedAt === undefined) return { warnings }
  const day = dayInIndia(new Date(tradedAt))
  if (day < (days.first() ?? '')) throw new AppError(tradeErrors.beforeCalendar)
  if (day < opened) throw new AppError(tradedBeforeAccount(dateText(opened)))
  if (closed !== null && day <= closed && !isApproved) throw new AppError(tradedInClosedDay(dateText(closed)))
  const [previous = today] = days.before(today, 1)
  return { warnings, ...(day < previous && { before: dateText(previous) }) }
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
