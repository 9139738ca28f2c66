import { operatorErrors, type operatorCalls } from '@sauda/contract/broker/operator'
import { AppError } from '@sauda/contract/platform/error'
import type { OperatorContext } from '../../app-context.ts'
import type { Config } from '../../config.ts'
import { operatorActor } from '../../core/audit/audit.ts'
import { composeMail, type Recipient } from '../../core/mail/mail.ts'
import type { RequestInput } from '../../platform/mount.ts'
import { confirmPassword } from '../../core/session/login.ts'
import { hashPassword, isCommonPassword } from '../../core/session/password.ts'
import { deviceOf, endSessions, type Caller } from '../../core/session/session.ts'
import { findOperator, replacePassword } from './operator.sql.ts'

const passwordChangedMail = ({ brandName }: Config, operator: Recipient, caller: Caller) =>
  composeMail(operator, `Your ${brandName} desk password was changed`, [
    `The password of your ${brandName} desk login was changed from ${deviceOf(caller)}, IP address ${caller.ip}. All your other sessions were logged out.`,
    'If this was not you, contact an administrator immediately and ask them to disable your login.',
  ])

/** Replaces the password and ends every other session. */
export async function changePassword(
  context: OperatorContext,
  { operator, body, ...caller }: RequestInput<typeof operatorCalls.changePassword>,
): Promise<void> {
  const { db, config, audit, mail, notifyScreens } = context
  if (isCommonPassword(body.newPassword, config.brandName)) throw new AppError(operatorErrors.commonPassword)
  const actor = operatorActor(operator)
  const kind = { feature: 'operator', find: findOperator, actor } as const
  const owner = await confirmPassword(context, kind, body.currentPassword, caller.ip)
  const hash = await hashPassword(body.newPassword)
  await db.transaction(async (tx) => {
    // Changed by another request since the check.
    if ((await replacePassword(tx, operator.id, owner.password_hash, hash)) === 0)
      throw new AppError(operatorErrors.wrongPassword)
    await endSessions(tx, operator.id, operator.sessionId)
    await audit(tx, { actor, action: 'operator.password.change', subjectId: operator.id, ip: caller.ip })
    await mail(tx, passwordChangedMail(config, owner, caller))
    await notifyScreens(tx, 'desk', 'operator', operator.id)
  })
}
