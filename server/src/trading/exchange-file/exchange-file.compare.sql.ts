import type { TradeFileReading } from '@sauda/contract/trading/exchange-file'
import { selectViews, type Tx } from '../../platform/db.ts'
import { isOfPart, type PartOf } from './exchange-file.sql.ts'

const cells = `trade_number, order_ref, side, client_type, client_code, custodian, isin, symbol, series, quantity, price, settlement_type,
  settlement_number, traded_at, ordered_at`
/** What makes a trade another one. */
const content = (t: string) =>
  `row (${t}.client_type, ${t}.client_code, ${t}.custodian, ${t}.isin, ${t}.series, ${t}.quantity, ${t}.price, ${t}.settlement_type, ${t}.settlement_number)`

/** $1 exchange, $2 day, $3 part. */
const compared = `exchange_row r full join
  (select * from exchange_trade e where exchange = $1 and day = $2 and ${isOfPart('e', '$3')}) t using (trade_number, order_ref, side)`
const differs = `(t.id is null or r.line is null or ${content('r')} is distinct from ${content('t')})`

/** None if no file of the day was booked. */
export const compareRows = (tx: Tx, { exchange, day, part }: PartOf) =>
  tx.row<{ trades: number; added: number; removed: number; changed: number }>(
    `select count(t.id)::int as trades, count(*) filter (where t.id is null)::int as added,
            count(*) filter (where r.line is null)::int as removed,
            count(*) filter (where t.id is not null and r.line is not null and ${differs})::int as changed
       from ${compared} having count(t.id) > 0`,
    [exchange, day, part],
  )

export const differentRows = (tx: Tx, { exchange, day, part }: PartOf, most: number) =>
  selectViews<TradeFileReading['differences'][number]>(
    tx,
    `select case when t.id is null then 'added' when r.line is null then 'removed' else 'changed' end as kind,
            coalesce(r.line, t.line) as line, trade_number as "tradeNumber", side, coalesce(r.client_code, t.client_code) as "clientCode",
            t.client_id as "clientId", coalesce(r.isin, t.isin) as isin, coalesce(r.symbol, t.symbol) as symbol,
            coalesce(r.series, t.series) as series, coalesce(r.quantity, t.quantity)::text as quantity,
            trim_scale(coalesce(r.price, t.price))::text as price, '{}'::text[] as exceptions, t.booked_at is not null as booked
       from ${compared} where ${differs}
      order by t.id is null, greatest(coalesce(r.quantity * r.price, 0), coalesce(t.quantity * t.price, 0)) desc, 2 limit $4`,
    [exchange, day, part, most],
  )

/** The day of the file, as it is in the new one. Clients with a difference are booked again. */
export async function applyRows(tx: Tx, { exchange, day, part }: PartOf, fileId: string): Promise<void> {
  const values = [exchange, day, part]
  const of = `exchange = $1 and day = $2`
  await tx.run(
    `with other as (select distinct t.client_id from ${compared} where t.id is not null and ${differs})
     update exchange_trade t set booked_at = null where t.day = $2 and t.client_id in (select client_id from other)`,
    values,
  )
  await tx.run(
    `delete from exchange_trade t where ${of} and ${isOfPart('t', '$3')} and not exists (select from exchange_row r where r.trade_number = t.trade_number
        and r.order_ref = t.order_ref and r.side = t.side)`,
    values,
  )
  await tx.run(
    `insert into exchange_trade as t (exchange, day, file_id, line, ${cells}) select $1, $2, $3, line, ${cells} from exchange_row
     on conflict (exchange, segment, day, trade_number, order_ref, side) do update
        set file_id = $3, line = excluded.line, client_type = excluded.client_type, client_code = excluded.client_code,
            custodian = excluded.custodian, isin = excluded.isin, symbol = excluded.symbol, series = excluded.series,
            quantity = excluded.quantity, price = excluded.price, settlement_type = excluded.settlement_type,
            settlement_number = excluded.settlement_number, traded_at = excluded.traded_at, ordered_at = excluded.ordered_at,
            trade_id = null, client_id = null, booked_at = null
      where ${content('t')} is distinct from ${content('excluded')}`,
    [exchange, day, fileId],
  )
}
