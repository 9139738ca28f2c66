import { healthRules } from '@sauda/contract/health'
import type { Sql } from '../platform/db.ts'
import { withTimeout } from '../platform/concurrency.ts'
import { answers } from './health.sql.ts'

/**
 * Queries the database with a time limit, one query at a time because each holds a connection while the database
 * hangs.
 */
export function createHealth(sql: Sql): () => Promise<boolean> {
  let asked: Promise<unknown> | undefined
  return async () => {
    asked ??= answers(sql).finally(() => (asked = undefined))
    return await withTimeout(healthRules.databaseMilliseconds, asked).catch(() => false)
  }
}
