import { setTimeout as wait } from 'node:timers/promises'
import { type authCalls, authErrors, authRules } from '@sauda/contract/auth'
import { AppError } from '@sauda/contract/error'
import type { AuthContext } from '../app-context.ts'
import type { Tx } from '../platform/db.ts'
import type { RequestInput } from '../platform/mount.ts'
import { randomCode } from '../platform/secret.ts'
import { loginKey } from '../session/login.ts'
import { hashPassword, isCommonPassword } from '../session/password.ts'
import { endSessions } from '../session/session.ts'
import { forgetAttempts } from '../session/throttle.ts'
import { codeMail, securityMail } from './auth.mail.ts'
import { compareCode, findClientByEmail, secondsToWait, setPassword, spendCode, storeCode } from './auth.sql.ts'
import { mayReveal } from './disclosure.ts'
import { countCodeRequest } from './register.ts'

/** Longer than either path takes, so that the response time does not reveal whether the address is known. */
const minimumResponseMilliseconds = 150

/**
 * Mails a code to reset the password. A few times a day, the response says that an address is unknown; after that it
 * is the same as for a known address, without a mail.
 */
export async function forgotPassword(
  context: AuthContext,
  { body: { email }, ip }: RequestInput<typeof authCalls.forgotPassword>,
): Promise<void> {
  const { db, config, secret, audit, mail } = context
  await countCodeRequest(context, ip)
  const slow = wait(minimumResponseMilliseconds)
  const client = await findClientByEmail(db, email)
  if (!client) {
    const question = { ip, about: email, perDay: authRules.forgot.unknownPerDay }
    if (await mayReveal(context, 'unknown', question)) throw new AppError(authErrors.unknownEmail)
  }
  await db.transaction(async (tx) => {
    const code = await issueCode(secret, tx, email)
    if (code === undefined || !client) return
    await mail(tx, codeMail(config, 'reset', email, code))
    await audit(tx, { actor: { kind: 'visitor' }, action: 'auth.reset.ask', subjectId: client.id, ip })
  })
  await slow
}

/** Replaces the password; a rejected password does not use the code up, a wrong code counts as a try. */
export async function resetPassword(
  context: AuthContext,
  { body: { email, otp, newPassword }, ...caller }: RequestInput<typeof authCalls.resetPassword>,
): Promise<void> {
  const { db, config, secret, audit, mail } = context
  if (isCommonPassword(newPassword, config.brandName)) throw new AppError(authErrors.commonPassword)
  const codeHash = hashOf(secret, email, otp)
  const compared = await compareCode(db, email, codeHash, tries)
  if (!compared) throw new AppError(authErrors.codeOver)
  if (!compared.fits) throw new AppError(authErrors.wrongCode)
  const client = await findClientByEmail(db, email)
  if (!client) throw new AppError(authErrors.codeOver)
  const hash = await hashPassword(newPassword)
  await db.transaction(async (tx) => {
    // Another request may have used the code first.
    if ((await spendCode(tx, email, codeHash, tries)) === 0) throw new AppError(authErrors.codeOver)
    await setPassword(tx, client.id, hash)
    await endSessions(tx, client.id)
    await forgetAttempts(tx, loginKey(secret, 'auth', email))
    await mail(tx, securityMail(config, 'passwordReset', client, caller))
    await audit(tx, { actor: { kind: 'visitor' }, action: 'auth.reset', subjectId: client.id, ip: caller.ip })
  })
}

const { validMinutes, tries, resendSeconds, perHour } = authRules.code

const hashOf = (secret: AuthContext['secret'], email: string, code: string) => secret.hmac('code', 'reset', email, code)

/**
 * A new code to mail (settled, section 4), or undefined if one was mailed less than 30 seconds ago, which still works. Throws after 5
 * codes per address and hour.
 */
async function issueCode(secret: AuthContext['secret'], tx: Tx, email: string): Promise<string | undefined> {
  const code = randomCode()
  const hash = hashOf(secret, email, code)
  if (await storeCode(tx, { email, hash, minutes: validMinutes, pauseSeconds: resendSeconds, perHour })) return code
  const wait = await secondsToWait(tx, email, resendSeconds, perHour)
  if (!wait || wait.pause > 0) return undefined
  throw new AppError(authErrors.tooManyCodes, { retryAfter: Math.max(1, wait.hour) })
}
