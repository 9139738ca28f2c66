import { authErrors, type authCalls } from '@sauda/contract/auth'
import { AppError } from '@sauda/contract/error'
import type { AuthContext } from '../app-context.ts'
import { clientActor } from '../audit/audit.ts'
import type { Tx } from '../platform/db.ts'
import type { CurrentClient, RequestInput } from '../platform/mount.ts'
import type { Caller } from '../session/session.ts'
import { attempt, forgetAttempts } from '../session/throttle.ts'
import { securityMail } from './auth.mail.ts'
import { findClient } from './auth.sql.ts'
import { confirmClientPassword } from './change-password.ts'

const key = (client: CurrentClient) => `totp:${client.id}`

async function countAttempt({ db, config }: AuthContext, client: CurrentClient): Promise<void> {
  if (config.rateLimits) await attempt(db, key(client), authErrors.slowDown)
}

type Input<Name extends 'totpStart' | 'totpConfirm' | 'totpRemove'> = RequestInput<(typeof authCalls)[Name]>

export async function startTwoStep(context: AuthContext, { client, body, ip }: Input<'totpStart'>) {
  const { email } = await confirmClientPassword(context, client, body.password, ip)
  return context.twoStep.start(context.db, client.id, email)
}

/** Returns the recovery codes. */
export async function confirmTwoStep(context: AuthContext, { client, body, ...caller }: Input<'totpConfirm'>) {
  await countAttempt(context, client)
  return context.db.transaction(async (tx) => {
    const result = await context.twoStep.confirm(tx, client.id, body.code)
    await recordChange(context, tx, client, 'on', caller)
    return result
  })
}

export async function removeTwoStep(context: AuthContext, { client, body, ...caller }: Input<'totpRemove'>) {
  const { db, twoStep } = context
  if (!(await twoStep.status(db, client.id)).on) throw new AppError(authErrors.totpOff)
  await confirmClientPassword(context, client, body.password, caller.ip)
  await countAttempt(context, client)
  await db.transaction(async (tx) => {
    const outcome = await twoStep.check(tx, client.id, body.code)
    if (outcome === 'off') throw new AppError(authErrors.totpOff)
    if (outcome !== 'correct') throw new AppError(authErrors.totpWrong)
    await twoStep.remove(tx, client.id)
    await recordChange(context, tx, client, 'off', caller)
  })
}

async function recordChange(context: AuthContext, tx: Tx, client: CurrentClient, now: 'on' | 'off', caller: Caller) {
  await forgetAttempts(tx, key(client))
  const owner = await findClient(tx, client.id)
  if (owner)
    await context.mail(tx, securityMail(context.config, now === 'on' ? 'twoStepOn' : 'twoStepOff', owner, caller))
  const actor = clientActor(client)
  await context.audit(tx, { actor, action: `auth.totp.${now}`, subjectId: client.id, ip: caller.ip })
  await context.notifyScreens(tx, { clientId: client.id }, 'session')
}
