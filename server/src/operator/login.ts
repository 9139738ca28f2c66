import { operatorRefusals } from '@sauda/contract/operator'
import type { operatorCalls } from '@sauda/contract/operator'
import type { Body } from '@sauda/contract/call'
import { commonRefusals, Refusal } from '@sauda/contract/refusal'
import type { House } from '../house.ts'
import type { OperatorAtKeyboard } from '../platform/mount.ts'
import { enterBy } from '../session/login.ts'
import { endSession, operatorRights, startSession } from '../session/session.ts'
import type { Caller } from '../session/session.ts'
import { attempt, forgetAttempts } from '../session/throttle.ts'
import { findOperator, findOperatorByEmail, holdOperator, markLogin } from './operator.sql.ts'
import type { OperatorRow } from './operator.sql.ts'

type Names = { readonly id: string; readonly name: string }
export const asActor = ({ id, name }: Names) => ({ kind: 'operator', id, name }) as const

/** Logs an operator in; a disabled login is told apart from a wrong one in the audit log only. */
export function login(house: House, body: Body<typeof operatorCalls.login>, caller: Caller) {
  return enterBy(
    house,
    {
      room: 'operator',
      find: (email) => findOperatorByEmail(house.db, email),
      hold: holdOperator,
      barred: ({ disabled }) => (disabled ? { reason: 'disabled', words: operatorRefusals.wrongLogin } : undefined),
      async enter(tx, operator) {
        await markLogin(tx, operator.id)
        const token = await startSession(tx, { operatorId: operator.id }, caller)
        const actor = asActor(operator)
        await house.audit(tx, { actor, action: 'operator.login', subjectId: operator.id, ip: caller.ip })
        return { ...signedIn(house, operator), token }
      },
    },
    body,
    caller,
  )
}

/** `need` is set while the operator has no rights for lack of a second factor. */
function signedIn({ config }: House, { id, name, role, two_step, handed_out }: OperatorRow) {
  const strict = config.mode === 'live'
  return {
    _id: id,
    name,
    role,
    rights: [...operatorRights(role, two_step, strict)],
    twoStep: two_step,
    handedOut: handed_out,
    ...(strict && !two_step && { need: 'totp-setup' as const }),
  }
}

export async function me(house: House, operatorId: string) {
  const operator = await findOperator(house.db, operatorId)
  if (!operator) throw new Refusal(commonRefusals.notSignedIn)
  return signedIn(house, operator)
}

export function logout({ db, audit }: House, operator: OperatorAtKeyboard, ip: string): Promise<void> {
  return db.transaction(async (tx) => {
    // Pressed twice, it is one logout.
    if (!(await endSession(tx, operator.id, operator.sessionId))) return
    await audit(tx, { actor: asActor(operator), action: 'operator.logout', subjectId: operator.id, ip })
  })
}

/** A new secret for the operator's authenticator app; it counts only once confirmed. */
export async function startTwoStep({ db, twoStep }: House, operatorId: string) {
  const operator = await findOperator(db, operatorId)
  const started = operator && (await twoStep.start(db, operatorId, operator.email))
  if (!started) throw new Refusal(operatorRefusals.totpOn)
  return started
}

/** Turns two-step login on; answers the recovery codes. */
export async function confirmTwoStep(house: House, operator: OperatorAtKeyboard, code: string, ip: string) {
  const { db, config, twoStep, audit } = house
  const key = `totp:${operator.id}`
  if (config.rateLimits) await attempt(db, key, operatorRefusals.slowDown)
  const result = await db.transaction(async (tx) => {
    const outcome = await twoStep.confirm(tx, operator.id, code)
    if (typeof outcome !== 'object') return outcome
    await forgetAttempts(tx, key)
    await audit(tx, { actor: asActor(operator), action: 'operator.totp.on', subjectId: operator.id, ip })
    return outcome
  })
  if (result === 'on') throw new Refusal(operatorRefusals.totpOn)
  if (result === 'not started') throw new Refusal(operatorRefusals.totpNotStarted)
  if (result === 'wrong') throw new Refusal(operatorRefusals.totpWrong)
  return result
}
