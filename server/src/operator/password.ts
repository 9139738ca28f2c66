import { operatorErrors, type operatorCalls } from '@sauda/contract/operator'
import type { Body } from '@sauda/contract/call'
import { AppError } from '@sauda/contract/error'
import type { OperatorContext } from '../app-context.ts'
import { operatorActor } from '../audit/audit.ts'
import type { CurrentOperator } from '../platform/mount.ts'
import { confirmPassword } from '../session/login.ts'
import { hashPassword, isCommonPassword } from '../session/password.ts'
import { deviceOf, endSessions, type Caller } from '../session/session.ts'
import { findOperator, replacePassword } from './operator.sql.ts'
import { passwordChangedMail } from './operator.mail.ts'

/** Replaces the password and ends every other session. */
export async function changePassword(
  context: OperatorContext,
  operator: CurrentOperator,
  { currentPassword, newPassword }: Body<typeof operatorCalls.changePassword>,
  caller: Caller,
): Promise<void> {
  const { db, config, audit, mail, notifyScreens } = context
  if (isCommonPassword(newPassword)) throw new AppError(operatorErrors.commonPassword)
  const { email, name, password_hash } = await confirmPassword(
    context,
    { feature: 'operator', find: findOperator, actor: operatorActor(operator) },
    currentPassword,
    caller.ip,
  )
  const hash = await hashPassword(newPassword)
  await db.transaction(async (tx) => {
    // Changed by another request since the check.
    if ((await replacePassword(tx, operator.id, password_hash, hash)) === 0)
      throw new AppError(operatorErrors.wrongPassword)
    await endSessions(tx, operator.id, operator.sessionId)
    await audit(tx, {
      actor: operatorActor(operator),
      action: 'operator.password.change',
      subjectId: operator.id,
      ip: caller.ip,
    })
    await mail(tx, passwordChangedMail(config, { name, email, device: deviceOf(caller), ip: caller.ip }))
    await notifyScreens(tx, 'desk', 'operator', operator.id)
  })
}
