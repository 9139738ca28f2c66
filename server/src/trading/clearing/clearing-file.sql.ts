import { filesOfFormat } from '../../core/sent-file/sent-file.sql.ts'
import type { Exchange } from '@sauda/contract/trading/market'
import { selectIds, type Tx } from '../../platform/db.ts'
import { sqlDateText, sqlDayText } from '../../platform/india.ts'
import { decimalJson } from '../market/market.sql.ts'
import type { FileSettlement } from './clearing.read.ts'
import { auctionType } from './corporation.sql.ts'

/** What the files of the clearing corporations store. */

type Named = { readonly id: string; readonly type: string; readonly number: string }
type Period = { readonly from: string; readonly to: string; readonly unnamedOn?: string | null }

/**
 * The trade day of each settlement of which the recorded trade files have a trade in this period, or an auction in which a shortage was
 * closed out. Nothing else says what the trade day is. `isNamed`: a trade has the number of the settlement. The number is the one of the
 * exchange that names the clearing corporation; where none of its trades of the day and type is recorded, `unnamedOn` is the day of
 * a file that names the number of the trades of others.
 */
export const tradeDays = (
  tx: Tx,
  exchange: Exchange,
  settlements: readonly Named[],
  { from, to, unnamedOn = null }: Period,
) =>
  tx.rows<{ id: string; day: string; isNamed: boolean }>(
    `select n.id, ${sqlDateText('d.day')} as day, d.rank < 2 as "isNamed"
       from jsonb_to_recordset($2::jsonb) as n (id text, type text, number text)
      cross join lateral (
        select c.day, c.rank from (select *, exchanges_at($1, u.day) as exchanges from (
          select s.traded_on as day, 0 as rank from clearing_settlement s where s.id = n.id
          union all select g::date, 1 from generate_series($3::date, $4::date, '1 day') g
          union all select $5::date, 2 where not exists (
            select from clearing_settlement s where s.exchange = $1 and s.type = n.type and s.traded_on = $5)) u offset 0) c
         where exists (select from exchange_trade t
                        where t.exchange = any (c.exchanges) and t.segment = 'CM' and t.day = c.day and t.settlement_type = n.type
                          and case c.rank when 1 then t.exchange = $1 and t.settlement_number = n.number
                                          when 0 then t.exchange <> $1 or t.settlement_number = n.number
                                          else t.exchange <> $1 end)
           and (c.rank < 2 or not exists (select from exchange_trade t where t.exchange = $1 and t.segment = 'CM' and t.day = c.day and t.settlement_type = n.type))
            or c.rank = 0 and n.type = '${auctionType}' and exists (select from entry e where e.settlement_id = n.id)
         order by c.rank, c.day limit 1) d`,
    [exchange, JSON.stringify(settlements.map(({ id, type, number }) => ({ id, type, number }))), from, to, unnamedOn],
  )

type MasterDay = { readonly id: string; readonly day: string; readonly isCompared: boolean }
export type MovedDay = { readonly id: string; readonly before: string; readonly after: string }

/** Stores the days of a master; those of settlements of which something was released stay. Returns the settlements whose day moved. */
export async function saveDays(tx: Tx, fileId: string, days: readonly MasterDay[]): Promise<MovedDay[]> {
  await tx.run(
    `insert into settlement_day (settlement_id, settles_on, file_id, is_compared)
     select n.id, n.day, $1, n."isCompared" from jsonb_to_recordset($2::jsonb) as n (id text, day date, "isCompared" boolean)
     on conflict (settlement_id) do update set settles_on = excluded.settles_on, file_id = excluded.file_id, is_compared = excluded.is_compared`,
    [fileId, JSON.stringify(days)],
  )
  return tx.rows<MovedDay>(
    `with moved as (select s.id, s.settles_on as before, d.settles_on as after
        from clearing_settlement s join settlement_day d on d.settlement_id = s.id
       where d.file_id = $1 and d.is_compared and d.settles_on <> s.settles_on and d.settles_on >= s.traded_on
         and not exists (select from settlement_release r where r.settlement_id = s.id) for no key update of s)
     update clearing_settlement s set settles_on = m.after from moved m where m.id = s.id
     returning s.id, ${sqlDateText('m.before')} as before, ${sqlDateText('m.after')} as after`,
    [fileId],
  )
}

/** Settlements whose trades came after the master with another day; importing it again compares them. */
export const uncompared = (tx: Tx, ids: readonly string[]) =>
  selectIds(
    tx,
    `select d.settlement_id as id from settlement_day d join clearing_settlement s on s.id = d.settlement_id
      where d.settlement_id = any ($1::text[]) and not d.is_compared and d.settles_on <> s.settles_on`,
    [ids],
  )

/** `net`: of its final obligation. */
export type SettlementDays = { tradedOn: string; isReleased: boolean; net: bigint | null }

export const lockSettlement = (tx: Tx, id: string) =>
  tx.row<SettlementDays>(
    `select ${sqlDateText('s.traded_on')} as "tradedOn",
            exists (select from settlement_release r where r.settlement_id = s.id) as "isReleased",
            (select net from clearing_obligation o where o.settlement_id = s.id) as net
       from clearing_settlement s where s.id = $1 for no key update`,
    [id],
  )

type Obligation = Pick<FileSettlement, 'net' | 'volumes'>

export async function insertObligation(tx: Tx, fileId: string, settlementId: string, { net, volumes }: Obligation) {
  await tx.run('insert into obligation (file_id, settlement_id, net) values ($1, $2, $3)', [fileId, settlementId, net])
  await tx.run(
    `insert into obligation_line (file_id, settlement_id, isin, bought, sold, bought_value, sold_value)
     select $1, $2, n.isin, n.bought, n.sold, n."boughtValue", n."soldValue"
       from jsonb_to_recordset($3::jsonb) as n (isin text, bought numeric, sold numeric, "boughtValue" numeric, "soldValue" numeric)`,
    [fileId, settlementId, decimalJson(volumes)],
  )
}

export const insertDelivered = (tx: Tx, fileId: string, settlementIds: readonly string[]) =>
  tx.run('insert into delivered_settlement (settlement_id, file_id) select s, $1 from unnest($2::text[]) s', [
    fileId,
    settlementIds,
  ])

export const sentClearingFiles = filesOfFormat({
  table: 'clearing_file',
  kind: 'clearing-file.count',
  about: `initcap(f.kind) || ', ' || f.exchange || ', ' || ${sqlDayText('f.day')}`,
  key: ['kind', 'exchange', 'day', 'is_final'],
})
