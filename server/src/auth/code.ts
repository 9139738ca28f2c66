import { authErrors, authRules } from '@sauda/contract/auth'
import { AppError } from '@sauda/contract/error'
import type { AuthContext } from '../app-context.ts'
import type { Sql, Tx } from '../platform/db.ts'
import { randomCode } from '../platform/secret.ts'
import { compareCode, keepCode, secondsToWait, spendCode } from './code.sql.ts'

const { validMinutes, tries, resendSeconds, perHour } = authRules.code

/** Codes to reset a password (settled, section 4). Every limit is judged by the database's clock. */
type Secret = AuthContext['secret']

const hashOf = (secret: Secret, email: string, code: string) => secret.hmac('code', 'reset', email, code)

/**
 * A new code to mail, or undefined where one was mailed less than 30 seconds ago: that one still works.
 * Throws once the address has had its 5 of the hour.
 */
export async function issueCode(secret: Secret, tx: Tx, email: string): Promise<string | undefined> {
  const code = randomCode()
  const hash = hashOf(secret, email, code)
  if (await keepCode(tx, { email, hash, minutes: validMinutes, pauseSeconds: resendSeconds, perHour })) return code
  const wait = await secondsToWait(tx, email, resendSeconds, perHour)
  if (!wait || wait.pause > 0) return undefined
  throw new AppError(authErrors.tooManyCodes, { retryAfter: Math.max(1, wait.hour) })
}

/** Throws where the code is wrong, which counts as a try whatever happens next, or no longer valid. Does not use it up. */
export async function checkCode(secret: Secret, sql: Sql, email: string, code: string): Promise<void> {
  const compared = await compareCode(sql, email, hashOf(secret, email, code), tries)
  if (!compared) throw new AppError(authErrors.codeOver)
  if (!compared.fits) throw new AppError(authErrors.wrongCode)
}

/** Uses a checked code up, together with what it is used for; throws where somebody was faster. */
export async function useCode(secret: Secret, tx: Tx, email: string, code: string): Promise<void> {
  const used = await spendCode(tx, email, hashOf(secret, email, code), tries)
  if (used === 0) throw new AppError(authErrors.codeOver)
}
