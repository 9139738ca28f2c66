import type { Person } from '../../core/audit/audit.ts'
import { type operatorCalls, operatorErrors } from '@sauda/contract/broker/operator'
import type { Body } from '@sauda/contract/platform/call'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import type { PasskeyResponse } from '@sauda/contract/core/session'
import type { AppContext } from '../../app/app-context.ts'
import type { Tx } from '../../platform/db.ts'
import type { CurrentOperator, RequestInput } from '../../platform/mount.ts'
import type { LoginCaller } from '../../core/session/browser.ts'
import { authenticate, authenticateByPasskey, confirmPassword, type LoginKind } from '../../core/session/login.ts'
import {
  type Caller,
  deviceOf,
  endReplacedSession,
  endSession,
  endSessions,
  operatorRights,
  requirement,
  startSession,
} from '../../core/session/session.ts'
import { attempt, forgetAttempts } from '../../core/session/throttle.ts'
import {
  findOperator,
  findOperatorByEmail,
  lockOperator,
  type OperatorRow,
  recordLogin,
  replacePassword,
} from './operator.sql.ts'
import type { Config } from '../../config.ts'
import { composeMail, type Recipient } from '../../core/mail/mail.ts'
import { hashPassword, isCommonPassword } from '../../core/session/password.ts'

type OperatorCaller = LoginCaller & {
  /** Token of this browser's current session, which the new one replaces. */
  readonly replacedToken: string | undefined
}

type LoggedIn = Awaited<ReturnType<typeof signedIn>> & { token: string }

/** Only the audit log distinguishes a disabled login from a wrong password. */
const loginKind = (context: AppContext, caller: OperatorCaller): LoginKind<OperatorRow, LoggedIn> => ({
  feature: 'operator',
  find: (email) => findOperatorByEmail(context.db, email),
  lock: lockOperator,
  rejection(operator) {
    if (operator.disabled) return { reason: 'disabled', error: operatorErrors.wrongLogin }
    return isFirstPasswordExpired(context, operator)
      ? { reason: 'first-password', error: operatorErrors.firstPasswordOver }
      : undefined
  },
  async startSession(tx, operator) {
    const { replacedToken, ip } = caller
    const replaced = replacedToken === undefined ? undefined : await endReplacedSession(tx, replacedToken)
    if (replaced) await auditLogout(context, tx, replaced, ip)
    await recordLogin(tx, operator.id)
    const token = await startSession(tx, { operatorId: operator.id }, caller)
    await context.audit(tx, { by: { operator, ip }, action: 'operator.login', subjectId: operator.id })
    return { ...(await signedIn(context, operator)), token }
  },
})

/** In demo mode the password of the first operator never expires (settled, section 13). */
const isFirstPasswordExpired = ({ config }: AppContext, { first_password_over, was_added }: OperatorRow) =>
  first_password_over && (was_added || config.mode === 'live')

export const login = (context: AppContext, body: Body<typeof operatorCalls.login>, caller: OperatorCaller) =>
  authenticate(context, loginKind(context, caller), body, caller)

export const loginByPasskey = (context: AppContext, response: PasskeyResponse, caller: OperatorCaller) =>
  authenticateByPasskey(context, loginKind(context, caller), response, caller)

async function signedIn(context: AppContext, operator: OperatorRow) {
  const { id, name, role, second_factor, handed_out } = operator
  const need = requirement(context.config, { second_factor, handed_out })
  return {
    _id: id,
    name,
    role,
    rights: [...(await operatorRights(context, role, operator))],
    twoStep: second_factor !== null,
    handedOut: handed_out,
    ...(need && { need }),
  }
}

export async function me(context: AppContext, operatorId: string) {
  const operator = await findOperator(context.db, operatorId)
  if (!operator) throw new AppError(commonErrors.notSignedIn)
  return signedIn(context, operator)
}

export const logout = (context: AppContext, operator: CurrentOperator, ip: string): Promise<void> =>
  context.db.transaction(
    async (tx) => {
      // Repeated requests are recorded as one logout.
      if (await endSession(tx, operator.id, operator.sessionId)) await auditLogout(context, tx, operator, ip)
    },
    { checked: false },
  )

const auditLogout = ({ audit }: AppContext, tx: Tx, operator: Person, ip: string) =>
  audit(tx, { by: { operator, ip }, action: 'operator.logout', subjectId: operator.id })

export async function startTwoStep({ db, twoStep }: AppContext, operatorId: string) {
  const operator = await findOperator(db, operatorId)
  if (!operator) throw new AppError(commonErrors.notSignedIn)
  return db.transaction((tx) => twoStep.start(tx, operatorId, operator.email))
}

export async function confirmTwoStep(
  context: AppContext,
  operator: CurrentOperator,
  { code, password }: Body<typeof operatorCalls.totpConfirm>,
  ip: string,
) {
  const { db, config, twoStep, audit } = context
  const key = `totp:${operator.id}`
  // Otherwise whoever uses an unattended browser could add an authenticator app of their own.
  await confirmPassword(context, ownPasskeys(operator), password, ip)
  if (config.rateLimits) await attempt(db, key, operatorErrors.slowDown)
  return db.transaction(async (tx) => {
    const result = await twoStep.confirm(tx, operator.id, code)
    // They were opened without the second factor.
    await endSessions(tx, operator.id, operator.sessionId)
    await forgetAttempts(tx, key)
    await audit(tx, { by: { operator, ip }, action: 'operator.totp.on', subjectId: operator.id })
    return result
  })
}

/** The owner whose passkeys the functions of `own-passkeys.ts` change. */
export const ownPasskeys = (operator: CurrentOperator) =>
  ({ feature: 'operator', find: findOperator, owner: operator, sessionId: operator.sessionId }) as const

const passwordChangedMail = ({ brandName }: Config, operator: Recipient, caller: Caller) =>
  composeMail(operator, `Your ${brandName} desk password was changed`, [
    `The password of your ${brandName} desk login was changed from ${deviceOf(caller)}, IP address ${caller.ip}. All your other sessions were logged out.`,
    'If this was not you, contact an administrator immediately and ask them to disable your login.',
  ])

/** Replaces the password and ends every other session. */
export async function changePassword(
  context: AppContext,
  { operator, body, ...caller }: RequestInput<typeof operatorCalls.changePassword>,
): Promise<void> {
  const { db, config, audit, mail, notifyScreens } = context
  if (isCommonPassword(body.newPassword, config.brandName)) throw new AppError(operatorErrors.commonPassword)
  const owner = await confirmPassword(context, ownPasskeys(operator), body.currentPassword, caller.ip)
  const hash = await hashPassword(body.newPassword)
  await db.transaction(async (tx) => {
    // Changed by another request since the check.
    if ((await replacePassword(tx, operator.id, owner.password_hash, hash)) === 0)
      throw new AppError(operatorErrors.wrongPassword)
    await endSessions(tx, operator.id, operator.sessionId)
    await audit(tx, { by: { operator, ip: caller.ip }, action: 'operator.password.change', subjectId: operator.id })
    await mail(tx, passwordChangedMail(config, owner, caller))
    await notifyScreens(tx, 'desk', 'operator', operator.id)
  })
}
