import { insertSentFile } from '../../core/sent-file/sent-file.sql.ts'
import type { Instrument, CandleSpan } from '@sauda/contract/trading/market'
import { decimalText } from '@sauda/contract/platform/decimal'
import { selectIds, breaksUnique, type Sql, type Tx } from '../../platform/db.ts'
import type { CalendarEntry, CalendarKind } from '@sauda/contract/core/calendar'
import { newId } from '../../platform/id.ts'
import { sqlDateText, sqlDayOf } from '../../platform/india.ts'
import type { SentCsv } from '../../platform/upload.ts'
import { sqlAdjusted } from '../corporate-action/price.sql.ts'

type Page = {
  readonly kind?: Instrument['kind'] | undefined
  /** Symbol of the last instrument on the previous page; empty for the first page. */
  readonly after: string
  readonly limit: number
}

const columns = `i.id as "_id", i.symbol, i.name, i.aliases, i.exchange, i.isin, i.kind, i.lot, trim_scale(i.tick)::text as tick,
  i.fractional, i.active`

/** By symbol, name or alias, ignoring spacing and case. */
export const findByName = (sql: Sql, typed: string) =>
  sql.row<Instrument>(
    `select ${columns} from instrument_name n join instrument i on i.id = n.instrument_id
      where n.key = instrument_key($1) and n.key <> ''`,
    [typed],
  )

/** Exact name first, then prefix of the symbol, prefix of any name, any part. */
export const searchInstruments = (sql: Sql, typed: string, { kind, after, limit }: Page) =>
  sql.rows<Instrument & { total: bigint }>(
    `with found as (
       select n.instrument_id,
              min(case when n.key = k.key then 0 when n.key = instrument_key(i.symbol) and starts_with(n.key, k.key) then 1
                       when starts_with(n.key, k.key) then 2 else 3 end) as distance
         from instrument_key($1) as k (key)
         join instrument_name n on strpos(n.key, k.key) > 0
         join instrument i on i.id = n.instrument_id
        where k.key <> '' and ($4::text is null or i.kind = $4)
        group by n.instrument_id
     ), place as (
       select f.instrument_id, i.symbol, row_number() over (order by f.distance, i.symbol) as number, count(*) over () as total
         from found f join instrument i on i.id = f.instrument_id)
     select ${columns}, p.total
       from place p join instrument i on i.id = p.instrument_id
      where p.number > coalesce((select number from place where symbol = $2), 0)
      order by p.number limit $3`,
    [typed, after, limit, kind ?? null],
  )

export const pageOfInstruments = (sql: Sql, { kind, after, limit }: Page) =>
  sql.rows<Instrument & { total: bigint }>(
    `select ${columns}, (select count(*) from instrument where $3::text is null or kind = $3) as total
       from instrument i where i.symbol > $1 and ($3::text is null or i.kind = $3) order by i.symbol limit $2`,
    [after, limit, kind ?? null],
  )

export const lockInstrument = (tx: Tx, id: string) =>
  tx.row<Instrument>(`select ${columns} from instrument i where i.id = $1 for no key update`, [id])

export type InstrumentValues = Omit<Instrument, '_id' | 'symbol'>

const values = (v: InstrumentValues) => [
  v.name,
  v.aliases,
  v.exchange,
  v.kind,
  v.lot,
  v.tick,
  v.fractional,
  v.active,
  v.isin,
]

export const insertInstrument = (tx: Tx, id: string, symbol: string, given: InstrumentValues) =>
  tx.run(
    `insert into instrument (id, symbol, name, aliases, exchange, kind, lot, tick, fractional, active, isin)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [id, symbol, ...values(given)],
  )

export const updateInstrument = (tx: Tx, id: string, given: InstrumentValues) =>
  tx.run(
    `update instrument set name = $2, aliases = $3, exchange = $4, kind = $5, lot = $6, tick = $7, fractional = $8,
       active = $9, isin = $10 where id = $1`,
    [id, ...values(given)],
  )

export const breaksNames = (error: unknown): boolean =>
  breaksUnique(error, 'instrument_name_once') || breaksUnique(error, 'instrument_symbol_key')

export const everySymbol = (sql: Sql) => selectIds(sql, 'select symbol as id from instrument', [])

export const namesOf = (sql: Sql, symbols: readonly string[]) =>
  sql.rows<{ symbol: string; name: string }>(
    'select symbol, name from instrument where symbol = any ($1) order by symbol',
    [symbols],
  )

/** Symbols of a client's open positions. */
export const stocksOf = (sql: Sql, clientId: string) =>
  selectIds(sql, 'select distinct stock as id from lot where client_id = $1 and open_quantity > 0', [clientId])

const select = "select to_char(day, 'YYYY-MM-DD') as day, kind, name from calendar_day"

export const entriesOf = (sql: Sql, year: string) =>
  sql.rows<CalendarEntry>(
    `${select} where day >= make_date($1, 1, 1) and day < make_date($1 + 1, 1, 1) order by day, kind`,
    [Number(year)],
  )

export const exceptions = (sql: Sql) =>
  sql.rows<CalendarEntry>(`${select} where kind in ('holiday', 'session', 'clearing')`)

/** Returns 0 if the day is already in the calendar under this name. */
export const upsertEntry = (tx: Tx, { day, kind, name }: CalendarEntry) =>
  tx.run(
    `insert into calendar_day as c (day, kind, name) values ($1, $2, $3)
     on conflict (day, kind) do update set name = excluded.name where c.name <> excluded.name`,
    [day, kind, name],
  )

export const deleteEntry = (tx: Tx, { day, kind }: { readonly day: string; readonly kind: CalendarKind }) =>
  tx.row<CalendarEntry>(
    "delete from calendar_day where day = $1 and kind = $2 returning to_char(day, 'YYYY-MM-DD') as day, kind, name",
    [day, kind],
  )

/** As `jsonb_to_recordset` reads them: quantities, prices and amounts in hundred-millionths become decimals. */
export const decimalJson = (rows: readonly object[]): string =>
  JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? decimalText(value) : value))

/** The tables of the files that exchanges and clearing corporations give; each has its own key and figures. */
type FileTable =
  | 'price_file'
  | 'security_file'
  | 'levy_file'
  | 'clearing_file'
  | 'stt_list'
  | 'holding_file'
  | 'fair_value_list'
type Columns = Readonly<Record<string, string | number | boolean | Buffer | null>>

/** Selects files `f` that count, with these columns beside those that all have. `from`: the table, or some of its rows. */
export const countedFiles = (from: string, columns: string): string =>
  `select f.id as "_id", f.exchange, ${sqlDateText('f.day')} as day, f.name, ${columns}, o.name as "importedBy", a.name as "approvedBy",
          f.imported_at as "importedAt"
     from ${from} f join operator o on o.id = f.imported_by left join operator a on a.id = f.approved_by`

/** Whether the newest file with this key has these bytes. An earlier one may be imported again, because it replaces the newest. */
export async function isImported(sql: Sql, table: FileTable, key: Columns, { sha256 }: SentCsv): Promise<boolean> {
  const same = Object.keys(key).map((name, index) => `${name} = $${index + 2}`)
  const newest = `select sha256 from ${table} where ${same.join(' and ')} order by imported_at desc, id desc limit 1`
  return (await sql.row(`select from (${newest}) f where sha256 = $1`, [sha256, ...Object.values(key)])) !== undefined
}

export async function insertFile(
  tx: Tx,
  table: FileTable,
  csv: SentCsv,
  operatorId: string,
  columns: Columns,
): Promise<string> {
  const id = newId()
  await insertSentFile(tx, csv)
  const { name, sha256 } = csv
  const row: Columns = { id, name, sha256, imported_by: operatorId, ...columns }
  const places = Object.keys(row).map((_, index) => `$${index + 1}`)
  await tx.run(
    `insert into ${table} (${Object.keys(row).join(', ')}) values (${places.join(', ')})`,
    Object.values(row),
  )
  return id
}

export type CandleRow = {
  symbol: string
  source: string
  span: CandleSpan
  start: Date
  open: string
  high: string
  low: string
  close: string
  first_at: Date
  last_at: Date
}

const candleColumns = [
  'symbol',
  'source',
  'span',
  'start',
  'open',
  'high',
  'low',
  'close',
  'first_at',
  'last_at',
] as const

/** Merges candles into the stored ones; idempotent. */
export const mergeCandles = (sql: Sql, rows: readonly CandleRow[]) =>
  sql.run(
    `insert into candle as c (${candleColumns.join()})
     select * from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::numeric[], $6::numeric[],
                          $7::numeric[], $8::numeric[], $9::timestamptz[], $10::timestamptz[]) as n
             (${candleColumns.join()})
      -- The same order in every process, against deadlocks.
      order by n.symbol, n.span, n.start, n.source
     on conflict (symbol, span, start, source) do update set
       open = case when excluded.first_at < c.first_at then excluded.open else c.open end,
       high = greatest(c.high, excluded.high),
       low = least(c.low, excluded.low),
       close = case when excluded.last_at > c.last_at then excluded.close else c.close end,
       first_at = least(c.first_at, excluded.first_at),
       last_at = greatest(c.last_at, excluded.last_at)
     where excluded.first_at < c.first_at or excluded.last_at > c.last_at
        or excluded.high > c.high or excluded.low < c.low`,
    candleColumns.map((name) => rows.map((row) => row[name])),
  )

type CandleSearch = Pick<CandleRow, 'symbol' | 'span'> & { readonly without: string | null; readonly limit: number }

/** Candles of the source that sent the latest candle, newest first; `without`: a source to exclude. */
export const newestCandles = (sql: Sql, { symbol, span, without, limit }: CandleSearch) =>
  sql.rows<Pick<CandleRow, 'source' | 'start' | 'open' | 'high' | 'low' | 'close'>>(
    `with newest as (
       select source from candle where symbol = $1 and span = $2 and source is distinct from $3
        order by start desc, last_at desc limit 1)
     select c.source, c.start, ${['open', 'high', 'low', 'close'].map((price) => `trim_scale(${sqlAdjusted(`c.${price}`, '$1', sqlDayOf('c.start'))})::text as ${price}`).join(', ')}
       from candle c join newest n on n.source = c.source
      where c.symbol = $1 and c.span = $2
      order by c.start desc limit $4`,
    [symbol, span, without, limit],
  )

export const newestDays = (sql: Sql, without: string | null) =>
  sql.rows<{ symbol: string; name: string; source: string; close: string; last_at: Date }>(
    `select i.symbol, i.name, c.source, trim_scale(${sqlAdjusted('c.close', 'i.symbol', sqlDayOf('c.last_at'))})::text as close, c.last_at
       from instrument i
       cross join lateral (
         select source, close, last_at from candle
          where symbol = i.symbol and span = '1d' and source is distinct from $1
          order by start desc, last_at desc limit 1) c
      order by i.symbol`,
    [without],
  )

export const deleteOldCandles = (sql: Sql, span: CandleSpan, days: number) =>
  sql.run('delete from candle where span = $1 and start < now() - make_interval(days => $2)', [span, days])
