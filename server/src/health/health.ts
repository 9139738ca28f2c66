import { healthRules } from '@sauda/contract/health'
import type { Sql } from '../platform/db.ts'
import { withTimeout } from '../platform/timeout.ts'
import { answers } from './health.sql.ts'

/** Asks whether the database answers, and soon enough. One question at a time: each holds a connection while it hangs. */
export function createHealth(sql: Sql): () => Promise<boolean> {
  let asked: Promise<unknown> | undefined
  return async () => {
    asked ??= answers(sql).finally(() => (asked = undefined))
    return await withTimeout(healthRules.databaseMilliseconds, asked).catch(() => false)
  }
}
