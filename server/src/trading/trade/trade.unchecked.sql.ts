import { sqlDateText } from '../../platform/india.ts'
import { sqlName } from '../../core/ledger/name.sql.ts'
import type { Sql, Tx } from '../../platform/db.ts'
import { dayRange } from '../closing-price/closing-price.sql.ts'

// Trades that one dealer booked while no price of their day was known. A trade of a contract is confirmed by the exchange's file.

const unchecked = 't.price_unchecked and t.confirmed_by is null and t.reversal_id is null and t.contract_id is null'

/** `difference` in paise: what the client gains or loses by a price outside the lowest and highest price of the day; null where these are not known. */
const compared = `cross join ${dayRange('t.stock', 't.traded_on', 't.booked_by')} r
  cross join lateral (
    select case when r.low is not null then round(greatest(r.low - t.price, t.price - r.high, 0) * t.quantity * 100)::bigint end as difference) d`

export type UncheckedRow = {
  id: string
  client_id: string
  name: string
  dealer: string
  day: string
  /** Rupees; null where the prices of the day are not known. */
  low: string | null
  high: string | null
  difference: bigint | null
}

const columns = `t.id, t.client_id, ${sqlName('trade', 't.number')} as name, o.name as dealer, ${sqlDateText('t.traded_on')} as day,
  trim_scale(r.low)::text as low, trim_scale(r.high)::text as high, d.difference`

/**
 * Trades of these clients whose price needs another operator: those of a dealer's day on which the differences, and with `countsUnknown`
 * the amounts of sales without prices to compare with, exceed `limit`, in paise.
 */
export const uncheckedTrades = (
  sql: Sql,
  { clientIds, limit, countsUnknown }: { clientIds: readonly string[]; limit: bigint; countsUnknown: boolean },
) =>
  sql.rows<UncheckedRow>(
    `with days as (select distinct t.booked_by, t.day from trade t where t.client_id = any ($1::uuid[]) and ${unchecked}),
     counted as (
       select ${columns}, n.counts, sum(n.counts) over (partition by t.booked_by, t.day) as total
         from days join trade t using (booked_by, day) join operator o on o.id = t.booked_by ${compared}
        cross join lateral (select coalesce(d.difference, case when $3 and t.action = 'SELL' then t.amount else 0 end) as counts) n
        where ${unchecked})
     select id, client_id, name, dealer, day, low, high, difference from counted
      where total > $2 and counts > 0 and client_id = any ($1::uuid[]) order by id`,
    [clientIds, limit, countsUnknown],
  )

/** The trade, if its price is unchecked. */
export const findUnchecked = (sql: Sql, id: string) =>
  sql.row<UncheckedRow & { dealer_id: string }>(
    `select ${columns}, t.booked_by as dealer_id from trade t join operator o on o.id = t.booked_by ${compared} where t.id = $1 and ${unchecked}`,
    [id],
  )

/** Returns 0 if the trade is not unchecked any more. */
export const confirmPrice = (tx: Tx, id: string, operatorId: string) =>
  tx.run(`update trade t set confirmed_by = $2, confirmed_at = now() where t.id = $1 and ${unchecked}`, [
    id,
    operatorId,
  ])

/** For the queue: trades outside the lowest and highest price of their day. */
export const tradesOutside = `select t.id, t.client_id, t.amount, t.created_at as since, t.booked_by as first_approval_by, 'trade-price' as type
  from trade t ${compared} where ${unchecked} and d.difference > 0`
