import { type authCalls, authErrors } from '@sauda/contract/client/auth'
import type { Body } from '@sauda/contract/platform/call'
import type { KycStatus } from '@sauda/contract/client/kyc'
import { loginErrors, type PasskeyResponse } from '@sauda/contract/core/session'
import type { AppContext } from '../../app/app-context.ts'
import type { CurrentClient, RequestInput } from '../../platform/mount.ts'
import type { LoginCaller } from '../../core/session/browser.ts'
import { authenticate, authenticateByPasskey, type LoginKind, confirmPassword } from '../../core/session/login.ts'
import { endSession, startSession, type Caller, endSessions } from '../../core/session/session.ts'
import { findClientByEmail, lockClient, type ClientRow, findClient, replacePassword } from './auth.sql.ts'
import { AppError } from '@sauda/contract/platform/error'
import type { Tx } from '../../platform/db.ts'
import { withConfirmation } from '../../core/session/confirmation.ts'
import { addPasskey, removePasskey, startPasskey } from '../../core/session/own-passkeys.ts'
import { hashPassword, isCommonPassword } from '../../core/session/password.ts'
import { attempt, forgetAttempts } from '../../core/session/throttle.ts'
import { securityMail } from './auth.mail.ts'

type LoggedIn = { token: string; _id: string; isDocsVerified: KycStatus }

/** Only a correct password or passkey reveals, by pointing to support, that a login is frozen. */
const loginKind = (context: AppContext, caller: LoginCaller): LoginKind<ClientRow, LoggedIn> => ({
  feature: 'auth',
  find: (email) => findClientByEmail(context.db, email),
  lock: lockClient,
  rejection: ({ blocked }) =>
    blocked === 'closed'
      ? { reason: 'closed', error: loginErrors.closed, extra: { need: 'closed' } }
      : blocked === 'frozen'
        ? { reason: 'frozen', error: loginErrors.wrongLogin, extra: { need: 'support' } }
        : undefined,
  async startSession(tx, { id, name, kyc_status }) {
    const token = await startSession(tx, { clientId: id }, caller)
    await context.audit(tx, { by: { client: { id, name }, ip: caller.ip }, action: 'auth.login', subjectId: id })
    return { token, _id: id, isDocsVerified: kyc_status }
  },
})

export const login = (context: AppContext, body: Body<typeof authCalls.login>, caller: LoginCaller) =>
  authenticate(context, loginKind(context, caller), body, caller)

export const loginByPasskey = (context: AppContext, response: PasskeyResponse, caller: LoginCaller) =>
  authenticateByPasskey(context, loginKind(context, caller), response, caller)

export const logout = ({ db, audit }: AppContext, client: CurrentClient, ip: string): Promise<void> =>
  db.transaction(
    async (tx) => {
      // Two quick presses are one logout.
      if (!(await endSession(tx, client.id, client.sessionId))) return
      await audit(tx, { by: { client, ip }, action: 'auth.logout', subjectId: client.id })
    },
    { checked: false },
  )

type Input<Name extends keyof typeof authCalls> = RequestInput<(typeof authCalls)[Name]>

const confirmClientPassword = (context: AppContext, client: CurrentClient, password: string, ip: string) =>
  confirmPassword(context, holder(client), password, ip)

/** Replaces the password and ends every other session. */
export async function changePassword(context: AppContext, { client, body, ...caller }: Input<'changePassword'>) {
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
