import type { ExchangeFile, FileTrade, Totals, TradeFileReading } from '@sauda/contract/trading/exchange-file'
import type { Exchange } from '@sauda/contract/trading/market'
import { sqlName } from '../../core/ledger/name.sql.ts'
import { selectIds, selectViews, type Sql, type Tx } from '../../platform/db.ts'
import { sqlDateText, sqlDayText } from '../../platform/india.ts'

export type DayOf = { readonly exchange: Exchange; readonly day: string }
/** `part`: of the file, as in `TradeFile`. */
export type PartOf = DayOf & { readonly part: string }

/** In SQL: whether the UCC of the client counts for the trades of a day. */
const hasCodeOn = (client: string, day: string) => `coalesce(${client}.ucc_since <= ${day}::date, true)`

/** In SQL: whether a file with this part has what a recorded one has. The whole has every part, but T+0 trades are in a file of their own. */
const covers = (part: string, recorded: string) =>
  `case when ${part} = '' then ${recorded} <> 'T0' else ${recorded} = ${part} end`
export const isOfPart = (t: string, part: string) =>
  `exists (select from exchange_file o where o.id = ${t}.file_id and ${covers(part, 'o.part')})`

/** The trades of a file, in a table that ends with the transaction. Times in the file are Indian. */
export async function fillRows(tx: Tx, batches: readonly string[]): Promise<void> {
  await tx.run(
    `create temp table exchange_row (line int, trade_number text, order_ref text, side text, client_type text, client_code text,
       custodian text, isin text, symbol text, series text, quantity bigint, price numeric, settlement_type text, settlement_number text,
       traded_at timestamptz, ordered_at timestamptz) on commit drop`,
  )
  for (const batch of batches)
    await tx.run(
      `insert into exchange_row select (r ->> 0)::int, r ->> 1, r ->> 2, r ->> 3, r ->> 4, r ->> 5, r ->> 6, r ->> 7, r ->> 8, r ->> 9,
              (r ->> 10)::bigint, (r ->> 11)::numeric, r ->> 12, r ->> 13, ((r ->> 14) || '+05:30')::timestamptz, ((r ->> 15) || '+05:30')::timestamptz
         from jsonb_array_elements($1::jsonb) r`,
      [batch],
    )
  // The day of the file is new to the statistics of exchange_trade, so plans may look up each of its trades here.
  await tx.run('create index on exchange_row (trade_number, order_ref, side)')
  await tx.run('analyze exchange_row')
}

/** The trades of the day that are to be booked, in a table that ends with the transaction, because it has statistics of its own. */
export async function fillOpen(tx: Tx, { exchange, day }: DayOf): Promise<void> {
  await tx.run(
    `create temp table exchange_open (id bigint, client_code text, client_type text, custodian text, isin text, series text, settlement_type text, price numeric)
       on commit drop`,
  )
  await tx.run(
    `insert into exchange_open select id, client_code, client_type, custodian, isin, series, settlement_type, price from exchange_trade
      where exchange = $1 and day = $2 and booked_at is null`,
    [exchange, day],
  )
  await tx.run('analyze exchange_open')
}

type Source = { readonly table: string; readonly isKnown: string }
const fromRows: Source = {
  table: 'exchange_row',
  isKnown: 'i.symbol is not null or exists (select from security s where s.isin in (d.isin, d.now))',
}
const fromTrades: Source = { table: 'exchange_open', isKnown: 'i.symbol is not null' }

/** Each trade with its client, security and exceptions; client_id only where it is booked. $1 exchange, $2 day. */
const resolved = ({ table, isKnown }: Source) => `(
  with t as (select *, trade_kind(client_type, client_code, custodian) as kind from ${table} o),
  code as (select distinct upper(client_code) as code from t),
  -- On a booked day a code stays that of the client who had it then, whoever has it since.
  known_client as (
    select code.code, c.id, c.kyc_status <> 'VERIFIED' or c.frozen_at is not null or c.closure is not null as is_odd
      from code left join client u on upper(u.ucc) = code.code and ${hasCodeOn('u', '$2')}
      left join (select distinct on (client_code) client_code as code, client_id from security_charge join contract k using (day, client_id)
                  where day = $2 and k.reversed_at is null and k.shortage_id is null order by 1, 2) b using (code)
      join client c on c.id = coalesce(b.client_id, u.id)),
  -- Materialized, because isin_on would otherwise run for each trade.
  current_isin as materialized (select isin, isin_on(isin, $2::date) as now, isin_on(isin, 'infinity') as last from (select distinct isin from t) a),
  -- Of a security whose ISIN changed, an instrument has the ISIN with which it was added, or the one that an operator entered since.
  renamed as materialized (select isin, isin_on(isin, $2::date) as now from instrument where isin in (select isin from isin_successor where accepted)),
  security_of as materialized (
    select d.isin, d.now, i.symbol as stock, ${isKnown} as is_known
      from current_isin d
      left join lateral (
        select symbol from instrument n where n.isin = any (array[d.isin, d.now, d.last] || array(select isin from renamed r where r.now = d.now))
         order by n.isin = d.now desc, n.isin = d.isin desc, symbol limit 1) i on true)
  select t.*, s.now as security_isin, s.stock, coalesce(k.meaning = 'delivery', false) or coalesce(m.meaning = 'delivery', false) as is_delivered,
         case when kind = 'client' and k.code is not null and s.is_known then c.id end as client_id,
         case when kind = 'own' then '{}'::text[] else array_remove(array[
           case when kind <> 'client' then kind when c.id is null then 'ucc' end,
           case when not s.is_known then 'isin' when s.now <> t.isin then 'superseded' end,
           case when k.code is null then 'series' when k.meaning = 'delivery' or m.meaning = 'delivery' then 'delivery' end,
           case when m.meaning is distinct from 'auction' and (t.price > p.high or t.price < p.low) then 'price' end,
           case when c.is_odd and kind = 'client' then 'state' end], null) end as exceptions
    from t join security_of s using (isin)
    left join known_client c on c.code = upper(t.client_code)
    left join exchange_code k on k.exchange = $1 and k.column_name = 'SctySrs' and k.code = t.series
    left join exchange_code m on m.exchange = $1 and m.column_name = 'SttlmTp' and m.code = t.settlement_type
    left join closing_price p on p.exchange = $1 and p.day = $2 and p.isin = t.isin and p.series = t.series) r`

const view = (
  t: string,
) => `${t}.line, ${t}.trade_number as "tradeNumber", ${t}.side, ${t}.client_code as "clientCode", ${t}.client_id as "clientId",
  (select name from client c where c.id = ${t}.client_id) as "clientName", ${t}.isin, ${t}.symbol, ${t}.series, ${t}.quantity::text as quantity,
  trim_scale(${t}.price)::text as price, ${t}.exceptions`

export const countRows = (tx: Tx, { exchange, day }: DayOf) =>
  tx.row<Pick<TradeFileReading, 'clients' | 'toBook' | 'own' | 'exceptions'>>(
    `with r as materialized (select * from ${resolved(fromRows)})
     select count(distinct client_id)::int as clients, count(client_id)::int as "toBook", count(*) filter (where kind = 'own')::int as own,
            coalesce((select jsonb_object_agg(name, number) from (select unnest(exceptions) as name, count(*)::int as number from r group by 1) e), '{}') as exceptions
       from r`,
    [exchange, day],
  )

export const exampleRows = (tx: Tx, { exchange, day }: DayOf, most: number) =>
  selectViews<FileTrade>(
    tx,
    `select ${view('r')}, false as booked from ${resolved(fromRows)} where r.exceptions <> '{}' order by r.line limit $3`,
    [exchange, day, most],
  )

/** What each client whose trades change bought and sold, in paise, recorded until now and by the file; the largest changes first. */
export const changedClients = (tx: Tx, { exchange, day, part }: PartOf, most: number) =>
  tx.rows<{
    client: string
    before: [bought: string, sold: string]
    after: [bought: string, sold: string]
    others: number
  }>(
    `with sums as (
       select client_id, sum(case side when 'B' then new end) as bought, sum(case side when 'S' then new end) as sold,
              sum(case side when 'B' then old end) as was_bought, sum(case side when 'S' then old end) as was_sold
         from (select client_id, side, quantity * price as new, 0 as old from ${resolved(fromRows)}
               union all select client_id, side, 0, quantity * price from exchange_trade e
                where exchange = $1 and day = $2 and ${isOfPart('e', '$3')}) t
        where client_id is not null group by 1),
     paise as (select client_id, array(select round(coalesce(n, 0) * 100) from unnest(array[was_bought, was_sold]) n)::text[] as before,
                      array(select round(coalesce(n, 0) * 100) from unnest(array[bought, sold]) n)::text[] as after,
                      abs(coalesce(bought, 0) - coalesce(was_bought, 0)) + abs(coalesce(sold, 0) - coalesce(was_sold, 0)) as size from sums)
     select ${sqlName('client', 'c.number')} as client, before, after, (count(*) over ())::int - $4 as others
       from paise join client c on c.id = client_id where size > 0 order by size desc, c.number limit $4`,
    [exchange, day, part, most],
  )

const openIsins = '(select distinct isin_on(isin, $1::date) as isin from (select distinct isin from exchange_open) o)'

/** The ISINs of instruments that were added without one, then the instruments of securities that were never traded here. */
export async function addInstruments(tx: Tx, { exchange, day }: DayOf): Promise<void> {
  await tx.run(
    `update instrument i set isin = s.isin
       from ${openIsins} t
       join security s on s.isin = t.isin and s.exchange = $2
      where i.symbol = s.symbol and i.isin = '' and i.kind = 'share' and not exists (select from instrument o where o.isin = s.isin)`,
    [day, exchange],
  )
  await tx.run(
    `insert into instrument (symbol, name, aliases, exchange, kind, lot, tick, fractional, active, isin)
     select distinct on (instrument_key(s.symbol)) s.symbol, case when n.key is null then left(s.name, 80) else s.symbol end, '{}', s.exchange, 'share',
            coalesce(s.lot, 1), coalesce(s.tick, 0.05), false, true, s.isin
       from ${openIsins} t
       cross join lateral (select * from security v where v.isin = t.isin order by v.exchange desc, v.from_day desc limit 1) s
       left join instrument_name n on n.key = instrument_key(s.name)
      where not exists (select from instrument i where i.isin = t.isin)
        and not exists (select from isin_successor p join instrument i on i.isin = p.isin where p.successor = t.isin and p.accepted)
        and not exists (select from instrument_name o where o.key = instrument_key(s.symbol))
      order by instrument_key(s.symbol), s.isin`,
    [day],
  )
}

export const resolveTrades = (tx: Tx, { exchange, day }: DayOf) =>
  tx.run(
    `update exchange_trade u set client_id = r.client_id, security_isin = r.security_isin, stock = r.stock,
            is_delivered = r.is_delivered, exceptions = r.exceptions
       from ${resolved(fromTrades)}
      where u.id = r.id`,
    [exchange, day],
  )

export type NewFile = PartOf & {
  readonly id: string
  readonly name: string
  readonly sha256: Buffer
  readonly content: Buffer
  readonly totals: Totals
  readonly operatorId: string
}

/** After `fillRows`. Violates exchange_file_open if one of the day waits. */
export const insertFile = (tx: Tx, f: NewFile) =>
  tx.run(
    `insert into exchange_file (id, exchange, day, part, name, sha256, content, totals, imported_by, client_codes)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, array(select distinct upper(client_code) from exchange_row order by 1))`,
    [f.id, f.exchange, f.day, f.part, f.name, f.sha256, f.content, JSON.stringify(f.totals), f.operatorId],
  )

/** The clients whose codes are in the file, or were on its day, and those whose recorded trades it may replace. A proposal stores the id as text. */
export const clientsIn = (sql: Sql, fileId: string) =>
  selectIds(
    sql,
    `select c.id from exchange_file f cross join unnest(f.client_codes) code (code) join client c on upper(c.ucc) = code.code where f.id::text = $1
     union
     select s.client_id from exchange_file f cross join unnest(f.client_codes) code (code)
       join security_charge s on s.day = f.day and upper(s.client_code) = code.code where f.id::text = $1
     union
     select t.client_id from exchange_file f
       join exchange_trade t on t.exchange = f.exchange and t.day = f.day and ${isOfPart('t', 'f.part')}
      where f.id::text = $1 and t.client_id is not null`,
    [fileId],
  )

export type UnassignedRow = {
  id: bigint
  code: string
  exchange: Exchange
  day: string
  side: 'B' | 'S'
  symbol: string
  quantity: string
  price: string
  value: bigint
}

/** Recorded trades with one of these codes that belong to no client, the largest value in paise first. */
export const unassignedTrades = (sql: Sql, codes: readonly string[]) =>
  sql.rows<UnassignedRow>(
    `select id, client_code as code, exchange, ${sqlDateText('day')} as day, side, symbol, quantity::text as quantity, trim_scale(price)::text as price,
            round(quantity * price * 100)::bigint as value
       from exchange_trade t
      where upper(client_code) = any ($1) and client_id is null and client_type = 'client' order by value desc, t.id`,
    [codes.map((code) => code.toUpperCase())],
  )

export type FileRow = PartOf & {
  id: string
  status: ExchangeFile['status']
}

export const lockFile = (tx: Tx, id: string) =>
  tx.row<FileRow>(
    `select id, exchange, ${sqlDateText('day')} as day, part, status from exchange_file where id = $1 for update`,
    [id],
  )

export const fileContent = (sql: Sql, id: string) =>
  sql.row<{ name: string; content: Buffer }>('select name, content from exchange_file where id = $1', [id])

/** In the order of their days. */
export const openFiles = (sql: Sql) =>
  sql.rows<FileRow>(
    `select id, exchange, ${sqlDateText('day')} as day, part, status from exchange_file where status in ('approved', 'booking') order by exchange_file.day, id`,
  )

export const setStatus = (tx: Tx, id: string, status: FileRow['status'], operatorId?: string) =>
  tx.run(
    `update exchange_file set status = $2, decided_by = coalesce(decided_by, $3), decided_at = coalesce(decided_at, statement_timestamp()) where id = $1`,
    [id, status, operatorId ?? null],
  )

export const replaceEarlier = (tx: Tx, { exchange, day, part }: PartOf, id: string) =>
  tx.run(
    `update exchange_file set status = 'replaced'
      where exchange = $1 and day = $2 and id <> $3 and status = 'booked' and ${covers('$4', 'part')}`,
    [exchange, day, id, part],
  )

/** Whether the whole file of the day is recorded. */
export const hasWhole = async (tx: Tx, { exchange, day }: DayOf): Promise<boolean> =>
  (await tx.row(
    `select from exchange_file where exchange = $1 and day = $2 and part = '' and status in ('booking', 'booked')`,
    [exchange, day],
  )) !== undefined

const ofFile = `t.exchange = f.exchange and t.day = f.day and f.status in ('booking', 'booked') and ${isOfPart('t', 'f.part')}`
export const newestFiles = (sql: Sql, most: number) =>
  selectViews<ExchangeFile>(
    sql,
    `select f.id as "_id", f.exchange, ${sqlDateText('f.day')} as day, f.part, f.name, encode(f.sha256, 'hex') as sha256, f.status, f.totals, o.name as "importedBy",
            f.imported_at as "importedAt", d.name as "decidedBy",
            (select count(*)::int from exchange_trade t where ${ofFile} and t.exceptions <> '{}') as exceptions,
            (select count(*)::int from exchange_trade t where ${ofFile} and t.booked_at is null and t.client_id is not null) as "left"
       from exchange_file f join operator o on o.id = f.imported_by left join operator d on d.id = f.decided_by
      order by f.day desc, f.imported_at desc limit $1`,
    [most],
  )

export const tradesToCheck = (sql: Sql, { exchange, day, part }: PartOf, most: number) =>
  selectViews<FileTrade>(
    sql,
    `select ${view('t')}, t.booked_at is not null as booked from exchange_trade t
      where t.exchange = $1 and t.day = $2 and t.exceptions <> '{}' and ${isOfPart('t', '$3')} order by t.line limit $4`,
    [exchange, day, part, most],
  )

export const sentExchangeFiles = `
  select f.id, f.name, f.exchange || ', ' || ${sqlDayText('f.day')} as about,
         case when f.status in ('approved', 'booking', 'booked') then 'counted' else f.status end as status,
         coalesce(f.decided_at, f.imported_at) as at, f.imported_by as sent_by, f.decided_by, f.sha256,
         case f.status when 'waiting' then (
           select p.id from proposal p
            where p.status = 'pending' and p.kind = 'exchange-file.book' and p.payload ->> 'fileId' = f.id::text) end as proposal_id
    from exchange_file f`
