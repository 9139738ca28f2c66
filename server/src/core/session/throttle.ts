import { sessionRules } from '@sauda/contract/core/session'
import { AppError, commonErrors, type ErrorDefinition } from '@sauda/contract/platform/error'
import type { Sql } from '../../platform/db.ts'
import type { MountOptions } from '../../platform/mount.ts'
import { networkOf } from '../../platform/rate-limit.ts'
import { countAttempt, countUse, forgetAttempts, refund, secondsBlocked } from './login.sql.ts'

export { forgetAttempts, refund }

/** Key of a limit that all callers of one network share. */
export const perNetwork = (limit: string, ip: string): string => `${limit}:${networkOf(ip)}`

/**
 * Counts an attempt before the secret is checked, so that a burst of requests is limited too. Throws `error` with
 * the seconds to wait while blocked. Runs outside the caller's transaction, because a rejected attempt must count.
 */
export async function attempt(sql: Sql, key: string, error: ErrorDefinition): Promise<void> {
  if ((await countAttempt(sql, key, sessionRules.attempts)) !== undefined) return
  throw new AppError(error, { retryAfter: Math.max(1, (await secondsBlocked(sql, key)) ?? 1) })
}

/** Counts one use in a window of `seconds`; returns the number so far. */
export const uses = async (sql: Sql, key: string, seconds: number): Promise<number> =>
  (await countUse(sql, key, seconds))?.count ?? 0

/** Counts one use in a window of `budget.seconds`; throws `error` when the limit is reached. */
export async function spend(sql: Sql, key: string, budget: { most: number; seconds: number }, error: ErrorDefinition) {
  const used = await countUse(sql, key, budget.seconds)
  if (used && used.count > budget.most) throw new AppError(error, { retryAfter: Math.max(1, used.seconds) })
}

/** The limits that the contract sets on calls of clients. */
export const createCallLimit =
  (db: Sql, { rateLimits }: { readonly rateLimits: boolean }): MountOptions['limit'] =>
  async ({ method, path, limit }, clientId) => {
    if (rateLimits && limit) await spend(db, `${method} ${path}:${clientId}`, limit, commonErrors.tooMany)
  }
