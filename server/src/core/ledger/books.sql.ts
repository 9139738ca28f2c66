import { allFigures, type ClientFigure } from '@sauda/contract/core/ledger-name'
import { sqlName } from './name.sql.ts'
import { type Sql, type Tx, selectColumn, selectValue } from '../../platform/db.ts'
import { advisoryLocks } from '../../platform/advisory-lock.sql.ts'

/** A figure and the sum of its entries, in paise. */
export type DifferenceRow = { what: string; client_id: string | null; shown: bigint; entries: bigint }

/** Compares figures or a feature's rows with their ledger entries; returns at most `limit` differences. */
export type BooksCheck = {
  /** What a complete check divides it by. */
  readonly by: 'client' | 'cause'
  /** Selects the parts of what is new: `newParts`. Checks with the same text share them. */
  readonly news: string
  readonly run: (sql: Sql, limit: number, scope: Part | Slice) => Promise<DifferenceRow[]>
}

/** Clients or causes with something new, as many as one statement compares: lists in the text form of arrays, which only the database reads. */
export type Part = readonly (string | null)[]

/** Clients or causes of one statement. */
const partSize = 2000

/** Days, clients or causes from `from` to before `to`. Bookings that concern no client have the first id. */
export type Slice = { readonly from: string | null; readonly to: string | null }

/** Longer than any transaction: a row is committed later than the time in it. */
const marginMilliseconds = 3_600_000

const leastId = (milliseconds: number): string => {
  const hex = milliseconds.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

const sinceValues = ({ entryId, at }: Since) => {
  const from = at.getTime() - marginMilliseconds
  return [entryId, new Date(from), leastId(from), leastId(Date.now() + marginMilliseconds)]
}

/**
 * What is new since a point, in parts. `news` selects text arrays `part` from: at most `$1` clients or causes in each; entries after
 * `$2`, rows changed at `$3` or later, and rows with a UUIDv7 from `$4` to `$5`. Without the upper limit every random id would count as new.
 */
export function newParts(sql: Sql, news: string, point: Since, size = partSize) {
  const text = `with typed as (select $1::int, $2::bigint, $3::timestamptz, $4::uuid, $5::uuid), ${news}`
  return selectColumn<Part>(sql, text, [size, ...sinceValues(point)])
}

/** Declares the parameters, of which a check may use none. */
const typedSlice = 'typed as (select $2::uuid, $3::uuid)'

/**
 * The condition for a column of the id that a slice goes by. Its ends are subqueries, because the planner takes a range between two
 * known ids for empty, and then compares every row of the slice with every other.
 */
export const inSlice = (column: string): string => `${column} >= (select $2) and ${column} < (select $3)`

const figures = allFigures
const list = (write: (account: ClientFigure) => string) => figures.map(write).join(', ')

/** What an entry adds to a figure. */
const changeOf = (account: ClientFigure): string =>
  account === 'dues'
    ? `case 'client_dues' when debit then amount when credit then -amount else 0 end`
    : `case '${account}' when credit then amount when debit then -amount else 0 end`

/** A client's figures before the first journal that is checked; none if all are. */
const noBase = `base as (select null::uuid as client_id, ${list((account) => `0::bigint as ${account}`)} where false)`

/** Entries and journals after the point. */
export const newRows = `
  new_entry as materialized (select journal_id, client_id from public.entry where id > $2),
  new_journal as materialized (
    select id, client_id, cause_id, at from public.journal where id in (select journal_id from new_entry)
     union select id, client_id, cause_id, at from public.journal where id between $4 and $5)`

/** `text` selects `key` and perhaps other columns; divided into parts with the number `n`. */
export const inParts = (text: string, key: string) =>
  `select *, (row_number() over (order by ${key}) - 1) / $1 as n from (${text}) a`

/** Clients with their first new journal, if they have one. */
const newOfLedgers = `${newRows},
  part as (${inParts(
    `select distinct on (client_id) client_id, at, id
       from (select client_id, at, id from new_journal
              union all select client_id, 'infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff' from new_entry) f
      order by client_id, at, id`,
    'client_id',
  )})
  select array[array_agg(client_id)::text, array_agg(at)::text, array_agg(id)::text, $2::text] as part from part group by n`

/** True for an entry and its journal. With the client, by which a cluster distributes both (server/cluster). */
export const belongs = (entry: string, journal: string) =>
  `${entry}.journal_id = ${journal}.id and ${entry}.client_id = ${journal}.client_id`

/** From each client's first new journal on: of the clients `$2` with the journals at `$3` with the ids `$4`; entries after `$5`. */
const clientsSince = `
  first_new as materialized (select * from unnest($2::uuid[], $3::timestamptz[], $4::uuid[]) f (client_id, at, id)),
  journal as materialized (
    select p.* from first_new f join public.journal p on p.client_id = f.client_id and (p.at, p.id) >= (f.at, f.id)),
  entry as materialized (
    select * from public.entry where client_id = any ($2::uuid[]) and journal_id = any (array(select id from journal))
     union select * from public.entry where client_id = any ($2::uuid[]) and id > $5::bigint),
  base as materialized (select b.* from first_new f cross join lateral figures_before(f.client_id, f.at, f.id) b),
  client_ledger as materialized (select * from public.client_ledger where client_id = any ($2::uuid[]))`

/** Stands in for a table with some of its rows. */
export const rowsOf = (table: string, condition: string): string =>
  `${table} as not materialized (select * from public.${table} where ${condition})`

/** Everything of some clients. */
const clientsSlice = `${noBase}, ${['client_ledger', 'journal', 'entry'].map((table) => rowsOf(table, inSlice('client_id'))).join(', ')}`

/** Common table expressions that stand in for the tables of a check: of a part of what is new, and of a slice of everything. */
export type Stand = Pick<BooksCheck, 'by' | 'news'> & {
  readonly since: string
  readonly slice: string
}

const ofLedgers: Stand = { by: 'client', news: newOfLedgers, since: clientsSince, slice: clientsSlice }

/** `text` selects at most `$1` differences. */
export const booksCheck = ({ by, news, since, slice }: Stand, text: string): BooksCheck => ({
  by,
  news,
  run: (sql, limit, scope) =>
    'from' in scope
      ? sql.rows(
          `with ${typedSlice}, ${by === 'client' ? `${rowsOf('client', inSlice('id'))}, ` : ''}${slice} ${text}`,
          [limit, scope.from, scope.to],
        )
      : sql.rows(`with ${since} ${text}`, [limit, ...scope]),
})

/** A figure before a journal. */
const beforeOf = (account: ClientFigure) => `coalesce(j.${account}_before, b.${account}, 0)`

const texts: readonly string[] = [
  // Every client figure that differs from the sum of its entries, or is negative.
  `select f.account || ' of ' || coalesce(${sqlName('client', 'c.number')}, 'client ' || coalesce(l.client_id, e.client_id)) as what,
          coalesce(l.client_id, e.client_id) as client_id, f.shown, f.entries
     from client_ledger l
     full join (select client_id, ${list((account) => `sum(${changeOf(account)})::bigint as ${account}`)} from entry group by client_id) e on e.client_id = l.client_id
     left join base b on b.client_id = coalesce(l.client_id, e.client_id)
     left join client c on c.id = coalesce(l.client_id, e.client_id)
     cross join lateral (values ${list(
       (account) => `('${account}', coalesce(l.${account}, 0), coalesce(b.${account}, 0) + coalesce(e.${account}, 0))`,
     )}) f (account, shown, entries)
    where f.shown <> f.entries or f.shown < 0
    order by c.number, f.account limit $1`,
  // Journals without entries, and entries without a journal of their client.
  `select coalesce('Journal ' || j.id || ' (' || j.event || ') has no entries',
                   'Entry ' || e.id || ' belongs to no journal of its client') as what,
          coalesce(j.client_id, e.client_id) as client_id, 0::bigint as shown, coalesce(e.amount, 0) as entries
     from journal j full join entry e on ${belongs('e', 'j')}
    where j.id is null or e.id is null
    limit $1`,
  // Journals that move the bank without naming one of its accounts.
  `select 'Journal ' || j.id || ' (' || j.event || ') names no bank account' as what, j.client_id, 0::bigint as shown,
          sum(e.amount)::bigint as entries
     from journal j join entry e on ${belongs('e', 'j')} and 'bank' in (e.debit, e.credit)
     left join broker_bank b on b.id = j.bank_id
    where b.id is null
    group by j.id, j.event, j.client_id limit $1`,
  // Figures stored after a journal that differ from those after the previous one by anything but the journal's entries. Journals and
  // entries are grouped: a join would compare each journal of a client with each entry where the planner expects few. Whole rows are compared
  // before single figures, because that is faster.
  `select f.account || ' of ' || coalesce(${sqlName('client', 'c.number')}, 'client ' || j.client_id) || ' after journal ' || j.id || ' (' || j.event || ')' as what,
          j.client_id, f.shown::bigint, (f.before + f.change)::bigint as entries
     from (select *, ${list((account) => `lag(${account}) over client_order as ${account}_before`)}
             from (select client_id, id, max(event) as event, max(at) as at, ${list(
               (account) => `max(${account}) as ${account}, sum(${account}_change)::bigint as ${account}_change`,
             )}
                     from (select client_id, id, event, at, ${list((account) => `${account}, 0 as ${account}_change`)} from journal
                           union all
                           select client_id, journal_id, null, null, ${list((account) => `null, ${changeOf(account)}`)} from entry) r
                    group by client_id, id having max(at) is not null) g
           window client_order as (partition by client_id order by at, id)) j
     left join base b on b.client_id = j.client_id
     left join client c on c.id = j.client_id
     cross join lateral (values ${list(
       (account) => `('${account}', j.${account}, ${beforeOf(account)}, j.${account}_change)`,
     )}) f (account, shown, before, change)
    where (${list((account) => `j.${account}`)}) is distinct from (${list((account) => `${beforeOf(account)} + j.${account}_change`)})
      and f.shown <> f.before + f.change
    order by j.at limit $1`,
]

export const ledgerChecks = texts.map((text) => booksCheck(ofLedgers, text))

/** `account` is a ledger account, or the id of a bank account of the broker. */
type Balance = { account: string; stored: bigint; booked: bigint }

/** The clients' stored figures together, and every account by the entries. Bank accounts are parts of `bank`. */
export const trialBalance = (sql: Sql) =>
  sql.rows<Balance>(
    `with totals as materialized (select * from ledger_days('-infinity', 'infinity')),
     moved as (
       select credit as account, amount from totals
       union all
       select debit, -amount from totals
       union all
       select 'dues', case 'client_dues' when debit then amount else -amount end
         from totals where 'client_dues' in (debit, credit)
       union all
       select bank_id::text, case when credit = 'bank' then amount else -amount end
         from totals where bank_id is not null and 'bank' in (debit, credit))
     select account, coalesce(stored, 0)::bigint as stored, coalesce(booked, 0)::bigint as booked
       from (select account, sum(amount) as booked from moved group by account) m
       full join (select a.account, a.stored
                    from (select ${list((account) => `coalesce(sum(${account}), 0) as ${account}`)} from client_ledger) l,
                         lateral (values ${list((account) => `('${account}', ${account})`)}) a (account, stored)) f
            using (account)`,
  )

export const bankAccounts = (sql: Sql) =>
  sql.rows<{ id: string; name: string }>('select id, name from broker_bank order by name, id')

export const countEntries = (sql: Sql) =>
  selectValue<bigint>(sql, `select coalesce(sum(entries), 0)::bigint from ledger_days('-infinity', 'infinity')`)

/** Reads from every database over the transaction's connections, which fixes the snapshot of each. */
export const takeSnapshots = (tx: Tx) => tx.row('select count(*) from (select 1 from journal limit 1) j')

type Since = Pick<Point, 'entryId' | 'at'>

/** Entries up to `entryId` are verified. `wholeMilliseconds` is the duration of the last complete check, null if it is not known. */
export type Point = { entryId: bigint; at: Date; fullAt: Date; wholeMilliseconds: number | null }

/** The newest entry, and a transaction that began after every one that can still add an entry before it. */
export const markNewest = (tx: Tx) =>
  tx.row<{ entryId: bigint; xact: string; at: Date }>(
    `select coalesce(max(id), 0) as "entryId", pg_current_xact_id()::text as xact, now() as at from entry`,
  )

export const isOver = async (sql: Sql, xact: string): Promise<boolean> =>
  (await sql.row('select from (select) s where pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8', [xact])) !==
  undefined

/** True for one process a day: a complete check, or a share of it, is due. While it checks, each slice renews `tried_at`; if it ends early, another process may claim the check an hour later. */
export const claimFullCheck = async (sql: Sql): Promise<boolean> =>
  (await sql.run(
    `update books_point set tried_at = now()
      where share_at < now() - interval '24 hours' and (tried_at is null or tried_at < now() - interval '1 hour')`,
  )) > 0

/** `isSettled`: every transaction up to `xact` is over; `isLocked`: no other process stores a point until this transaction ends. */
export const readPoint = (tx: Tx, xact: string) =>
  tx.row<{ isLocked: boolean; isSettled: boolean } & (Point | Record<keyof Point, null>)>(
    `select l."isLocked", pg_snapshot_xmin(pg_current_snapshot()) > $2::xid8 as "isSettled", p.entry_id as "entryId",
            p.at, p.full_at as "fullAt", p.whole_milliseconds as "wholeMilliseconds"
       from (select pg_try_advisory_xact_lock($1) as "isLocked") l left join books_point p on true`,
    [advisoryLocks.books, xact],
  )

export const findPoint = (sql: Sql) =>
  sql.row<Point>(
    'select entry_id as "entryId", at, full_at as "fullAt", whole_milliseconds as "wholeMilliseconds" from books_point',
  )

/** A complete check is divided over a week where a seventh of it takes longer than this, in milliseconds. */
const leastShare = 60_000
const daysOfCheck = 7

/** With a quarter more than a seventh, the books may grow meanwhile. The first complete check is not divided. */
export async function dailyShare(sql: Sql): Promise<number> {
  const whole = (await findPoint(sql))?.wholeMilliseconds ?? null
  return whole === null ? Infinity : Math.max(leastShare, (whole * 1.25) / daysOfCheck)
}

/** `isShare`: after a complete check or a share of it. */
export const storePoint = (tx: Tx, { entryId, at, fullAt, wholeMilliseconds }: Point, isShare: boolean) =>
  tx.run(
    `insert into books_point (entry_id, at, full_at, whole_milliseconds, share_at) values ($1, $2, $3, $4, now())
     on conflict (one) do update set entry_id = excluded.entry_id, at = excluded.at, full_at = excluded.full_at,
       whole_milliseconds = excluded.whole_milliseconds,
       share_at = case when $5 then excluded.share_at else books_point.share_at end`,
    [entryId, at, fullAt, wholeMilliseconds, isShare],
  )

export const deletePoint = (tx: Tx) => tx.run('delete from books_point')
