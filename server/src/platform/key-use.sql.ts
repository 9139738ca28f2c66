import type { Sql } from './db.ts'

/** From the first start with the key as the newest one; `keyId` says nothing about the key. */
export const recordKeyUse = (sql: Sql, keyId: string) =>
  sql.run('insert into secret_key_use (key_id) values ($1) on conflict do nothing', [keyId])
