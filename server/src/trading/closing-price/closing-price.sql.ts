import type { Reply } from '@sauda/contract/platform/call'
import type { closingPriceCalls } from '@sauda/contract/trading/closing-price'
import { type Exchange, marketLabels } from '@sauda/contract/trading/market'
import { selectColumn, selectIds, selectViews, listsOf, requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { sqlName } from '../../core/ledger/name.sql.ts'
import { sqlDateText, sqlToday } from '../../platform/india.ts'
import { countedFiles } from '../market/market.sql.ts'
import { sqlAdjusted, sqlFactorBetween } from '../corporate-action/price.sql.ts'
import type { FilePrice } from './closing-price.read.ts'

const usable = `(not is_held or accepted)`

/** ISINs of instruments in which clients hold open positions. */
const isinsHeld = `select isin_on(i.isin, ${sqlToday}) as isin from instrument i where i.isin <> ''
  and exists (select from lot l where l.stock = i.symbol and l.open_quantity > 0)`

type FileOf = { readonly exchange: Exchange; readonly day: string }

export type StoredFiles = {
  /** A file of the exchange, of any day. */
  readonly hasAny: boolean
  readonly newestBefore: { readonly day: string; readonly rows: number } | null
  readonly isReplaced: boolean
}

/** The files of the exchange that count already. */
export const storedFiles = (sql: Sql, { exchange, day }: FileOf) =>
  requireRow(
    sql.row<StoredFiles>(
      `select exists (select from price_file where exchange = $1) as "hasAny",
              exists (select from price_file where exchange = $1 and day = $2) as "isReplaced",
              (select jsonb_build_object('day', ${sqlDateText('f.day')}, 'rows', f.rows) from price_file f
                where f.exchange = $1 and f.day < $2 order by f.day desc, f.imported_at desc limit 1) as "newestBefore"`,
      [exchange, day],
    ),
  )

export type Known = {
  isin: string
  /** As it compares with prices of the day, after the corporate actions since. */
  close: string | null
  /** As it was. */
  ownClose: string | null
  day: string | null
  /** The symbol's ISIN until now, if it is another one. */
  other: string | null
  held: boolean
  /** Whether an instrument has it, so that clients may hold it and trades are compared with its price. */
  isOffered: boolean
  /** The newest close that another operator than this one imported, approved or accepted; the oldest one where there is none. */
  seenClose: string | null
  seenDay: string | null
  /** The close of the next later day that has one. */
  afterClose: string | null
  afterDay: string | null
}

const offered = `select isin_on(isin, ${sqlToday}) as isin, symbol from instrument where isin <> ''
  union select isin, symbol from instrument`

/** What is known of each security on other days, and of those that are instruments on the other exchange. */
export const knownAround = (
  sql: Sql,
  { exchange, day, operatorId }: FileOf & { readonly operatorId: string },
  securities: readonly { readonly isin: string; readonly symbol: string }[],
) =>
  sql.rows<Known>(
    `with held as materialized (${isinsHeld}), offered as materialized (${offered}),
     given as (select n.isin, n.symbol, exists (select from offered i where i.isin = n.isin)
                       or exists (select from offered i where i.isin = '' and i.symbol = n.symbol) as is_offered
                 from unnest($1::text[], $2::text[]) as n (isin, symbol)),
     shares as materialized (select i.symbol, isin_on(nullif(i.isin, ''), $4) as isin from instrument i where i.symbol in (select stock from corporate_action where reversed_at is null))
     select n.isin, trim_scale(round(b.close * coalesce(${sqlFactorBetween('h.symbol', 'b.day', '$4')}, 1), 4))::text as close, trim_scale(b.close)::text as "ownClose", ${sqlDateText('b.day')} as day, o.isin as other,
            exists (select from held h where h.isin = n.isin) as held, n.is_offered as "isOffered",
            trim_scale(a.close)::text as "afterClose", ${sqlDateText('a.day')} as "afterDay",
            trim_scale(round(s.close * coalesce(${sqlFactorBetween('h.symbol', 's.day', '$4')}, 1), 4))::text as "seenClose", ${sqlDateText('s.day')} as "seenDay"
       from given n left join shares h on h.isin = n.isin or h.isin is null and h.symbol = n.symbol
       left join lateral (select close, day from closing_price p
              where p.isin = n.isin and p.exchange = $3 and p.day < $4 and ${usable} order by p.day desc limit 1) b on true
       left join lateral (select close, day from closing_price p
              where p.isin = n.isin and p.exchange = $3 and p.day > $4 and ${usable} order by p.day limit 1) a on true
       left join lateral (select p.isin from closing_price p
              where p.symbol = n.symbol and p.exchange = $3 and p.day < $4 and ${usable}
              order by p.day desc limit 1) o on o.isin <> n.isin and isin_on(o.isin, $4) <> n.isin
       left join lateral (
         select e.close, e.day
           from (select p.close, p.day, p.exchange,
                        f.imported_by <> $5 or f.approved_by is not null or p.decided_by is not null as is_seen
                   from closing_price p join price_file f on f.id = p.file_id
                  where n.is_offered and p.isin = n.isin and (p.day < $4 or p.day = $4 and p.exchange <> $3) and ${usable}) e
          order by is_seen desc, case when is_seen then e.day end desc, e.day, e.exchange = $3 desc limit 1) s on true`,
    [...listsOf(securities, 'isin', 'symbol'), exchange, day, operatorId],
  )

/** Symbols of instruments of the exchange with open positions whose ISIN is not among these. */
export const heldWithout = (sql: Sql, exchange: Exchange, isins: readonly string[]) =>
  selectIds(
    sql,
    `select symbol as id from instrument where exchange = $1 and isin_on(isin, ${sqlToday}) in (${isinsHeld}) and not isin_on(isin, ${sqlToday}) = any ($2) order by symbol`,
    [exchange, isins],
  )

export type NewPrice = Omit<FilePrice, 'isOther'> & { readonly isHeld: boolean }

/** Replaces the prices of an earlier file of the day; a decision stays with an unchanged price. */
export async function savePrices(
  tx: Tx,
  { id, exchange, day }: FileOf & { readonly id: string },
  prices: readonly NewPrice[],
): Promise<void> {
  await tx.run(
    `insert into closing_price as p (isin, exchange, day, symbol, series, close, high, low, previous, file_id, is_held)
     select n.isin, $2, $3, n.symbol, n.series, n.close, n.high, nullif(n.low, 0), nullif(n.previous, '')::numeric, $4, n."isHeld"
       from jsonb_to_recordset($1::jsonb)
         as n (isin text, symbol text, series text, close numeric, high numeric, low numeric, previous text, "isHeld" boolean)
     on conflict (isin, day, exchange) do update
        set symbol = excluded.symbol, series = excluded.series, close = excluded.close, high = excluded.high, low = excluded.low, previous = excluded.previous, file_id = excluded.file_id,
            is_held = excluded.is_held,
            accepted = case when p.close = excluded.close and excluded.is_held then p.accepted end,
            decided_by = case when p.close = excluded.close and excluded.is_held then p.decided_by end,
            decided_at = case when p.close = excluded.close and excluded.is_held then p.decided_at end`,
    [JSON.stringify(prices), exchange, day, id],
  )
  await tx.run('delete from closing_price where exchange = $1 and day = $2 and file_id <> $3', [exchange, day, id])
}

/** The newest file of each exchange and day, newest days first. */
export const newestFiles = (sql: Sql, most: number) =>
  selectViews<Reply<typeof closingPriceCalls.list>['files'][number]>(
    sql,
    `with newest as (select distinct on (day, exchange) * from price_file order by day desc, exchange, imported_at desc limit $1)
     ${countedFiles('newest', 'f.prices')} order by f.day desc, f.exchange`,
    [most],
  )

export const fileDays = (sql: Sql, since: string) =>
  sql.rows<{ exchange: Exchange; day: string }>(
    `select distinct exchange, ${sqlDateText('day')} as day from price_file where day >= $1`,
    [since],
  )

/** A price that waits for an operator, with what it is judged by. */
export type WaitingPrice = Omit<FilePrice, 'series' | 'low' | 'isOther'> &
  FileOf & {
    readonly importedBy: string
    readonly isApproved: boolean
    readonly isHeldByClients: boolean
    readonly before?: { readonly close: string; readonly day: string }
  }

const selectWaiting = `
  with held as (${isinsHeld})
  select p.exchange, ${sqlDateText('p.day')} as day, p.isin, p.symbol, trim_scale(p.close)::text as close,
         trim_scale(coalesce(p.high, p.close))::text as high, coalesce(trim_scale(p.previous)::text, '') as previous,
         f.imported_by as "importedBy", f.approved_by is not null as "isApproved",
         case when b.day is not null then jsonb_build_object('close', trim_scale(b.close)::text, 'day', ${sqlDateText('b.day')}) end as before,
         exists (select from held h where h.isin = p.isin) as "isHeldByClients"
    from closing_price p join price_file f on f.id = p.file_id
    left join lateral (select close, day from closing_price e where e.isin = p.isin and e.exchange = p.exchange
           and e.day < p.day and ${usable} order by e.day desc limit 1) b on true
   where p.is_held and p.accepted is null`

/** The prices that wait for an operator; those clients hold positions in first. */
export const waitingPrices = (sql: Sql, most: number) =>
  selectViews<WaitingPrice>(sql, `${selectWaiting} order by "isHeldByClients" desc, p.day desc, p.symbol limit $1`, [
    most,
  ])

type PriceKey = FileOf & { readonly isin: string }

export const lockPrice = (tx: Tx, { exchange, day, isin }: PriceKey) =>
  tx.row<{ symbol: string; close: string; waits: boolean; imported_by: string }>(
    `select p.symbol, trim_scale(p.close)::text as close, p.is_held and p.accepted is null as waits, f.imported_by
       from closing_price p join price_file f on f.id = p.file_id
      where p.isin = $1 and p.day = $2 and p.exchange = $3 for update of p`,
    [isin, day, exchange],
  )

export const saveDecision = (tx: Tx, { exchange, day, isin }: PriceKey, accept: boolean, operatorId: string) =>
  tx.run(
    `update closing_price set accepted = $4, decided_by = $5, decided_at = now()
      where isin = $1 and day = $2 and exchange = $3`,
    [isin, day, exchange, accept, operatorId],
  )

/** This price, if it waits, and later ones of the security, oldest first. */
export const waitingFrom = (tx: Tx, { exchange, day, isin }: PriceKey) =>
  selectViews<WaitingPrice>(
    tx,
    `${selectWaiting} and p.isin = $1 and p.exchange = $3 and p.day >= $2 order by p.day for update of p`,
    [isin, day, exchange],
  )

/** The price does not wait any more, without a decision. */
export const release = (tx: Tx, { exchange, day, isin }: PriceKey) =>
  tx.run('update closing_price set is_held = false where isin = $1 and day = $2 and exchange = $3', [
    isin,
    day,
    exchange,
  ])

export type CloseRow = {
  symbol: string
  close: string
  day: string
  is_old: boolean
  is_sample: boolean
  previous: string | null
  /** The newest ex-date on which the number of shares changed. */
  ex_date: string | null
}

const securities = `select i.symbol, i.exchange,
  coalesce(nullif(i.isin, ''),
    (select v.isin from security v where v.symbol = i.symbol and v.exchange = i.exchange
        and not exists (select from isin_successor w where w.successor = v.isin and w.accepted is not true)
      order by v.from_day desc limit 1),
    (select p.isin from closing_price p where p.symbol = i.symbol and p.exchange = i.exchange and ${usable}
      order by p.day desc limit 1)) as isin
  from instrument i`

/**
 * For a join: the prices of a stock at both exchanges on the first day from this one on that has any (`price_day`, `low`, `high` and the
 * lowest and highest close), within a week; null where none are known. Prices that this operator imported or accepted are left out. All are
 * names of columns.
 */
export const pricesFrom = (stock: string, day: string, operatorId: string) => `lateral (
  with security as (${securities} where i.symbol = ${stock}),
  priced as (
    select p.day, p.low, coalesce(p.high, p.close) as high, p.close
      from security s join closing_price p on p.isin in (s.isin, isin_on(s.isin, ${day})) join price_file f on f.id = p.file_id
     where p.day between ${day} and ${day} + 7 and p.low is not null and ${usable}
       and f.imported_by <> ${operatorId} and p.decided_by is distinct from ${operatorId})
  select min(day) as price_day, min(low) as low, max(high) as high, min(close) as low_close, max(close) as high_close
    from priced where day = (select min(day) from priced))`

/**
 * The last close of each instrument: of its own exchange, if both have one of that day; of the successor of its ISIN, if that has one. An
 * instrument without ISIN has that of the security with its symbol. `is_old`: there are files of later days.
 */
export const lastCloses = (sql: Sql) =>
  sql.rows<CloseRow>(
    `with security as (${securities})
     select s.symbol, trim_scale(${sqlAdjusted('c.close', 's.symbol', 'c.day')})::text as close, ${sqlDateText('c.day')} as day,
            trim_scale(${sqlAdjusted('b.close', 's.symbol', 'b.day')})::text as previous,
            (select ${sqlDateText('max(a.ex_date)')} from corporate_action a where a.stock = s.symbol and a.reversed_at is null and a.kind in ('split', 'consolidation', 'bonus')) as ex_date,
            c.day < (select max(day) from price_file) as is_old, starts_with(f.name, '${marketLabels.sample}') as is_sample
       from security s
       cross join lateral (select p.isin, p.exchange, p.close, p.day, p.file_id from closing_price p
              where p.isin in (s.isin, isin_on(s.isin, ${sqlToday})) and ${usable} order by p.day desc, p.exchange = s.exchange desc limit 1) c
       join price_file f on f.id = c.file_id
       left join lateral (select p.close, p.day from closing_price p
              where p.isin in (s.isin, c.isin) and p.exchange = c.exchange and p.day < c.day and ${usable} order by p.day desc limit 1) b on true`,
  )

/** The days of the newest closes of an instrument, if the operator imported their file or accepted them. */
export const closesDecidedBy = (sql: Sql, of: { symbol: string; operatorId: string; newest: number }) =>
  selectColumn<string>(
    sql,
    `select ${sqlDateText('n.day')} as day
       from (with security as (${securities} where i.symbol = $1)
             select distinct on (p.day) p.day, f.imported_by, f.approved_by, p.decided_by
               from security s join closing_price p on p.isin in (s.isin, isin_on(s.isin, ${sqlToday}))
               join price_file f on f.id = p.file_id
              where ${usable} order by p.day desc, p.exchange = s.exchange desc limit $2) n
      where $3 in (n.imported_by, n.approved_by, n.decided_by) order by n.day`,
    [of.symbol, of.newest, of.operatorId],
  )

export type ChangedClose = { readonly symbol: string; readonly before: string | null; readonly after: string | null }

/** What the positions of each client in these instruments are worth by both closes, in paise. */
export const holdingsAt = (sql: Sql, closes: readonly ChangedClose[]) =>
  sql.rows<{ clientId: string; clientName: string; saudaId: string; before: bigint; after: bigint }>(
    `select k.id as "clientId", k.name as "clientName", ${sqlName('client', 'k.number')} as "saudaId",
            least(round(sum(l.open_quantity * coalesce(n.before, 0)) * 100), 1e18)::bigint as before,
            least(round(sum(l.open_quantity * coalesce(n.after, 0)) * 100), 1e18)::bigint as after
       from jsonb_to_recordset($1::jsonb) as n (symbol text, before numeric, after numeric)
       join lot l on l.stock = n.symbol and l.open_quantity > 0
       join client k on k.id = l.client_id group by k.id order by k.id`,
    [JSON.stringify(closes)],
  )

/** The newest closes of an instrument, newest first, as `lastCloses` finds them. */
export const closesOf = (sql: Sql, symbol: string, most: number) =>
  sql.rows<{ day: string; close: string; is_sample: boolean }>(
    `with security as (${securities} where i.symbol = $1)
     select distinct on (p.day) ${sqlDateText('p.day')} as day, trim_scale(${sqlAdjusted('p.close', '$1', 'p.day')})::text as close,
            starts_with(f.name, '${marketLabels.sample}') as is_sample
       from security s join closing_price p on p.isin in (s.isin, isin_on(s.isin, ${sqlToday}))
       join price_file f on f.id = p.file_id
      where ${usable} order by p.day desc, p.exchange = s.exchange desc limit $2`,
    [symbol, most],
  )
