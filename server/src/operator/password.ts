import { operatorErrors, type operatorCalls } from '@sauda/contract/operator'
import type { Body } from '@sauda/contract/call'
import { AppError } from '@sauda/contract/error'
import type { OperatorContext } from '../app-context.ts'
import { operatorActor } from '../audit/audit.ts'
import type { CurrentOperator } from '../platform/mount.ts'
import { hashPassword, isCommonPassword, passwordFits } from '../session/password.ts'
import { deviceOf, endSessions, type Caller } from '../session/session.ts'
import { attempt, forgetAttempts } from '../session/throttle.ts'
import { findOperator, replacePassword, type OperatorRow } from './operator.sql.ts'
import { passwordChangedMail } from './password.mail.ts'

/** Replaces the password and ends every other session. */
export async function changePassword(
  context: OperatorContext,
  operator: CurrentOperator,
  { currentPassword, newPassword }: Body<typeof operatorCalls.changePassword>,
  caller: Caller,
): Promise<void> {
  const { db, config, audit, mail, notifyScreens } = context
  if (isCommonPassword(newPassword)) throw new AppError(operatorErrors.commonPassword)
  const { email, name, password_hash } = await confirmed(context, operator, currentPassword, caller.ip)
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

/** The operator of the session; throws if the password is wrong. */
async function confirmed(
  { db, config, audit }: OperatorContext,
  operator: CurrentOperator,
  password: string,
  ip: string,
): Promise<OperatorRow> {
  const key = `password:${operator.id}`
  if (config.rateLimits) await attempt(db, key, operatorErrors.slowDown)
  const row = await findOperator(db, operator.id)
  if (!(await passwordFits(row?.password_hash, password)) || !row) {
    const refused = { actor: operatorActor(operator), action: 'operator.password.refused', subjectId: operator.id, ip }
    await db.transaction((tx) => audit(tx, refused))
    throw new AppError(operatorErrors.wrongPassword)
  }
  await forgetAttempts(db, key)
  return row
}
