import { authErrors, type authCalls } from '@sauda/contract/client/auth'
import { AppError } from '@sauda/contract/platform/error'
import type { AppContext } from '../../app-context.ts'
import type { Tx } from '../../platform/db.ts'
import type { CurrentClient, RequestInput } from '../../platform/mount.ts'
import { withConfirmation } from '../../core/session/confirmation.ts'
import { confirmPassword } from '../../core/session/login.ts'
import { addPasskey, removePasskey, startPasskey } from '../../core/session/own-passkeys.ts'
import { hashPassword, isCommonPassword } from '../../core/session/password.ts'
import { type Caller, endSessions } from '../../core/session/session.ts'
import { attempt, forgetAttempts } from '../../core/session/throttle.ts'
import { securityMail } from './auth.mail.ts'
import { findClient, replacePassword } from './auth.sql.ts'

type Input<Name extends keyof typeof authCalls> = RequestInput<(typeof authCalls)[Name]>

const confirmClientPassword = (context: AppContext, client: CurrentClient, password: string, ip: string) =>
  confirmPassword(context, holder(client), password, ip)

/** Replaces the password and ends every other session. */
export async function changePassword(
  context: AppContext,
  { client, body, ...caller }: Input<'changePassword'>,
): Promise<void> {
  const { db, config, audit, mail } = context
  if (isCommonPassword(body.newPassword, config.brandName)) throw new AppError(authErrors.commonPassword)
  const owner = await confirmClientPassword(context, client, body.currentPassword, caller.ip)
  const hash = await hashPassword(body.newPassword)
  await db.transaction(async (tx) => {
    // Changed by another request since the check.
    if ((await replacePassword(tx, client.id, owner.password_hash, hash)) === 0)
      throw new AppError(authErrors.wrongPassword)
    await endSessions(tx, client.id, client.sessionId)
    await mail(tx, securityMail(config, 'passwordChanged', owner, caller))
    await audit(tx, { by: { client, ip: caller.ip }, action: 'auth.password.change', subjectId: client.id })
  })
}

const key = (client: CurrentClient) => `totp:${client.id}`

async function countAttempt({ db, config }: AppContext, client: CurrentClient): Promise<void> {
  if (config.rateLimits) await attempt(db, key(client), authErrors.slowDown)
}

export async function startTwoStep(context: AppContext, { client, body, ip }: Input<'totpStart'>) {
  const { email } = await confirmClientPassword(context, client, body.password, ip)
  const { confirmation } = body
  return withConfirmation(context, { client, action: 'two-step', confirmation, ip }, (confirm) =>
    context.db.transaction(async (tx) => {
      const started = await context.twoStep.start(tx, client.id, email)
      await confirm(tx, { what: 'turning on two-step login', values: [] })
      return started
    }),
  )
}

export async function confirmTwoStep(context: AppContext, { client, body, ...caller }: Input<'totpConfirm'>) {
  await countAttempt(context, client)
  return context.db.transaction(async (tx) => {
    const result = await context.twoStep.confirm(tx, client.id, body.code)
    // They were opened without the second factor.
    await endSessions(tx, client.id, client.sessionId)
    await recordChange(context, tx, client, 'on', caller)
    return result
  })
}

export async function removeTwoStep(context: AppContext, { client, body, ...caller }: Input<'totpRemove'>) {
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

async function recordChange(context: AppContext, tx: Tx, client: CurrentClient, now: 'on' | 'off', caller: Caller) {
  await forgetAttempts(tx, key(client))
  const owner = await findClient(tx, client.id)
  if (owner)
    await context.mail(tx, securityMail(context.config, now === 'on' ? 'twoStepOn' : 'twoStepOff', owner, caller))
  await context.audit(tx, { by: { client, ip: caller.ip }, action: `auth.totp.${now}`, subjectId: client.id })
  await context.notifyScreens(tx, { clientId: client.id }, 'session')
}

const holder = (client: CurrentClient) =>
  ({ feature: 'auth', find: findClient, owner: client, sessionId: client.sessionId }) as const

export function startClientPasskey(context: AppContext, { client, body, ip }: Input<'passkeyStart'>) {
  const { confirmation, password } = body
  return withConfirmation(context, { client, action: 'two-step', confirmation, ip }, (confirm) =>
    startPasskey(context, holder(client), { password, ip }, (tx) =>
      confirm(tx, { what: 'a new passkey', values: ['passkey'] }),
    ),
  )
}

export const addClientPasskey = (context: AppContext, { client, body, ...caller }: Input<'passkeyAdd'>) =>
  addPasskey(context, holder(client), body, caller)

export function removeClientPasskey(context: AppContext, { client, params, body, ...caller }: Input<'passkeyRemove'>) {
  const { confirmation, password } = body
  const { passkeyId } = params
  return withConfirmation(context, { client, action: 'two-step', confirmation, ip: caller.ip }, (confirm) =>
    removePasskey(context, holder(client), { passkeyId, password }, caller, (tx) =>
      confirm(tx, { what: 'the removal of a passkey', values: ['remove', passkeyId] }),
    ),
  )
}
