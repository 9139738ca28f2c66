import type { Sql } from './db.ts'
import { sameBytes, type Secret } from './secret.ts'

export class SecretFault extends Error {
  override name = 'SecretFault'
}

/** With two keys in one database, each could decrypt only a part of the data. */
export async function checkSecret(sql: Sql, secret: Secret): Promise<void> {
  const mark = secret.hmac('lookup', 'mark')
  const kept = await storeMark(sql, mark)
  if (kept && sameBytes(kept.mark, mark)) return
  throw new SecretFault(
    'This database was filled with another secret key. Set SECRET_KEY to that one, or put its secret.key back into DATA_DIR.',
  )
}

/** Stores the mark if there is none yet; returns the stored one. */
const storeMark = (sql: Sql, mark: Buffer) =>
  sql.row<{ mark: Buffer }>(
    'insert into secret_mark as s (mark) values ($1) on conflict (one) do update set mark = s.mark returning mark',
    [mark],
  )
