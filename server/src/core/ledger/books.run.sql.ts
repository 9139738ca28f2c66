import { belongs, type DifferenceRow, type Slice } from './books.sql.ts'
import { type Db, selectValue, type Sql, type Tx } from '../../platform/db.ts'

/** The parts of a complete check, in their order. */
export const runParts = ['day', 'client', 'cause'] as const
export type RunPart = (typeof runParts)[number]

/** A complete check under way: `start` is the first day, client or cause that is not checked yet. */
export type Run = {
  readonly entryId: bigint
  readonly at: Date
  readonly part: RunPart
  readonly start: string | null
  readonly differences: readonly DifferenceRow[]
  /** How long it took so far. */
  readonly milliseconds: number
}

type StoredRow = Omit<DifferenceRow, 'shown' | 'entries'> & { shown: string; entries: string }
type StoredRun = Omit<Run, 'differences'> & { differences: readonly StoredRow[] }

export async function findRun(sql: Sql): Promise<Run | undefined> {
  const run = await sql.row<StoredRun>(
    'select entry_id as "entryId", at, part, start, differences, milliseconds from books_run',
  )
  return (
    run && {
      ...run,
      differences: run.differences.map((row) => ({ ...row, shown: BigInt(row.shown), entries: BigInt(row.entries) })),
    }
  )
}

/** Each slice renews the time of the attempt, so that no other process takes over a running check. */
export const storeRun = (sql: Sql, { entryId, at, part, start, differences, milliseconds }: Run) =>
  sql.run(
    `with tried as (update books_point set tried_at = now())
     insert into books_run (entry_id, at, part, start, differences, milliseconds) values ($1, $2, $3, $4, $5, $6)
     on conflict (one) do update set entry_id = excluded.entry_id, at = excluded.at, part = excluded.part,
       start = excluded.start, differences = excluded.differences, milliseconds = excluded.milliseconds`,
    [
      entryId,
      at,
      part,
      start,
      JSON.stringify(differences.map((row) => ({ ...row, shown: String(row.shown), entries: String(row.entries) }))),
      milliseconds,
    ],
  )

export const deleteRun = (sql: Sql) => sql.run('delete from books_run')

/** Where the slice after this one begins; null if this one is the last. */
export async function sliceEnd(sql: Sql, part: RunPart, start: string | null, size: number) {
  const statements: Record<RunPart, string> = {
    day: `select to_char(d, 'YYYY-MM-DD') as next from (
            select min(day) + $2::int as d from ledger_day where day >= coalesce($1::date, '-infinity')) n
           where d <= (select max(day) from ledger_day)`,
    client: `select client_id::text as next from client_ledger
              where client_id >= coalesce($1::uuid, '00000000-0000-0000-0000-000000000000')
              order by client_id offset $2 limit 1`,
    cause: `select cause_id::text as next from journal
             where cause_id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000')
             order by cause_id offset $2 limit 1`,
  }
  return (await selectValue<string | null | undefined>(sql, statements[part], [start, size])) ?? null
}

export const limitStatements = (tx: Tx, milliseconds: number) =>
  tx.row("select set_config('statement_timeout', $1, true)", [String(milliseconds)])

/** The totals of these days that differ from their entries, up to the point of the totals. Without a point no journal is read; the subquery names a column, because Citus needs one. */
export const wrongDays = (sql: Sql, limit: number, { from, to }: Slice) =>
  sql.rows<DifferenceRow>(
    `with of_days as (
       select id, client_id, booked_on, bank_id from journal
        where booked_on >= coalesce($2::date, '-infinity') and booked_on < coalesce($3::date, 'infinity')
          and exists (select entry_id from ledger_day_point)),
     counted as (
       select j.booked_on as day, j.bank_id, e.debit::text, e.credit::text, sum(e.amount) as amount, count(*) as entries
         from of_days j join entry e on ${belongs('e', 'j')}
        where e.id <= (select entry_id from ledger_day_point)
        group by j.booked_on, j.bank_id, e.debit, e.credit),
     stored as (
       select day, coalesce(bank_id, '00000000-0000-0000-0000-000000000000') as bank, debit::text, credit::text, amount, entries
         from ledger_day where day >= coalesce($2::date, '-infinity') and day < coalesce($3::date, 'infinity'))
     select 'Total of ' || to_char(day, 'YYYY-MM-DD') || ' from ' || debit || ' to ' || credit
              || case when s.amount = c.amount then ', number of entries' else '' end as what,
            null::uuid as client_id,
            coalesce(case when s.amount = c.amount then s.entries else s.amount end, 0)::bigint as shown,
            coalesce(case when s.amount = c.amount then c.entries else c.amount end, 0)::bigint as entries
       from stored s
       full join (select day, coalesce(bank_id, '00000000-0000-0000-0000-000000000000') as bank, debit, credit, amount, entries
                    from counted) c using (day, bank, debit, credit)
      where s.amount is distinct from c.amount or s.entries is distinct from c.entries
      order by day, debit, credit limit $1`,
    [limit, from, to],
  )

/** Entries of one statement that adds to the totals of the days. */
const mostEntries = 500_000

export async function addDaysThrough(db: Db, entryId: bigint): Promise<void> {
  let reached = -1n
  while (reached < entryId) {
    const now = await db.transaction(
      (tx) => selectValue<bigint>(tx, 'select add_ledger_days($1, $2)', [entryId, mostEntries]),
      { checked: false },
    )
    if (now === reached) return
    reached = now
  }
}
