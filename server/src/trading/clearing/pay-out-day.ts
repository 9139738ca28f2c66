import { type Exchange, settlementIdOf } from '@sauda/contract/trading/market'
import { settlement } from '../../core/ledger/clearing.ts'
import type { Sql, Tx } from '../../platform/db.ts'
import { nextSettlementDay } from '../market/trading-day.ts'
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

/**
 * The day of the pay-out of a day's trades: that of the settlement master, else the next trading day that is not a settlement
 * holiday; for T+0 the same day.
 */
export async function settlementDay(sql: Sql, { exchange, type, day, number }: Trades): Promise<string> {
  const master = number === undefined ? undefined : await dayInMaster(sql, settlementIdOf({ exchange, type, number }))
  if (master && master.day >= day) return master.day
  const meaning = (await meaningsOf(sql, exchange, 'SttlmTp')).get(type)
  return meaning === 'today' ? day : nextSettlementDay(day)
}

/** After a change of the calendar. The master of a clearing corporation still counts. */
export async function moveSettlements(tx: Tx, changedDay: string): Promise<void> {
  for (const { settlesOn, ...each } of await settlementsAround(tx, changedDay)) {
    const day = await settlementDay(tx, { ...each, day: each.tradedOn })
    if (day !== settlesOn) await settlement(tx, { ...each, settlesOn: day })
  }
}

/** Whether shares acquired on a day were in the client's demat account before `day`, so that they could be delivered at once. */
export async function creditedBefore(sql: Sql, day: string): Promise<(acquiredOn: string) => boolean> {
  const later = new Set(await daysNotPaidOut(sql, day))
  return (acquiredOn) => !later.has(acquiredOn) && nextSettlementDay(acquiredOn) < day
}
