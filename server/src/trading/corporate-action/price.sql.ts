import type { Sql, Tx } from '../../platform/db.ts'
import { sqlDateText } from '../../platform/india.ts'

/** In SQL: shares with an action that changed their number. */
const changed = `(select stock from corporate_action where reversed_at is null and kind in ('split', 'consolidation', 'bonus'))`

/** In SQL: a price of a day as it compares with those of today, after the splits, consolidations and bonuses since. */
export const sqlAdjusted = (price: string, stock: string, day: string): string =>
  `case when ${stock} in ${changed} then round(${price} * price_factor(${stock}, ${day}), 4) else ${price} end`

/** In SQL: what a price of an earlier day is multiplied by to compare with those of a later one; 1 for most shares. */
export const sqlFactorBetween = (stock: string, earlier: string, later: string): string =>
  `case when ${stock} in ${changed} then price_factor(${stock}, ${earlier}) / price_factor(${stock}, ${later}) else 1 end`

export type CloseRow = { exchange: string; day: string; close: string }

/** The last close before the ex-date and the first one from it on; of NSE where both exchanges have one. */
export const closesAround = (sql: Sql, of: { isin: string; newIsin: string; exDate: string }) =>
  sql.rows<CloseRow & { is_before: boolean }>(
    `select exchange, day, close, is_before from (
       (select exchange, ${sqlDateText('p.day')} as day, trim_scale(p.close)::text as close, true as is_before from closing_price p
         where p.isin = $1 and p.day < $3 order by p.day desc, p.exchange desc limit 1)
       union all
       (select exchange, ${sqlDateText('p.day')}, trim_scale(p.close)::text, false from closing_price p
         where p.isin = $2 and p.day >= $3 order by p.day, p.exchange desc limit 1)) c`,
    [of.isin, of.newIsin, of.exDate],
  )

/** The open price alerts of a share, for as many times as many shares as before. */
export const adjustAlerts = (
  tx: Tx,
  stock: string,
  { before, after }: { readonly before: string; readonly after: string },
) =>
  tx.run(
    `update price_alert set price = greatest(round(price * $2::numeric / $3::numeric, 2), 0.01) where symbol = $1 and fired_at is null`,
    [stock, before, after],
  )
