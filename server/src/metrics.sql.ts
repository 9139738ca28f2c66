import type { QueueSources } from './core/queue/queue.sql.ts'
import type { Sql } from './platform/db.ts'

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

export const queueFigures = (sql: Sql, sources: QueueSources) =>
  sql.rows<{ kind: string; count: bigint; oldest: number | null }>(
    Object.entries(sources)
      .map(
        ([kind, source]) =>
          `select '${kind}' as kind, count(*) as count, ${ageOf('min(i.since)')} as oldest from (${source}) i`,
      )
      .join(' union all '),
  )
