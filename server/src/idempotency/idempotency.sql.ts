import type { Sql } from '../platform/db.ts'

/** Whose key, and the hash of what was asked under it. */
type KeyPlace = { readonly ownerId: string; readonly key: string; readonly hash: Buffer }

type KeptRow = { request_hash: Buffer; status: number; answer: unknown }

/**
 * Holds the key until the transaction ends (`held` is false while another request holds it) and answers what was kept
 * under it. The look may miss what was committed at this very moment: then `keepAnswer` breaks `idempotency_pkey`.
 */
export function holdKey(sql: Sql, { ownerId, key }: KeyPlace) {
  return sql.row<{ held: boolean } & (KeptRow | Record<keyof KeptRow, null>)>(
    `select h.held, i.request_hash, i.status, i.answer
       from (select pg_try_advisory_xact_lock(hashtextextended($1::text || ' ' || $2, 0)) as held) h
       left join idempotency i on i.owner_id = $1::uuid and i.key = $2`,
    [ownerId, key],
  )
}

export function keepAnswer(sql: Sql, { ownerId, key, hash }: KeyPlace, said: { status: number; answer: object }) {
  return sql.run('insert into idempotency (owner_id, key, request_hash, status, answer) values ($1, $2, $3, $4, $5)', [
    ownerId,
    key,
    hash,
    said.status,
    JSON.stringify(said.answer),
  ])
}

export function forgetOldKeys(sql: Sql) {
  return sql.run("delete from idempotency where at < now() - interval '7 days'")
}
