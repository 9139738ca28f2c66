import type { Topic } from '@sauda/contract/notice'
import type { Sql } from '../platform/db.ts'

export const insertNotice = (sql: Sql, notice: { clientId: string | null; topic: string; id: string | null }) =>
  sql.run('insert into notice (client_id, topic, subject_id) values ($1, $2, $3)', [
    notice.clientId,
    notice.topic,
    notice.id,
  ])

export type NoticeRow = { clientId: string | null; topic: Topic; id: string | null }

/**
 * The notices committed since `snapshot` was taken, and the snapshot of this query. Exact, unlike the highest id:
 * concurrent transactions commit in another order than they take ids.
 */
export const newNotices = (sql: Sql, snapshot: string) =>
  sql.row<{ snapshot: string; notices: NoticeRow[] }>(
    `select pg_current_snapshot()::text as snapshot,
            (select coalesce(json_agg(json_build_object('clientId', client_id, 'topic', topic, 'id', subject_id)
                                      order by id), '[]')
               from notice
              where xact >= pg_snapshot_xmin($1::pg_snapshot)
                and not pg_visible_in_snapshot(xact, $1::pg_snapshot)) as notices`,
    [snapshot],
  )

export const deleteOldNotices = (sql: Sql, minutes: number) =>
  sql.run('delete from notice where at < now() - make_interval(mins => $1)', [minutes])
