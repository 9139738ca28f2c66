import type { Sql, Tx } from '../../platform/db.ts'
import { sqlDateText } from '../../platform/india.ts'
import { isDraft } from './contract-note.sql.ts'

/** Trade days whose notes are to be issued. */

/** In SQL: whether every trade of a day is booked, or has what prevents it; whether a trade file of the day is not recorded yet. */
export const isDayBooked = (
  day: string,
): string => `(exists (select from trade_day d where d.day = ${day} and d.booked_at is not null)
   and not exists (select from exchange_trade t where t.day = ${day} and t.booked_at is null and t.client_id is not null
     and not exists (select from contract_fault f where f.day = ${day} and f.client_id = t.client_id)))`
export const isFileWaiting = (day: string): string =>
  `exists (select from exchange_file f where f.day = ${day} and f.status in ('waiting', 'approved', 'booking'))`

/** Why no note of the day can be issued: trades that are not booked, a file that waits, levies that are not compared yet. */
export const dayState = (sql: Sql, day: string) =>
  sql.row<{
    contracts: number
    isBooked: boolean
    isWaiting: boolean
    isLevied: boolean
    left: number
    isIssuing: boolean
  }>(
    `select (select count(*)::int from contract c where c.day = $1 and c.reversed_at is null and c.shortage_id is null) as contracts,
            ${isDayBooked('$1')} as "isBooked", ${isFileWaiting('$1')} as "isWaiting",
            not exists (select from levy_file f where f.day = $1 and f.imported_at > coalesce((select levied_at from trade_day d where d.day = $1), '-infinity')) as "isLevied",
            (select count(*)::int from contract c where c.day = $1 and ${isDraft}) as left,
            exists (select from contract_note_day d where d.day = $1 and d.finished_at is null) as "isIssuing"`,
    [day],
  )

export const requestDay = (tx: Tx, day: string, operatorId: string) =>
  tx.run(
    `insert into contract_note_day (day, requested_by) values ($1, $2)
     on conflict (day) do update set requested_by = excluded.requested_by, requested_at = now(), finished_at = null, next_try_at = now(), problem = null`,
    [day, operatorId],
  )

/** Leases the oldest day with notes to issue to this process for some seconds. */
export const claimDay = (sql: Sql, seconds: number) =>
  sql.row<{ day: string; operatorId: string }>(
    `update contract_note_day set next_try_at = now() + make_interval(secs => $1)
      where day = (select day from contract_note_day where finished_at is null and next_try_at <= now() order by day limit 1 for update skip locked)
      returning ${sqlDateText('day')} as day, requested_by as "operatorId"`,
    [seconds],
  )

export const extendLease = (sql: Sql, day: string, seconds: number) =>
  sql.run('update contract_note_day set next_try_at = now() + make_interval(secs => $2) where day = $1', [day, seconds])

export const postponeDay = (sql: Sql, day: string, problem: string, seconds: number) =>
  sql.run(
    'update contract_note_day set problem = $2, next_try_at = now() + make_interval(secs => $3) where day = $1 and finished_at is null',
    [day, problem, seconds],
  )
