import { filesOfFormat } from '../../core/sent-file/sent-file.sql.ts'
import type { Reply } from '@sauda/contract/platform/call'
import type { securityCalls, Successor } from '@sauda/contract/trading/security'
import type { Exchange } from '@sauda/contract/trading/market'
import { listsOf, selectViews, type Sql, type Tx } from '../../platform/db.ts'
import { sqlDateText, sqlDayText } from '../../platform/india.ts'
import { countedFiles } from '../market/market.sql.ts'
import type { Listed, SymbolChange } from './security.read.ts'

type Kind = 'listing' | 'symbols'
type FileOf = { readonly exchange: Exchange; readonly kind: Kind; readonly day: string }

/** The newest file of the same table: EQUITY_L has fewer rows than the security file. `table`: the beginning of its name. */
export const newestFile = (sql: Sql, { exchange, kind }: FileOf, table: string) =>
  sql.row<{ day: string; rows: number }>(
    `select ${sqlDateText('day')} as day, rows from security_file
      where exchange = $1 and kind = $2 and starts_with(lower(name), lower($3)) order by security_file.day desc, imported_at desc limit 1`,
    [exchange, kind, table],
  )

const listed = `jsonb_to_recordset($1::jsonb) as n (isin text, symbol text, series text, name text, token text, lot text, tick text, suspended text, "isEtf" boolean, underlying text)`
/** The row of a security that counts on the day. */
const inForce = (
  isin: string,
) => `(select * from security v where v.isin = ${isin} and v.exchange = $2 and v.from_day <= $3
  order by v.from_day desc limit 1)`

/** The day from which a new ISIN counts, as far as it is known: its first price, else the change of the symbol, else that of the list. */
const firstDay = `coalesce((select min(p.day) from closing_price p where p.isin = n.isin), c.day, $3)`

/**
 * Securities that are not in the list any more, each with an ISIN of it that succeeds them: the one with their symbol, else with the symbol
 * that a file of symbol changes names, else an unknown one of the same issuer and kind (the first nine characters), if it is the only one.
 */
export const insertSuccessors = (
  tx: Tx,
  { id, exchange, day }: FileOf & { readonly id: string },
  securities: readonly Listed[],
) =>
  tx.rows<Successor>(
    `with n as (select * from ${listed}),
     gone as (
       select o.isin, o.symbol from security o cross join lateral ${inForce('o.isin')} v
        where o.exchange = $2 and v.from_day = o.from_day and not exists (select from n p where p.isin = o.isin)),
     fresh as (select isin, min(isin) over same as least, max(isin) over same as most from n
                where not exists (select from security k where k.isin = n.isin) window same as (partition by left(isin, 9))),
     known as (select distinct on (from_symbol, to_symbol) from_symbol, to_symbol, day from symbol_change
                where exchange = $2 and day <= $3 order by from_symbol, to_symbol, day desc)
     insert into isin_successor (isin, successor, from_day, symbol, file_id)
     select distinct on (o.isin) o.isin, n.isin, ${firstDay}, n.symbol, $4
       from gone o join n on o.isin <> n.isin
       left join known c on c.from_symbol = o.symbol and c.to_symbol = n.symbol
       left join fresh f on f.isin = n.isin and f.least = f.most and left(f.isin, 9) = left(o.isin, 9)
      where (o.symbol = n.symbol or c.day is not null or f.isin is not null)
        and not exists (select from isin_successor b where b.isin = n.isin and b.successor = o.isin)
      order by o.isin, o.symbol = n.symbol desc, c.day is null, n.isin
     on conflict (isin) do nothing
     returning isin, successor, symbol, ${sqlDateText('from_day')} as "from"`,
    [JSON.stringify(securities), exchange, day, id],
  )

/** Every change that a file of symbol changes names, also of securities that are not known. */
export const saveSymbols = (tx: Tx, fileId: string, changes: readonly SymbolChange[]) =>
  tx.run(
    `insert into symbol_change (exchange, from_symbol, to_symbol, day, file_id)
     select distinct 'NSE', f, t, d::date, $4::uuid from unnest($1::text[], $2::text[], $3::text[]) as n (f, t, d) on conflict do nothing`,
    [...listsOf(changes, 'from', 'to', 'day'), fileId],
  )

export type Saved = {
  isin: string
  symbol: string
  before: string | null
  /** The ISIN that has had the symbol until now, where the new one does not succeed it. */
  other: string | null
  /** A known security that no list has named as an ETF, so that its brokerage and STT change. */
  becomesEtf: boolean
}

/**
 * `part`: without new symbols of known securities, unknown securities that take the symbol of a known one, and known securities that
 * become ETFs.
 */
export type Part = 'all' | 'part'

/** The ISIN that has the symbol of the row already: of a security, or of an instrument that is known by its symbol alone. */
const symbolHolder = `coalesce(
  (select o.isin from security o cross join lateral ${inForce('o.isin')} f
    where o.exchange = $2 and o.symbol = n.symbol and o.isin <> n.isin and f.from_day = o.from_day
      and not exists (select from isin_successor s where s.isin = o.isin and s.successor = n.isin) limit 1),
  (select p.isin from instrument i cross join lateral (select p.isin from closing_price p
      where p.symbol = i.symbol and p.exchange = i.exchange and (not is_held or accepted) order by p.day desc limit 1) p
    where i.isin = '' and i.symbol = n.symbol and i.exchange = $2 and p.isin <> n.isin
      and not exists (select from security k where k.symbol = i.symbol and k.exchange = i.exchange)))`

/** Securities of any exchange: the charges of a security are the same at both. */
const becomesEtf = `n."isEtf" and not exists (select from security k where k.isin = n.isin and k.is_etf)
  and (exists (select from security k where k.isin = n.isin) or exists (select from instrument i where i.isin = n.isin))`

/** A row for each security that is new or has changed since; a list without token, tick or status keeps those known. Each list writes names differently, so a name changes only with the symbol. */
export const saveSecurities = (
  tx: Tx,
  { id, exchange, day, part }: FileOf & { readonly id: string; readonly part: Part },
  securities: readonly Listed[],
) =>
  tx.rows<Saved>(
    `with fresh as (
       select n.isin, case when v.isin is null or $5 then n.symbol else v.symbol end as symbol, n.series,
              coalesce(nullif(case when v.isin is null or $5 and n.symbol <> v.symbol then n.name else v.name end, ''), v.name, n.symbol) as name,
              coalesce(nullif(n.token, ''), v.token) as token,
              coalesce(nullif(n.lot, '')::int, v.lot) as lot, coalesce(nullif(n.tick, '')::numeric, v.tick) as tick,
              coalesce(nullif(n.suspended, '')::boolean, v.suspended, false) as suspended,
              v.isin is null as is_new, v.symbol as before, case when v.isin is null then ${symbolHolder} end as other,
              ${becomesEtf} as "becomesEtf",
              $5 and n.symbol <> v.symbol or n.series is distinct from v.series or nullif(n.suspended, '')::boolean <> v.suspended
                or n.token not in ('', coalesce(v.token, '')) or nullif(n.lot, '')::int is distinct from coalesce(v.lot, nullif(n.lot, '')::int)
                or nullif(n.tick, '')::numeric <> v.tick or n.tick <> '' and v.tick is null or n."isEtf" and not v.is_etf
                or n.underlying not in ('', coalesce(v.underlying, '')) as differs,
              n."isEtf" or coalesce(v.is_etf, false) as is_etf, coalesce(nullif(n.underlying, ''), v.underlying) as underlying
         from ${listed} left join lateral ${inForce('n.isin')} v on true),
     counted as (select * from fresh where (differs or is_new) and ($5 or other is null and not "becomesEtf")),
     saved as (
       insert into security (isin, exchange, from_day, symbol, series, name, token, lot, tick, suspended, is_etf, underlying, file_id)
       select isin, $2, case when is_new then '1900-01-01' else $3::date end, symbol, series, name, token, lot, tick, suspended, is_etf, underlying, $4
         from counted
       on conflict (isin, exchange, from_day) do update
          set symbol = excluded.symbol, series = excluded.series, name = excluded.name, token = excluded.token, lot = excluded.lot,
              tick = excluded.tick, suspended = excluded.suspended, is_etf = excluded.is_etf, underlying = excluded.underlying, file_id = excluded.file_id)
     select isin, symbol, before, other, "becomesEtf" from counted order by symbol`,
    [JSON.stringify(securities), exchange, day, id, part === 'all'],
  )

/** The row before the day gets the old symbol; none where the change is known or the security is not. */
export const saveChange = (tx: Tx, fileId: string, { from, to, day }: SymbolChange) =>
  tx.row<{ isin: string }>(
    `with found as (
       select * from security s where s.exchange = $4 and s.symbol = $2 and s.from_day < $3
          and not exists (select from security l where l.isin = s.isin and l.exchange = s.exchange
                             and l.from_day > s.from_day and l.from_day <= $3)),
     added as (
       insert into security (isin, exchange, from_day, symbol, series, name, token, lot, tick, suspended, is_etf, underlying, file_id)
       select isin, exchange, $3, symbol, series, name, token, lot, tick, suspended, is_etf, underlying, $5 from found)
     update security s set symbol = $1 from found f
      where s.isin = f.isin and s.exchange = f.exchange and s.from_day = f.from_day returning s.isin`,
    [from, to, day, 'NSE', fileId],
  )

/**
 * Renamed securities: the instrument keeps its symbol, and gets the new one as another name and the name of the list, unless another
 * instrument has them, or gets them here.
 */
export const renameInstruments = (tx: Tx, renamed: readonly { readonly isin: string; readonly to: string }[]) =>
  tx.run(
    `with n as (
       select distinct on (instrument_key(u.symbol)) m.id, u.symbol, s.name
         from unnest($1::text[], $2::text[]) as u (isin, symbol) join instrument m on m.isin = u.isin
         cross join lateral (select left(v.name, 80) as name from security v where v.isin = u.isin order by v.from_day desc limit 1) s
        where not exists (select from instrument_name o where o.key = instrument_key(u.symbol))
        order by instrument_key(u.symbol), m.symbol)
     update instrument i set aliases = i.aliases || n.symbol,
            name = case when exists (select from instrument_name o where o.key = instrument_key(n.name) and o.instrument_id <> i.id)
                          or exists (select from n p where p.id <> i.id
                                        and instrument_key(n.name) in (instrument_key(p.name), instrument_key(p.symbol)))
                        then i.name else n.name end
       from n where i.id = n.id`,
    listsOf(renamed, 'isin', 'to'),
  )

/** The names by which clients know the instruments with these ISINs. */
export const shownNames = (sql: Sql, isins: readonly string[]) =>
  sql.rows<{ isin: string; name: string }>('select isin, name from instrument where isin = any ($1)', [isins])

export const newestFiles = (sql: Sql, most: number) =>
  selectViews<Reply<typeof securityCalls.list>['files'][number]>(
    sql,
    `${countedFiles('security_file', 'f.kind, f.rows')} order by f.imported_at desc limit $1`,
    [most],
  )

export const waitingSuccessors = (sql: Sql, most: number) =>
  sql.rows<Successor>(
    `select isin, successor, symbol, ${sqlDateText('from_day')} as "from" from isin_successor
      where accepted is null order by from_day desc, symbol limit $1`,
    [most],
  )

export const lockSuccessor = (tx: Tx, isin: string) =>
  tx.row<Successor & { waits: boolean; imported_by: string }>(
    `select s.isin, s.successor, s.symbol, ${sqlDateText('s.from_day')} as "from", s.accepted is null as waits, f.imported_by
       from isin_successor s join security_file f on f.id = s.file_id where s.isin = $1 for update of s`,
    [isin],
  )

export const saveDecision = (tx: Tx, isin: string, accept: boolean, operatorId: string) =>
  tx.run('update isin_successor set accepted = $2, decided_by = $3, decided_at = now() where isin = $1', [
    isin,
    accept,
    operatorId,
  ])

/** For the queue: the files with new ISINs that wait for an operator. */
export const heldSecurities = `
  select f.id, null::uuid as client_id, null::bigint as amount, f.imported_at as since, f.imported_by as first_approval_by, 'security' as type
    from security_file f where exists (select from isin_successor s where s.file_id = f.id and s.accepted is null)`

export const sentSecurityFiles = filesOfFormat({
  table: 'security_file',
  kind: 'security-file.count',
  about: `f.exchange || ', ' || ${sqlDayText('f.day')}`,
  key: ['exchange', 'kind', 'day'],
})
