import type { Sql } from '../../platform/db.ts'

export const knownAmong = (sql: Sql, ownerId: string, hashes: readonly Buffer[]) =>
  sql.rows<{ hash: Buffer }>('select hash from known_browser where owner_id = $1 and hash = any($2)', [ownerId, hashes])

export const isOwnerKnown = async (sql: Sql, ownerId: string): Promise<boolean> =>
  (await sql.row('select from known_browser where owner_id = $1 limit 1', [ownerId])) !== undefined

export const insertKnown = (sql: Sql, ownerId: string, hashes: readonly Buffer[]) =>
  sql.run(
    `insert into known_browser (owner_id, hash) select $1, unnest($2::bytea[])
     on conflict (owner_id, hash) do update set seen_at = now()`,
    [ownerId, hashes],
  )

/** Keeps the newest. */
export const deleteSurplus = (sql: Sql, ownerId: string, most: number) =>
  sql.run(
    `delete from known_browser where owner_id = $1 and hash in
       (select hash from known_browser where owner_id = $1 order by seen_at desc, hash offset $2)`,
    [ownerId, most],
  )

export const deleteKnownBefore = (sql: Sql, days: number) =>
  sql.run('delete from known_browser where seen_at < now() - make_interval(days => $1)', [days])
