import type { ClearingChoice } from '@sauda/contract/trading/corporation'
import type { Exchange } from '@sauda/contract/trading/market'
import { sqlName } from '../../core/ledger/name.sql.ts'
import { selectValue, type Sql, type Tx } from '../../platform/db.ts'
import { sqlDateText } from '../../platform/india.ts'

/** SttlmTp of the settlement in which close-outs and auctions are paid. */
export const auctionType = 'A'

/** The clearing corporation of each exchange by day, and which trades are in a settlement. */

/**
 * In SQL: the trades `t` of the trade files in the settlement `s`. Those of another exchange that clears at the same clearing
 * corporation have a number of their own there, so that day and type say which settlement they are in.
 */
export const tradesOf = (s: string, t = 't') =>
  `${t}.exchange = any (${s}.exchanges) and ${t}.segment = 'CM' and ${t}.day = ${s}.traded_on
   and ${t}.settlement_type = ${s}.type and (${t}.settlement_number = ${s}.number or ${t}.exchange <> ${s}.exchange)`

const choice = `select ${sqlDateText('from_day')} as "from", nse as "NSE", bse as "BSE" from clearing_corporation`

/** The newest first. */
export const selectChoices = (sql: Sql) => sql.rows<ClearingChoice>(`${choice} order by from_day desc`)

export const findChoice = (sql: Sql, day: string) =>
  sql.row<ClearingChoice>(`${choice} where from_day <= $1 order by from_day desc limit 1`, [day])

export const upsertChoice = (tx: Tx, { from, NSE, BSE }: ClearingChoice) =>
  tx.run(
    `insert into clearing_corporation (from_day, nse, bse) values ($1, $2, $3)
     on conflict (from_day) do update set nse = excluded.nse, bse = excluded.bse`,
    [from, NSE, BSE],
  )

/** Clients with trades that are recorded and not booked, of this day or later. */
export const tradersFrom = (sql: Sql, day: string) =>
  sql.rows<{ clientId: string; clientName: string; saudaId: string }>(
    `select distinct c.id as "clientId", c.name as "clientName", ${sqlName('client', 'c.number')} as "saudaId"
       from exchange_trade t join client c on c.id = t.client_id
      where t.day >= $1 and t.booked_at is null and t.trade_id is null order by c.id`,
    [day],
  )

/** The last trade day that is booked, is being booked or has a settlement. */
export const lastSettled = (sql: Sql) =>
  selectValue<string | null>(
    sql,
    `select ${sqlDateText(`greatest((select max(day) from trade_day),
            (select max(traded_on) from clearing_settlement where type <> '${auctionType}'))`)}`,
  )

/** Which exchange names the clearing corporation of an exchange on a day. */
export const clearsAt = (sql: Sql, exchange: Exchange, day: string) =>
  selectValue<Exchange>(sql, 'select clears_at($1, $2)', [exchange, day])

type DaySettlement = { id: string; exchange: Exchange; type: string }

export const settlementsOn = (sql: Sql, day: string) =>
  sql.rows<DaySettlement>('select id, exchange, type from clearing_settlement where traded_on = $1', [day])
