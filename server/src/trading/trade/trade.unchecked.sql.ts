import { marketHours } from '@sauda/contract/trading/market'
import { sqlDeviation } from '../../core/approval/trade.policy.sql.ts'
import { sqlDateText } from '../../platform/india.ts'
import { sqlName } from '../../core/ledger/name.sql.ts'
import type { Sql, Tx } from '../../platform/db.ts'
import { pricesFrom } from '../closing-price/closing-price.sql.ts'

// Trades that one dealer booked while no price of their day was known. A trade of a contract is confirmed by the exchange's file.

const unchecked = 't.price_unchecked and t.confirmed_by is null and t.reversal_id is null and t.contract_id is null'

/**
 * Whoever types a trade after the close knows all prices of the day, so that it is compared with the close. `difference` in paise: what the
 * client gains or loses by a price outside these; null where no prices are known.
 */
const compared = `cross join ${pricesFrom('t.stock', 't.traded_on', 't.booked_by')} r
  cross join lateral (select r.price_day = t.traded_on and t.created_at > (t.traded_on + time '${marketHours.closes}') at time zone 'Asia/Kolkata' as after_close) a
  cross join lateral (select case when a.after_close then r.low_close else r.low end as low,
                             case when a.after_close then r.high_close else r.high end as high) p
  cross join lateral (
    select case when p.low is not null then round(greatest(p.low - t.price, t.price - p.high, 0) * t.quantity * 100)::bigint end as difference,
           exists (select from trade_day d where d.day = t.traded_on and d.booked_at is not null) as is_absent) d`

export type UncheckedRow = {
  id: string
  client_id: string
  name: string
  dealer: string
  /** The day of the trade. */
  day: string
  /** The day of the prices, the lowest and the highest in rupees; null where none are known. */
  price_day: string | null
  low: string | null
  high: string | null
  /** It was booked after the close, so that both are closes. */
  after_close: boolean | null
  difference: bigint | null
  /** The day is booked from the exchanges' files, which do not have the trade. */
  is_absent: boolean
}

const columns = `t.id, t.client_id, ${sqlName('trade', 't.number')} as name, o.name as dealer, ${sqlDateText('t.traded_on')} as day,
  ${sqlDateText('r.price_day')} as price_day, trim_scale(p.low)::text as low, trim_scale(p.high)::text as high, a.after_close, d.difference, d.is_absent`

/** `limit`: in paise. `countsUnknown`: a sale without prices to compare with counts with its amount. */
export type UncheckedLimits = { readonly limit: bigint; readonly countsUnknown: boolean }

/**
 * In SQL: the trades whose price another operator must confirm, of the days of dealers on which a trade `t` fulfils `condition`. They are
 * those of a dealer's day on which the differences, with those from the last price of the dealer's other trades, exceed the limit. The amount
 * counts of a trade that the exchanges' files do not have.
 */
const toConfirm = ({ limit, countsUnknown }: UncheckedLimits, condition: string) => `(
  with days as materialized (
    select t.booked_by, t.day, ${sqlDeviation('t.booked_by', 't.day', 'not e.price_unchecked')} as checked
      from trade t where ${condition} and ${unchecked} group by 1, 2),
  counted as (
    select ${columns}, t.amount, t.created_at, t.booked_by, n.counts,
           days.checked + sum(n.counts) over (partition by t.booked_by, t.day) as total
      from days join trade t using (booked_by, day) join operator o on o.id = t.booked_by ${compared}
     cross join lateral (select case when d.is_absent then t.amount
         else coalesce(d.difference, case when ${countsUnknown} and t.action = 'SELL' then t.amount else 0 end) end as counts) n
     where ${unchecked})
  select * from counted where total > ${limit} and counts > 0)`

export const uncheckedTrades = (sql: Sql, limits: UncheckedLimits, clientIds: readonly string[]) =>
  sql.rows<UncheckedRow>(
    `select * from ${toConfirm(limits, 't.client_id = any ($1::uuid[])')} u where u.client_id = any ($1::uuid[]) order by u.id`,
    [clientIds],
  )

/** For the queue. */
export const tradesToConfirm = (limits: UncheckedLimits) =>
  `select u.id, u.client_id, u.amount, u.created_at as since, u.booked_by as first_approval_by, 'trade-price' as type from ${toConfirm(limits, 'true')} u`

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
