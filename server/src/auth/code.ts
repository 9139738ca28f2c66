import { authErrors, authRules } from '@sauda/contract/auth'
import { AppError } from '@sauda/contract/error'
import type { AuthContext } from '../app-context.ts'
import type { Sql, Tx } from '../platform/db.ts'
import { randomCode } from '../platform/secret.ts'
import { compareCode, keepCode, secondsToWait, spendCode } from './code.sql.ts'
import type { Flow } from './code.sql.ts'

const { validMinutes, tries, resendSeconds, perHour } = authRules.code

/** One-time codes sent by mail (settled, section 4). Every limit is judged by the database's clock. */
type Secret = AuthContext['secret']

const hashOf = (secret: Secret, flow: Flow, email: string, code: string) => secret.hmac('code', flow, email, code)

/**
 * A new code to mail, or undefined where one was mailed less than 30 seconds ago: that one still works.
 * Throws once the address has had its 5 of the hour.
 */
export async function issueCode(secret: Secret, tx: Tx, flow: Flow, email: string): Promise<string | undefined> {
  const code = randomCode()
  const hash = hashOf(secret, flow, email, code)
  if (await keepCode(tx, { flow, email, hash, minutes: validMinutes, pauseSeconds: resendSeconds, perHour }))
    return code
  const wait = await secondsToWait(tx, flow, email, resendSeconds, perHour)
  if (!wait || wait.pause > 0) return undefined
  throw new AppError(authErrors.tooManyCodes, { retryAfter: Math.max(1, wait.hour) })
}

/** Throws where the code is wrong, which counts as a try whatever happens next, or no longer valid. Does not use it up. */
export async function checkCode(secret: Secret, sql: Sql, flow: Flow, email: string, code: string): Promise<void> {
  const compared = await compareCode(sql, flow, email, hashOf(secret, flow, email, code), tries)
  if (!compared) throw new AppError(authErrors.codeOver)
  if (!compared.fits) throw new AppError(authErrors.wrongCode)
}

/** Uses a checked code up, together with what it is used for; throws where somebody was faster. */
export async function useCode(secret: Secret, tx: Tx, flow: Flow, email: string, code: string): Promise<void> {
  const used = await spendCode(tx, flow, email, hashOf(secret, flow, email, code), tries)
  if (used === 0) throw new AppError(authErrors.codeOver)
}
