import type { ErrorDefinition } from '@sauda/contract/error'
import { AppError } from '@sauda/contract/error'
import type { Sql } from '../platform/db.ts'
import { networkOf } from './network.ts'
import { countAttempt, countUse, forget, giveBack, secondsBlocked } from './throttle.sql.ts'

/** Key of a limit that all callers of one network share. */
export const perNetwork = (limit: string, ip: string): string => `${limit}:${networkOf(ip)}`

/** Attempts that cost nothing; from the next on the wait doubles: 1 s, 2 s, 4 s … 5 min. */
const freeAttempts = 5
const attemptWindowSeconds = 3600

/**
 * Counts an attempt at a secret before it is checked, so that a burst cannot pass together.
 * Throws `words` with the seconds to wait while blocked; `forgetAttempts` after a success.
 * Outside the caller's transaction: a refused attempt must still count.
 */
export async function attempt(sql: Sql, key: string, words: ErrorDefinition): Promise<void> {
  if (await countAttempt(sql, key, freeAttempts, attemptWindowSeconds)) return
  const blocked = await secondsBlocked(sql, key)
  throw new AppError(words, { retryAfter: Math.max(1, blocked?.seconds ?? 1) })
}

export const forgetAttempts = (sql: Sql, key: string): Promise<number> => forget(sql, key)

/** Counts a use of something with a budget per window; throws `words` once it is spent. */
export async function spend(
  sql: Sql,
  key: string,
  budget: { most: number; seconds: number },
  words: ErrorDefinition,
): Promise<void> {
  const used = await countUse(sql, key, budget.seconds)
  if (used && used.count > budget.most) throw new AppError(words, { retryAfter: Math.max(1, used.seconds) })
}

/** The attempt or use turned out not to be one (a right password, say). */
export const refund = (sql: Sql, key: string): Promise<number> => giveBack(sql, key)
