import { operatorErrors, type operatorCalls } from '@sauda/contract/operator'
import type { Body } from '@sauda/contract/call'
import { commonErrors, AppError } from '@sauda/contract/error'
import type { OperatorContext } from '../app-context.ts'
import { operatorActor } from '../audit/audit.ts'
import type { Tx } from '../platform/db.ts'
import type { CurrentOperator } from '../platform/mount.ts'
import type { LoginCaller } from '../session/browser.ts'
import { authenticate } from '../session/login.ts'
import { endReplacedSession, endSession, endSessions, operatorRights, startSession } from '../session/session.ts'
import { attempt, forgetAttempts } from '../session/throttle.ts'
import { findOperator, findOperatorByEmail, lockOperator, recordLogin, type OperatorRow } from './operator.sql.ts'

type LoginInput = Body<typeof operatorCalls.login> & {
  /** Token of this browser's current session, which the new one replaces. */
  readonly replacedToken: string | undefined
}

/** Only the audit log distinguishes a disabled login from a wrong password. */
export const login = (context: OperatorContext, { replacedToken, ...body }: LoginInput, caller: LoginCaller) =>
  authenticate(
    context,
    {
      feature: 'operator',
      find: (email) => findOperatorByEmail(context.db, email),
      lock: lockOperator,
      rejection: ({ disabled }) => (disabled ? { reason: 'disabled', error: operatorErrors.wrongLogin } : undefined),
      async startSession(tx, operator) {
        const replaced = replacedToken === undefined ? undefined : await endReplacedSession(tx, replacedToken)
        if (replaced) await auditLogout(context, tx, replaced, caller.ip)
        await recordLogin(tx, operator.id)
        const token = await startSession(tx, { operatorId: operator.id }, caller)
        const actor = operatorActor(operator)
        await context.audit(tx, { actor, action: 'operator.login', subjectId: operator.id, ip: caller.ip })
        return { ...(await signedIn(context, operator)), token }
      },
    },
    body,
    caller,
  )

async function signedIn(context: OperatorContext, { id, name, role, two_step, handed_out }: OperatorRow) {
  return {
    _id: id,
    name,
    role,
    rights: [...(await operatorRights(context, role, two_step))],
    twoStep: two_step,
    handedOut: handed_out,
    ...(context.config.mode === 'live' && !two_step && { need: 'totp-setup' as const }),
  }
}

export async function me(context: OperatorContext, operatorId: string) {
  const operator = await findOperator(context.db, operatorId)
  if (!operator) throw new AppError(commonErrors.notSignedIn)
  return signedIn(context, operator)
}

export const logout = (context: OperatorContext, operator: CurrentOperator, ip: string): Promise<void> =>
  context.db.transaction(
    async (tx) => {
      // Repeated requests are recorded as one logout.
      if (await endSession(tx, operator.id, operator.sessionId)) await auditLogout(context, tx, operator, ip)
    },
    { checked: false },
  )

const auditLogout = ({ audit }: OperatorContext, tx: Tx, operator: Parameters<typeof operatorActor>[0], ip: string) =>
  audit(tx, { actor: operatorActor(operator), action: 'operator.logout', subjectId: operator.id, ip })

export async function startTwoStep({ db, twoStep }: OperatorContext, operatorId: string) {
  const operator = await findOperator(db, operatorId)
  if (!operator) throw new AppError(commonErrors.notSignedIn)
  return db.transaction((tx) => twoStep.start(tx, operatorId, operator.email))
}

export async function confirmTwoStep(context: OperatorContext, operator: CurrentOperator, code: string, ip: string) {
  const { db, config, twoStep, audit } = context
  const key = `totp:${operator.id}`
  if (config.rateLimits) await attempt(db, key, operatorErrors.slowDown)
  return db.transaction(async (tx) => {
    const result = await twoStep.confirm(tx, operator.id, code)
    // They were opened without the second factor.
    await endSessions(tx, operator.id, operator.sessionId)
    await forgetAttempts(tx, key)
    await audit(tx, { actor: operatorActor(operator), action: 'operator.totp.on', subjectId: operator.id, ip })
    return result
  })
}
