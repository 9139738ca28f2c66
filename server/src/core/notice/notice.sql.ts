import { type Blocked, sqlBlocked } from '../ledger/client.sql.ts'
import { type AttentionItem, attentionKinds, type noticeCalls } from '@sauda/contract/core/notice'
import type { Reply, Topic } from '@sauda/contract/platform/call'
import { type Sql, type Tx, listsOf, selectValue, selectViews } from '../../platform/db.ts'

export type NewNotice = { clientId: string | null; topic: string; id: string | null }

export const insertNotices = (sql: Sql, notices: readonly NewNotice[]) =>
  sql.run(
    `insert into notice (client_id, topic, subject_id) select * from unnest($1::uuid[], $2::text[], $3::text[])`,
    listsOf(notices, 'clientId', 'topic', 'id'),
  )

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

/** The notices for one audience of the last `milliseconds`; a null `clientId` is the desk. */
export const recentNotices = (sql: Sql, clientId: string | null, milliseconds: number) =>
  sql.rows<NoticeRow>(
    `select client_id as "clientId", topic, subject_id as id from notice
      where client_id is not distinct from $1 and at > now() - $2 * interval '1 millisecond' order by xact, id`,
    [clientId, milliseconds],
  )

export const deleteOldNotices = (sql: Sql, minutes: number) =>
  sql.run('delete from notice where at < now() - make_interval(mins => $1)', [minutes])

type NewNotification = { id: string; clientId: string; topic: Topic; subjectId: string | null; text: string }

export const insertNotification = (tx: Tx, n: NewNotification) =>
  selectValue<Blocked>(
    tx,
    `insert into notification (id, client_id, topic, subject_id, text) values ($1, $2, $3, $4, $5)
     returning (select ${sqlBlocked()} from client where id = $2)`,
    [n.id, n.clientId, n.topic, n.subjectId, n.text],
  )

/** About trades, for many clients in one statement, with a notice to their screens. */
export const insertNotifications = (
  tx: Tx,
  notifications: readonly { readonly id: string; readonly clientId: string; readonly text: string }[],
) =>
  tx.run(
    `with n as (select * from unnest($1::uuid[], $2::uuid[], $3::text[]) as n (id, client_id, text)),
     told as (insert into notification (id, client_id, topic, text) select id, client_id, 'trade', text from n)
     insert into notice (client_id, topic) select client_id, t from n cross join unnest('{trade,wallet,notification}'::text[]) t`,
    listsOf(notifications, 'id', 'clientId', 'text'),
  )

/** The newest `limit`, and the number of all, of those read or of those unread. */
export const selectNotifications = (sql: Sql, clientId: string, isRead: boolean, limit: number) =>
  selectViews<Reply<typeof noticeCalls.notifications>['notifications'][number] & { total: number }>(
    sql,
    `select id as "_id", topic, subject_id as id, text, at, (count(*) over ())::int as total
       from notification where client_id = $1 and (read_at is not null) = $2 order by notification.id desc limit $3`,
    [clientId, isRead, limit],
  )

/** Older than `days`, and of each client beyond the newest `kept`. */
export const deleteOldNotifications = (sql: Sql, days: number, kept: number) =>
  sql.run(
    `with full_lists as (select client_id from notification group by client_id having count(*) > $2)
     delete from notification n
      where n.at < now() - make_interval(days => $1)
         or n.client_id in (select client_id from full_lists)
            and n.id not in (select k.id from notification k where k.client_id = n.client_id order by k.at desc, k.id desc limit $2)`,
    [days, kept],
  )

export const setRead = (sql: Sql, clientId: string, ids: readonly string[]) =>
  sql.run('update notification set read_at = now() where client_id = $1 and id = any($2::uuid[]) and read_at is null', [
    clientId,
    ids,
  ])

/** `sources`: each feature's rows of the client $1, with these columns. */
export const selectAttention = (sql: Sql, sources: readonly string[], clientId: string, limit: number) =>
  selectViews<Omit<AttentionItem, 'amount'> & { amount?: bigint }>(
    sql,
    `select kind, id, detail, amount, count, to_char(due_on, 'YYYY-MM-DD') as "dueDate", reason, since
       from (${sources.join(' union all ')}) a
      order by array_position($2::text[], kind), since desc limit $3`,
    [clientId, attentionKinds, limit],
  )
