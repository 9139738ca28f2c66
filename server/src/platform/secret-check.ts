import type { Sql } from './db.ts'
import { sameBytes } from './secret.ts'
import type { Secret } from './secret.ts'
import { keepMark } from './secret.sql.ts'

/** Another key than the one the database was filled with. */
export class SecretFault extends Error {
  override name = 'SecretFault'
}

/** Two keys in one database would leave photos, numbers and codes that only one of them opens. */
export async function checkSecret(sql: Sql, secret: Secret): Promise<void> {
  const mark = secret.hmac('lookup', 'mark')
  const kept = await keepMark(sql, mark)
  if (kept && sameBytes(kept.mark, mark)) return
  throw new SecretFault(
    'This database was filled with another secret key. Set SECRET_KEY to that one, or put its secret.key back into DATA_DIR.',
  )
}
