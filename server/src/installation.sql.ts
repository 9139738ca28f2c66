import type { Sql } from './platform/db.ts'

/** The mode of the first start; this one is the first if there was none. */
export async function firstMode(sql: Sql, mode: 'demo' | 'live'): Promise<string> {
  await sql.run('insert into installation (mode) values ($1) on conflict do nothing', [mode])
  return (await sql.row<{ mode: string }>('select mode from installation'))?.mode ?? mode
}

/** From the first start with the key as the newest one; `keyId` says nothing about the key. */
export const recordKeyUse = (sql: Sql, keyId: string) =>
  sql.run('insert into secret_key_use (key_id) values ($1) on conflict do nothing', [keyId])
