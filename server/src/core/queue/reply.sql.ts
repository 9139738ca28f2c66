import { dataKeyOf } from '../../platform/data-key.ts'
import type { Sql, Tx } from '../../platform/db.ts'

export type NewReply = {
  id: string
  clientId: string
  thread: string
  text: string
  fileKey: string | null
  rejection: { reason: string; at: Date } | null
}

/** Statement time: the transaction may be older than the lock it waited for. */
export const insertReply = (tx: Tx, r: NewReply) =>
  tx.run(
    `insert into reply (id, client_id, thread, text, file_key, reason, rejected_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, statement_timestamp())`,
    [r.id, r.clientId, r.thread, r.text, r.fileKey, r.rejection?.reason ?? null, r.rejection?.at ?? null],
  )

export type ReplyRow = {
  id: string
  thread: string
  text: string
  file_key: string | null
  reason: string | null
  rejected_at: Date | null
  created_at: Date
}

/** The newest replies of each thread first. */
export const selectReplies = (sql: Sql, clientId: string, threads: readonly string[], limit: number) =>
  sql.rows<ReplyRow>(
    `select r.id, r.thread, r.text, r.file_key, r.reason, r.rejected_at, r.created_at
       from unnest($2::text[]) as t (thread) cross join lateral (
         select * from reply r where r.client_id = $1 and r.thread = t.thread order by r.created_at desc, r.id desc limit $3) r
      order by r.created_at desc, r.id desc`,
    [clientId, threads, limit],
  )

export const selectTexts = (sql: Sql, clientId: string, ids: readonly string[]) =>
  sql.rows<{ id: string; text: string }>('select id, text from reply where client_id = $1 and id = any($2::uuid[])', [
    clientId,
    ids,
  ])

export const findProof = (sql: Sql, reply: { id: string; clientId: string; thread: string }) =>
  sql.row<{ file_key: string; data_key: Buffer | null }>(
    `select file_key, ${dataKeyOf('client_id')} as data_key
       from reply where id = $1 and client_id = $2 and thread = $3 and file_key is not null`,
    [reply.id, reply.clientId, reply.thread],
  )
