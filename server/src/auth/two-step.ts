import { authErrors } from '@sauda/contract/auth'
import { AppError } from '@sauda/contract/error'
import type { AuthContext } from '../app-context.ts'
import type { Tx } from '../platform/db.ts'
import type { CurrentClient } from '../platform/mount.ts'
import { deviceOf, type Caller } from '../session/session.ts'
import { forgetAttempts } from '../session/throttle.ts'
import { twoStepOffMail, twoStepOnMail } from './auth.mail.ts'
import { findClient } from './auth.sql.ts'
import { confirmClientPassword, countAttempt } from './change-password.ts'

const key = (client: CurrentClient) => `totp:${client.id}`

export async function startTwoStep(context: AuthContext, client: CurrentClient, password: string, caller: Caller) {
  const { email } = await confirmClientPassword(context, client, password, caller.ip)
  return context.twoStep.start(context.db, client.id, email)
}

/** Returns the recovery codes. */
export async function confirmTwoStep(context: AuthContext, client: CurrentClient, code: string, caller: Caller) {
  await countAttempt(context, key(client), authErrors.slowDown)
  return context.db.transaction(async (tx) => {
    const result = await context.twoStep.confirm(tx, client.id, code)
    await recordChange(context, tx, client, 'on', caller)
    return result
  })
}

export async function removeTwoStep(
  context: AuthContext,
  client: CurrentClient,
  { password, code }: { password: string; code: string },
  caller: Caller,
): Promise<void> {
  const { db, twoStep } = context
  if (!(await twoStep.status(db, client.id)).on) throw new AppError(authErrors.totpOff)
  await confirmClientPassword(context, client, password, caller.ip)
  await countAttempt(context, key(client), authErrors.slowDown)
  await db.transaction(async (tx) => {
    const outcome = await twoStep.check(tx, client.id, code)
    if (outcome === 'off') throw new AppError(authErrors.totpOff)
    if (outcome !== 'correct') throw new AppError(authErrors.totpWrong)
    await twoStep.remove(tx, client.id)
    await recordChange(context, tx, client, 'off', caller)
  })
}

async function recordChange(
  context: AuthContext,
  tx: Tx,
  { id, name }: CurrentClient,
  now: 'on' | 'off',
  caller: Caller,
) {
  await forgetAttempts(tx, `totp:${id}`)
  const client = await findClient(tx, id)
  const mailContent = now === 'on' ? twoStepOnMail : twoStepOffMail
  const event = { name, device: deviceOf(caller), ip: caller.ip }
  if (client) await context.mail(tx, { to: client.email, ...mailContent(context.config, event) })
  const actor = { kind: 'client', id, name } as const
  await context.audit(tx, { actor, action: `auth.totp.${now}`, subjectId: id, ip: caller.ip })
  await context.notifyScreens(tx, { clientId: id }, 'session')
}
