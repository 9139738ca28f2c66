import type { Sql } from '../platform/db.ts'

export type KeptRow = { request_hash: Buffer; status: number; answer: unknown }

/** Holds the key until the transaction ends; false while another request holds it. */
export async function holdKey(sql: Sql, ownerId: string, key: string): Promise<boolean> {
  const row = await sql.row<{ held: boolean }>('select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as held', [
    `${ownerId} ${key}`,
  ])
  return row?.held ?? false
}

export function findKept(sql: Sql, ownerId: string, key: string) {
  return sql.row<KeptRow>('select request_hash, status, answer from idempotency where owner_id = $1 and key = $2', [
    ownerId,
    key,
  ])
}

export function keepAnswer(
  sql: Sql,
  ownerId: string,
  key: string,
  kept: { hash: Buffer; status: number; answer: object },
) {
  return sql.run(
    'insert into idempotency (owner_id, key, request_hash, status, answer) values ($1, $2, $3, $4, $5) on conflict do nothing',
    [ownerId, key, kept.hash, kept.status, JSON.stringify(kept.answer)],
  )
}

export function forgetOldKeys(sql: Sql) {
  return sql.run("delete from idempotency where at < now() - interval '7 days'")
}
