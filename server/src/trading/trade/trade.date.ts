import { AppError } from '@sauda/contract/platform/error'
import { tradedBeforeAccount, tradedInClosedDay, tradeErrors } from '@sauda/contract/trading/trade-error'
import { type Sql, requireRow } from '../../platform/db.ts'
import { addDays, dateText, dayInIndia } from '../../platform/india.ts'
import { requireNoActionAfter } from '../corporate-action/guard.ts'
import { datesOf } from './trade.sql.ts'

/** The trading days of the exchanges, from the market feature. */
export type TradingDays = {
  /** Oldest first. */
  readonly before: (day: string, count: number) => string[]
  /** The first day that the calendar knows. */
  readonly first: () => string | undefined
}

type Dated = {
  readonly clientId: string
  /** The instrument, by any of its names. */
  readonly stockName: string
  readonly tradedAt?: string | undefined
  /** When the position of a sale was bought. */
  readonly boughtAt?: Date
  /** Approved by a second operator: it was requested while its day was open. */
  readonly isApproved?: boolean | undefined
}

/** The effect of a trade's date on its booking. */
export type TradeDates = {
  /** The day of the trade. */
  readonly day: string
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
  if (tradedAt === undefined) return { day: today, warnings }
  const day = dayInIndia(new Date(tradedAt))
  if (day < (days.first() ?? '')) throw new AppError(tradeErrors.beforeCalendar)
  if (day < opened) throw new AppError(tradedBeforeAccount(dateText(opened)))
  if (closed !== null && day <= closed && !isApproved) throw new AppError(tradedInClosedDay(dateText(closed)))
  if (day < today) await requireNoActionAfter(sql, [trade.stockName], day)
  const [previous = today] = days.before(today, 1)
  return { day, warnings, ...(day < previous && { before: dateText(previous) }) }
}

/** `boughtAt`: of the position of a sale. Within a day a sale may come before its purchase, as in a short sale. */
function checkTradedAt(tradedAt: string | undefined, boughtAt?: Date): void {
  const at = tradedAt === undefined ? new Date() : new Date(tradedAt)
  if (at.getTime() > Date.now()) throw new AppError(tradeErrors.tradedInFuture)
  if (boughtAt && dayInIndia(at) < dayInIndia(boughtAt)) throw new AppError(tradeErrors.soldBeforeBought)
}
