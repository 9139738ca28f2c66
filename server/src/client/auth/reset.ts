import { setTimeout as wait } from 'node:timers/promises'
import { type authCalls, authErrors } from '@sauda/contract/client/auth'
import { AppError } from '@sauda/contract/platform/error'
import type { AppContext } from '../../app/app-context.ts'
import type { RequestInput } from '../../platform/mount.ts'
import { forgetLoginAttempts, loginKey } from '../../core/session/login.ts'
import { createOneTimeCodes } from '../../core/session/one-time-code.ts'
import { hashPassword, isCommonPassword } from '../../core/session/password.ts'
import { endSessions } from '../../core/session/session.ts'
import { codeMail, securityMail } from './auth.mail.ts'
import { findClientByEmail, setPassword } from './auth.sql.ts'
import { countCodeRequest, mayReveal } from './register.ts'

/** Longer than either path takes, so that the response time does not reveal whether the address is known. */
const minimumResponseMilliseconds = 150

/**
 * Mails a code to reset the password. A few times a day, the response says that an address is unknown; after that it
 * is the same as for a known address, without a mail.
 */
export async function forgotPassword(
  context: AppContext,
  { body: { email }, ip, browser }: RequestInput<typeof authCalls.forgotPassword> & { readonly browser: string },
): Promise<void> {
  const { db, config, secret, audit, mail } = context
  await countCodeRequest(context, ip)
  const slow = wait(minimumResponseMilliseconds)
  const client = await findClientByEmail(db, email)
  if (!client && (await mayReveal(context, { ip, about: email }))) throw new AppError(authErrors.unknownEmail)
  await db.transaction(async (tx) => {
    const code = await createOneTimeCodes(secret).issue(tx, { flow: 'reset', email, browser })
    if (code === undefined || !client) return
    await mail(tx, codeMail(config, 'reset', email, code))
    await audit(tx, { by: { visitor: true, ip }, action: 'auth.reset.ask', subjectId: client.id })
  })
  await slow
}

/** Replaces the password; a rejected password does not use the code up, a wrong code counts as a try. */
export async function resetPassword(
  context: AppContext,
  given: RequestInput<typeof authCalls.resetPassword> & { readonly browser: string | undefined },
): Promise<void> {
  const { db, config, secret, audit, mail } = context
  const {
    body: { email, otp, newPassword },
    browser,
    ...caller
  } = given
  if (isCommonPassword(newPassword, config.brandName)) throw new AppError(authErrors.commonPassword)
  const codes = createOneTimeCodes(secret)
  const holder = { flow: 'reset', email, browser } as const
  const compared = await codes.compare(db, holder, otp)
  const client = await findClientByEmail(db, email)
  if (compared === 'wrong' && client) {
    const entry = { action: 'auth.reset.refused', subjectId: client.id }
    await db.transaction((tx) => audit(tx, { by: { visitor: true, ip: caller.ip }, ...entry }))
  }
  if (compared === 'wrong') throw new AppError(authErrors.wrongCode)
  if (compared === 'over' || !client) throw new AppError(authErrors.codeOver)
  const hash = await hashPassword(newPassword)
  await db.transaction(async (tx) => {
    // Another request may have used the code first.
    if (!(await codes.spend(tx, holder, otp))) throw new AppError(authErrors.codeOver)
    await setPassword(tx, client.id, hash)
    await endSessions(tx, client.id)
    await forgetLoginAttempts(tx, loginKey(secret, 'auth', email), caller.ip)
    await mail(tx, securityMail(config, 'passwordReset', client, caller))
    await audit(tx, { by: { visitor: true, ip: caller.ip }, action: 'auth.reset', subjectId: client.id })
  })
}
