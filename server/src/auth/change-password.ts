import { authErrors, type authCalls } from '@sauda/contract/auth'
import { AppError } from '@sauda/contract/error'
import type { AuthContext } from '../app-context.ts'
import { clientActor } from '../audit/audit.ts'
import type { CurrentClient, RequestInput } from '../platform/mount.ts'
import { confirmPassword } from '../session/login.ts'
import { hashPassword, isCommonPassword } from '../session/password.ts'
import { endSessions } from '../session/session.ts'
import { securityMail } from './auth.mail.ts'
import { findClient, replacePassword } from './auth.sql.ts'

export const confirmClientPassword = (context: AuthContext, client: CurrentClient, password: string, ip: string) =>
  confirmPassword(context, { feature: 'auth', find: findClient, actor: clientActor(client) }, password, ip)

/** Replaces the password and ends every other session. */
export async function changePassword(
  context: AuthContext,
  { client, body, ...caller }: RequestInput<typeof authCalls.changePassword>,
): Promise<void> {
  const { db, config, audit, mail, notifyScreens } = context
  if (isCommonPassword(body.newPassword)) throw new AppError(authErrors.commonPassword)
  const owner = await confirmClientPassword(context, client, body.currentPassword, caller.ip)
  const hash = await hashPassword(body.newPassword)
  await db.transaction(async (tx) => {
    // Changed by another request since the check.
    if ((await replacePassword(tx, client.id, owner.password_hash, hash)) === 0)
      throw new AppError(authErrors.wrongPassword)
    await endSessions(tx, client.id, client.sessionId)
    await mail(tx, securityMail(config, 'passwordChanged', owner, caller))
    const actor = clientActor(owner)
    await audit(tx, { actor, action: 'auth.password.change', subjectId: client.id, ip: caller.ip })
    await notifyScreens(tx, { clientId: client.id }, 'session')
  })
}
