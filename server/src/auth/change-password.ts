import { authErrors } from '@sauda/contract/auth'
import { AppError, type ErrorDefinition } from '@sauda/contract/error'
import type { AuthContext } from '../app-context.ts'
import type { CurrentClient } from '../platform/mount.ts'
import { confirmPassword } from '../session/login.ts'
import { hashPassword, isCommonPassword } from '../session/password.ts'
import { deviceOf, endSessions, type Caller } from '../session/session.ts'
import { attempt } from '../session/throttle.ts'
import { passwordChangedMail } from './auth.mail.ts'
import { findClient, replacePassword } from './auth.sql.ts'

export async function countAttempt({ db, config }: AuthContext, key: string, error: ErrorDefinition): Promise<void> {
  if (config.rateLimits) await attempt(db, key, error)
}

export const confirmClientPassword = (
  context: AuthContext,
  { id, name }: CurrentClient,
  password: string,
  ip: string,
) => confirmPassword(context, { feature: 'auth', find: findClient, actor: { kind: 'client', id, name } }, password, ip)

/** Replaces the password and ends every other session. */
export async function changePassword(
  context: AuthContext,
  client: CurrentClient,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  caller: Caller,
): Promise<void> {
  const { db, config, audit, mail, notifyScreens } = context
  if (isCommonPassword(newPassword)) throw new AppError(authErrors.commonPassword)
  const { email, name, password_hash } = await confirmClientPassword(context, client, currentPassword, caller.ip)
  const hash = await hashPassword(newPassword)
  await db.transaction(async (tx) => {
    // Changed by another request since the check.
    if ((await replacePassword(tx, client.id, password_hash, hash)) === 0) throw new AppError(authErrors.wrongPassword)
    await endSessions(tx, client.id, client.sessionId)
    const event = { name, device: deviceOf(caller), ip: caller.ip }
    await mail(tx, { to: email, ...passwordChangedMail(config, event) })
    const actor = { kind: 'client', id: client.id, name } as const
    await audit(tx, { actor, action: 'auth.password.change', subjectId: client.id, ip: caller.ip })
    await notifyScreens(tx, { clientId: client.id }, 'session')
  })
}
