import { idempotencyRules } from '@sauda/contract/core/idempotency'
import type { Sql, Tx } from '../../platform/db.ts'

export type RequestKey = { readonly ownerId: string; readonly key: string; readonly hash: Buffer }

type StoredResponse = { request_hash: Buffer; status: number; answer: unknown; at: Date }

/**
 * Locks the key until the transaction ends (`locked` is false while another request has it) and returns the response
 * stored under it. It may miss a response committed at this very moment: then `insertResponse` violates
 * `idempotency_pkey`.
 */
export const lockKey = (sql: Sql, { ownerId, key }: RequestKey) =>
  sql.row<{ locked: boolean } & (StoredResponse | Record<keyof StoredResponse, null>)>(
    `select l.locked, i.request_hash, i.status, i.answer, i.at
       from (select pg_try_advisory_xact_lock(hashtextextended($1::text || ' ' || $2, 0)) as locked) l
       left join idempotency i on i.owner_id = $1::uuid and i.key = $2`,
    [ownerId, key],
  )

/** Sent together with the commit, because nothing needs its result. */
export const insertResponse = (tx: Tx, { ownerId, key, hash }: RequestKey, status: number, body: object): void =>
  tx.atCommit('insert into idempotency (owner_id, key, request_hash, status, answer) values ($1, $2, $3, $4, $5)', [
    ownerId,
    key,
    hash,
    status,
    JSON.stringify(body),
  ])

export const deleteOldKeys = (sql: Sql, most: number) =>
  sql.run(
    `delete from idempotency where ctid = any (array(
       select ctid from idempotency where at < now() - make_interval(days => $1) limit $2))`,
    [idempotencyRules.days, most],
  )

/** The database ends a transaction that is idle for longer than IDLE_TRANSACTION_SECONDS, as that of a key is while its request runs another transaction. */
export const stayActive = (tx: Tx) => tx.run('select')
