import { filesOfFormat } from '../../core/sent-file/sent-file.sql.ts'
import type { SttClass } from '@sauda/contract/trading/charge-rate'
import type { Exchange } from '@sauda/contract/trading/market'
import type { SttEntry, SttListReading } from '@sauda/contract/trading/stt-class'
import { listsOf, selectViews, type Sql, type Tx } from '../../platform/db.ts'
import { sqlDateText, sqlDayText, sqlToday } from '../../platform/india.ts'
import { countedFiles } from '../market/market.sql.ts'

const entryOn = (isin: string, day: string) =>
  `(select e.stt from security_stt e where e.isin = ${isin} and e.from_day <= ${day} order by e.from_day desc limit 1)`
const ofSeries = (exchange: string, series: string) =>
  `(select c.meaning from exchange_code c where c.exchange = ${exchange} and c.column_name = 'SttSrs' and c.code = ${series})`

/** In SQL: how STT is charged on a trade, by the entry of its security for the day, else by its series. */
export const sttOf = (isin: string, trade: string): string =>
  `coalesce(${entryOn(isin, `${trade}.day`)}, ${ofSeries(`${trade}.exchange`, `${trade}.series`)}, 'share')`

/** In SQL: whether the security is a unit of a fund, by its entry or by the lists of ETFs. */
export const isFund = (isin: string, day: string): string =>
  `(coalesce(${entryOn(isin, day)} = 'fund', false) or exists (select from security f where f.isin = ${isin} and f.is_etf))`

/** In SQL: how STT would be charged without an entry, by the newest series of the security. */
const bySeries = (isin: string) => `coalesce(
  (select ${ofSeries('v.exchange', 'v.series')} from security v where v.isin = ${isin} order by v.from_day desc, v.exchange desc limit 1), 'share')`

export type NewClass = { readonly isin: string; readonly stt: SttClass }
export type ChangedClass = NewClass & {
  readonly symbol: string | null
  readonly before: SttClass
  /** Clients who hold it. */
  readonly holders: number
}

/** Those of the classes that differ from what is charged on the day, by ISIN. */
export const differing = (sql: Sql, classes: readonly NewClass[], day: string) =>
  sql.rows<ChangedClass>(
    `select n.isin, n.stt, coalesce(${entryOn('n.isin', '$3')}, ${bySeries('n.isin')}) as before,
            (select v.symbol from security v where v.isin = n.isin order by v.from_day desc, v.exchange desc limit 1) as symbol,
            (select count(distinct l.client_id)::int from lot l where l.isin = n.isin and l.open_quantity > 0) as holders
       from unnest($1::text[], $2::text[]) as n (isin, stt)
      where n.stt <> coalesce(${entryOn('n.isin', '$3')}, ${bySeries('n.isin')}) order by n.isin`,
    [...listsOf(classes, 'isin', 'stt'), day],
  )

type Source = { readonly from: string; readonly listId: string | null; readonly operatorId: string }

export const saveClasses = (tx: Tx, classes: readonly NewClass[], { from, listId, operatorId }: Source) =>
  tx.run(
    `insert into security_stt (isin, from_day, stt, list_id, set_by)
     select isin, $3, stt, $4, $5 from unnest($1::text[], $2::text[]) as n (isin, stt)
     on conflict (isin, from_day) do update
        set stt = excluded.stt, list_id = excluded.list_id, set_by = excluded.set_by, set_at = now()`,
    [...listsOf(classes, 'isin', 'stt'), from, listId, operatorId],
  )

/** Clients with trades of these securities that are recorded and not booked, by day. */
export const unbookedTraders = (sql: Sql, isins: readonly string[], from: string) =>
  sql.rows<{ day: string; clientIds: string[] }>(
    `select ${sqlDateText('t.day')} as day, array_agg(distinct t.client_id::text) as "clientIds" from exchange_trade t
      where t.booked_at is null and t.client_id is not null and t.day >= $2 and (t.security_isin = any ($1) or t.isin = any ($1))
      group by t.day order by t.day`,
    [isins, from],
  )

/** ISINs by symbol at an exchange. */
export const isinsOf = async (sql: Sql, exchange: Exchange, symbols: readonly string[], day: string) =>
  new Map(
    (
      await sql.rows<{ symbol: string; isin: string }>(
        `select distinct on (s.symbol) s.symbol, s.isin from security s
          where s.exchange = $1 and s.symbol = any ($2) and s.from_day <= $3 order by s.symbol, s.from_day desc`,
        [exchange, symbols, day],
      )
    ).map(({ symbol, isin }) => [symbol, isin]),
  )

type ListOf = Pick<SttListReading, 'exchange' | 'kind'>

export const newestList = (sql: Sql, { exchange, kind }: ListOf) =>
  sql.row<{ day: string; rows: number }>(
    `select ${sqlDateText('day')} as day, rows from stt_list where exchange = $1 and kind = $2
      order by stt_list.day desc, imported_at desc limit 1`,
    [exchange, kind],
  )

/** Securities that are exempt on a day because a list of this kind says so, and are not among these. */
export const absentFrom = (sql: Sql, { exchange, kind }: ListOf, isins: readonly string[], day: string) =>
  sql.rows<{ isin: string }>(
    `select isin from (select distinct on (e.isin) e.isin, e.stt, e.list_id from security_stt e where e.from_day <= $4
        order by e.isin, e.from_day desc) c
       join stt_list l on l.id = c.list_id
      where c.stt = 'exempt' and l.exchange = $1 and l.kind = $2 and c.isin <> all ($3::text[]) order by isin`,
    [exchange, kind, isins, day],
  )

export const selectEntries = (sql: Sql, most: number) =>
  selectViews<SttEntry>(
    sql,
    `select e.isin, e.stt, ${sqlDateText('e.from_day')} as from,
            ${sqlDateText('lead(e.from_day) over (partition by e.isin order by e.from_day) - 1')} as until,
            (select v.symbol from security v where v.isin = e.isin order by v.from_day desc, v.exchange desc limit 1) as symbol,
            o.name as "setBy", l.name as list
       from security_stt e left join operator o on o.id = e.set_by left join stt_list l on l.id = e.list_id
      order by e.set_at desc, e.isin, e.from_day desc limit $1`,
    [most],
  )

/** ETFs that name their underlying and are not exempt on the day, each with how it is charged. */
const etfsCharged = (sql: Sql) =>
  sql.rows<{ isin: string; symbol: string; underlying: string; stt: SttClass }>(
    `select isin, symbol, underlying, stt from (
       select distinct on (s.isin) s.isin, s.symbol, s.underlying, coalesce(${entryOn('s.isin', sqlToday)}, ${bySeries('s.isin')}) as stt
         from security s where s.is_etf and s.underlying is not null order by s.isin, s.from_day desc) e
      where stt <> 'exempt' order by symbol`,
  )

/**
 * Underlyings of ETFs that are not equity-oriented funds: metals, money market, debt and shares of other countries. NSE writes them with and
 * without spaces. Two administrators decide on each, so that a wrong match charges nobody.
 */
const notEquity =
  /gold|silver|liquid|1\s*d\s*rate|overnight|money\s*market|g-?\s*sec|gilt|bond|sdl|t-?\s*bill|treasury|debt|crisil-?\s*ibx|nasdaq|hang\s*seng|fang|s&p\s*500|msci/i

/** ETFs of the exchange's list on which STT is charged today although their underlying is no Indian share. */
export const taxedEtfs = async (sql: Sql) =>
  (await etfsCharged(sql)).filter(({ underlying }) => notEquity.test(underlying))

/** ETFs in the lists of the exchanges that are charged by their series, because they have no entry. */
export const unsetEtfs = (sql: Sql, most: number) =>
  sql.rows<{ isin: string; symbol: string }>(
    `select isin, min(symbol) as symbol from security s
      where is_etf and not exists (select from security_stt e where e.isin = s.isin) group by isin order by isin limit $1`,
    [most],
  )

export const newestLists = (sql: Sql, most: number) =>
  selectViews<SttListReading & { _id: string; importedBy: string; approvedBy?: string; importedAt: string }>(
    sql,
    `${countedFiles('stt_list', 'f.kind, f.rows')} order by f.day desc, f.imported_at desc limit $1`,
    [most],
  )

export const sentSttLists = filesOfFormat({
  table: 'stt_list',
  kind: 'stt-list.count',
  about: `f.exchange || ', ' || ${sqlDayText('f.day')}`,
  key: ['exchange', 'kind', 'day'],
})
