import { authErrors, authRules } from '@sauda/contract/auth'
import { AppError } from '@sauda/contract/error'
import type { AuthContext } from '../app-context.ts'
import type { Sql, Tx } from '../platform/db.ts'
import { randomCode } from '../platform/secret.ts'
import { compareCode, keepCode, secondsToWait, spendCode } from './code.sql.ts'

const { validMinutes, tries, resendSeconds, perHour } = authRules.code

/** Codes to reset a password (settled, section 4). All limits use the database's clock. */
type Secret = AuthContext['secret']

const hashOf = (secret: Secret, email: string, code: string) => secret.hmac('code', 'reset', email, code)

/**
 * A new code to mail, or undefined if one was mailed less than 30 seconds ago, which still works. Throws after 5
 * codes per address and hour.
 */
export async function issueCode(secret: Secret, tx: Tx, email: string): Promise<string | undefined> {
  const code = randomCode()
  const hash = hashOf(secret, email, code)
  if (await keepCode(tx, { email, hash, minutes: validMinutes, pauseSeconds: resendSeconds, perHour })) return code
  const wait = await secondsToWait(tx, email, resendSeconds, perHour)
  if (!wait || wait.pause > 0) return undefined
  throw new AppError(authErrors.tooManyCodes, { retryAfter: Math.max(1, wait.hour) })
}

/** Throws if the code is wrong, which counts as a try, or no longer valid. Does not use it up. */
export async function checkCode(secret: Secret, sql: Sql, email: string, code: string): Promise<void> {
  const compared = await compareCode(sql, email, hashOf(secret, email, code), tries)
  if (!compared) throw new AppError(authErrors.codeOver)
  if (!compared.fits) throw new AppError(authErrors.wrongCode)
}

/** Marks a checked code as used; throws if another request used it first. */
export async function useCode(secret: Secret, tx: Tx, email: string, code: string): Promise<void> {
  const used = await spendCode(tx, email, hashOf(secret, email, code), tries)
  if (used === 0) throw new AppError(authErrors.codeOver)
}
