import { type Exchange, settlementIdOf } from '@sauda/contract/trading/market'
import { settlement } from '../../core/ledger/clearing.ts'
import type { Sql, Tx } from '../../platform/db.ts'
import { nextSettlementDay, type TradingCalendar } from '../market/trading-day.ts'
import { meaningsOf } from '../exchange-file/exchange-file.book.sql.ts'
import { dayInMaster, daysNotPaidOut, settlementsAround } from './clearing.sql.ts'

type Trades = {
  readonly exchange: Exchange
  /** SttlmTp of the trade file. */
  readonly type: string
  /** The day of the trades, in India. */
  readonly day: string
  /** SctiesSttlmTxId, by which the settlement master is looked up. */
  readonly number?: string
}

/** By the trading calendar: the next trading day that is not a settlement holiday; for T+0 the same day. */
export async function calendarDay(
  sql: Sql,
  { exchange, type, day }: Omit<Trades, 'number'>,
  calendar?: TradingCalendar,
): Promise<string> {
  const meaning = (await meaningsOf(sql, exchange, 'SttlmTp')).get(type)
  return meaning === 'today' ? day : nextSettlementDay(day, calendar)
}

/** The day of the pay-out of a day's trades: that of the settlement master, else by the trading calendar. */
export async function settlementDay(
  sql: Sql,
  { exchange, type, day, number }: Trades,
  calendar?: TradingCalendar,
): Promise<string> {
  const master = number === undefined ? undefined : await dayInMaster(sql, settlementIdOf({ exchange, type, number }))
  return master && master.day >= day ? master.day : calendarDay(sql, { exchange, type, day }, calendar)
}

/** The settlements whose pay-out moves with a change of the calendar on this day. The master of a clearing corporation still counts. */
export async function movedSettlements(tx: Tx, changedDay: string, calendar: TradingCalendar) {
  const around = await settlementsAround(tx, changedDay)
  const moved = []
  for (const { settlesOn: before, ...each } of around) {
    const settlesOn = await settlementDay(tx, { ...each, day: each.tradedOn }, calendar)
    if (settlesOn !== before) moved.push({ ...each, before, settlesOn })
  }
  return moved
}

export async function moveSettlements(tx: Tx, changedDay: string, calendar: TradingCalendar): Promise<void> {
  for (const { before: _, ...each } of await movedSettlements(tx, changedDay, calendar)) await settlement(tx, each)
}

/** Whether shares acquired on a day were in the client's demat account before `day`, so that they could be delivered at once. */
export async function creditedBefore(sql: Sql, day: string): Promise<(acquiredOn: string) => boolean> {
  const later = new Set(await daysNotPaidOut(sql, day))
  return (acquiredOn) => !later.has(acquiredOn) && nextSettlementDay(acquiredOn) < day
}
