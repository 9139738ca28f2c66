import { setTimeout as wait } from 'node:timers/promises'
import { authErrors, authRules, type authCalls } from '@sauda/contract/auth'
import type { Body } from '@sauda/contract/call'
import { AppError } from '@sauda/contract/error'
import type { AuthContext } from '../app-context.ts'
import { hashPassword, isCommonPassword } from '../session/password.ts'
import { deviceOf, endSessions, type Caller } from '../session/session.ts'
import { loginKey } from '../session/login.ts'
import { forgetAttempts } from '../session/throttle.ts'
import { passwordResetMail, resetMail } from './auth.mail.ts'
import { findClientByEmail, setPassword } from './auth.sql.ts'
import { checkCode, issueCode, useCode } from './code.ts'
import { mayTell } from './disclosure.ts'
import { countCodeRequest } from './register.ts'

/** Longer than either path takes, so that the response time does not reveal whether the address is known. */
const yesMilliseconds = 150

/**
 * Mails a code to reset the password. A few times a day, the response says that an address is unknown; after that it
 * is the same as for a known address, without a mail.
 */
export async function forgotPassword(context: AuthContext, email: string, caller: Caller): Promise<void> {
  const { db, config, secret, audit, mail } = context
  await countCodeRequest(context, caller.ip)
  const slow = wait(yesMilliseconds)
  const client = await findClientByEmail(db, email)
  if (!client) {
    const question = { ip: caller.ip, about: email, perDay: authRules.forgot.unknownPerDay }
    if (await mayTell(context, 'unknown', question)) throw new AppError(authErrors.unknownEmail)
  }
  await db.transaction(async (tx) => {
    const code = await issueCode(secret, tx, email)
    if (code === undefined || !client) return
    await mail(tx, { to: email, ...resetMail(config, code) })
    await audit(tx, { actor: { kind: 'visitor' }, action: 'auth.reset.ask', subjectId: client.id, ip: caller.ip })
  })
  await slow
}

/** Replaces the password; a rejected password does not use the code up, a wrong code counts as a try. */
export async function resetPassword(
  context: AuthContext,
  { email, otp, newPassword }: Body<typeof authCalls.resetPassword>,
  caller: Caller,
): Promise<void> {
  const { db, config, secret, audit, mail, notifyScreens } = context
  if (isCommonPassword(newPassword)) throw new AppError(authErrors.commonPassword)
  await checkCode(secret, db, email, otp)
  const client = await findClientByEmail(db, email)
  if (!client) throw new AppError(authErrors.codeOver)
  const hash = await hashPassword(newPassword)
  await db.transaction(async (tx) => {
    await useCode(secret, tx, email, otp)
    await setPassword(tx, client.id, hash)
    await endSessions(tx, client.id)
    await forgetAttempts(tx, loginKey(secret, 'auth', email))
    const event = { name: client.name, device: deviceOf(caller), ip: caller.ip }
    await mail(tx, { to: email, ...passwordResetMail(config, event) })
    await audit(tx, { actor: { kind: 'visitor' }, action: 'auth.reset', subjectId: client.id, ip: caller.ip })
    await notifyScreens(tx, { clientId: client.id }, 'session')
  })
}
