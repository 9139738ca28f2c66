import type { QueueSources } from '../../core/queue/queue.sql.ts'
import type { Sql } from '../../platform/db.ts'
import { databaseTime } from '../../platform/readiness.ts'
import { isExplained } from '../../core/ledger/bank-link.sql.ts'

export type DatabaseFigures = {
  /** Ages are in seconds, and null where there is nothing. */
  readonly mails_queued: bigint
  readonly mails_stuck: bigint
  readonly oldest_mail: number | null
  readonly oldest_unsealed: number | null
  readonly oldest_file_to_back_up: number | null
  readonly last_backup: number | null
  readonly payouts_stopped: number
  readonly database_bytes: bigint
  readonly connections: bigint
}

const ageOf = (time: string) => `extract(epoch from now() - ${time})::float8`

export const databaseFigures = (sql: Sql) =>
  sql.row<DatabaseFigures>(
    `with sealed as (select a.era, a.xact, a.id from audit_seal s join audit a on a.id = s.audit_id
                      order by s.position desc limit 1)
     select (select count(*) from mail where status = 'queued') as mails_queued,
            (select count(*) from mail where status = 'stuck') as mails_stuck,
            (select ${ageOf('min(created_at)')} from mail where status = 'queued') as oldest_mail,
            (select ${ageOf('min(a.at)')} from audit a
              where (a.era, a.xact, a.id) > (select era, xact, id from sealed)
                 or not exists (select from sealed)) as oldest_unsealed,
            (select ${ageOf('min(since)')} from file_to_back_up) as oldest_file_to_back_up,
            (select ${ageOf('max(ended_at)')} from backup) as last_backup,
            (select (stopped_at is not null)::int from payout_stop) as payouts_stopped,
            pg_database_size(current_database()) as database_bytes,
            (select count(*) from pg_stat_activity where datname = current_database()) as connections`,
  )

/** Seconds by which the clocks of this process and of the database differ at least: the statement took its time at some moment of its way. */
export async function clockDifference(sql: Sql): Promise<number> {
  const began = Date.now()
  const time = (await databaseTime(sql)).getTime()
  const halfway = (Date.now() - began) / 2
  return Math.max(0, Math.abs(time - began - halfway) - halfway) / 1000
}

export const queueFigures = (sql: Sql, sources: QueueSources) =>
  sql.rows<{ kind: string; count: bigint; oldest: number | null }>(
    Object.entries(sources)
      .map(
        ([kind, source]) =>
          `select '${kind}' as kind, count(*) as count, ${ageOf('min(i.since)')} as oldest from (${source}) i`,
      )
      .join(' union all '),
  )

type OverdueFigures = {
  /** Ages are in seconds, and null where there is nothing. */
  readonly books_new: number | null
  readonly books_share: number | null
  readonly books_all: number | null
  readonly oldest_exception: number | null
  readonly key: number | null
  readonly failed_clients: bigint
  readonly failed_operators: bigint
}

/** `keyId`: of the newest secret key. */
export const overdueFigures = (sql: Sql, keyId: string) =>
  sql.row<OverdueFigures>(
    `with failed as (select action from audit
                      where at > now() - interval '15 minutes' and action in ('auth.login.refused', 'operator.login.refused'))
     select (select ${ageOf('at')} from books_point) as books_new,
            (select ${ageOf('share_at')} from books_point) as books_share,
            (select ${ageOf('full_at')} from books_point) as books_all,
            greatest((select ${ageOf('min(s.imported_at)')} from bank_line l join bank_statement s on s.id = l.statement_id
                       where l.unexplained > 0 and not l.is_closed),
                     (select ${ageOf('min(m.found_at)')} from missing_line m
                       where m.settled_at is null and not ${isExplained('m.payment_id')})) as oldest_exception,
            (select ${ageOf('since')} from secret_key_use where key_id = $1) as key,
            (select count(*) from failed where action = 'auth.login.refused') as failed_clients,
            (select count(*) from failed where action = 'operator.login.refused') as failed_operators`,
    [keyId],
  )

/** The day up to which statements of each bank account in use are imported; without one the day before its first entry. */
export const importedThrough = (sql: Sql) =>
  sql.rows<{ account: string; day: string }>(
    `select account, to_char(day, 'YYYY-MM-DD') as day from (
       select b.name as account,
              coalesce((select max(last_on) from bank_statement s where s.broker_bank_id = b.id and s.withdrawn_at is null),
                       first_bank_day(b.id) - 1) as day
         from broker_bank b) x
      where day is not null order by account`,
  )
