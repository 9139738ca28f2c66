import { operatorRefusals, operatorRules } from '@sauda/contract/operator'
import type { operatorCalls } from '@sauda/contract/operator'
import type { Body } from '@sauda/contract/call'
import { commonRefusals, Refusal } from '@sauda/contract/refusal'
import type { House } from '../house.ts'
import type { OperatorAtKeyboard } from '../platform/mount.ts'
import { passwordFits } from '../session/password.ts'
import { endSession, operatorRights, startSession } from '../session/session.ts'
import type { Caller } from '../session/session.ts'
import { attempt, forgetAttempts, perNetwork, refund, spend } from '../session/throttle.ts'
import { findOperator, findOperatorByEmail, holdOperator, markLogin } from './operator.sql.ts'
import type { OperatorRow } from './operator.sql.ts'

/** What keeps an operator out; a disabled login is told apart from a wrong one in the audit log only. */
const obstacles = {
  password: { words: operatorRefusals.wrongLogin, extra: {} },
  disabled: { words: operatorRefusals.wrongLogin, extra: {} },
  needed: { words: operatorRefusals.needCode, extra: { need: 'totp' } },
  wrong: { words: operatorRefusals.wrongSecondFactor, extra: { need: 'totp' } },
} as const
type Obstacle = keyof typeof obstacles

type Names = { readonly id: string; readonly name: string }
export const asActor = ({ id, name }: Names) => ({ kind: 'operator', id, name }) as const

/** Throws `Invalid email or password` in equal time for an unknown address, a wrong password and a disabled login. */
export async function login(house: House, body: Body<typeof operatorCalls.login>, caller: Caller) {
  const { db, config, secret } = house
  const key = `desk:${secret.hmac('lookup', 'desk', body.email).toString('base64url')}`
  const network = perNetwork('desk', caller.ip)
  if (config.rateLimits) {
    const { failedLogins, failedLoginMinutes } = operatorRules.network
    await spend(db, network, { most: failedLogins, seconds: failedLoginMinutes * 60 }, operatorRefusals.slowDown)
    await attempt(db, key, operatorRefusals.slowDown)
  }
  const operator = await findOperatorByEmail(db, body.email)
  const fits = await passwordFits(operator?.password_hash, body.password)
  const result = operator && fits ? await enter(house, operator, body.code, key, caller) : 'password'
  if (typeof result === 'object') {
    await refund(db, network)
    return result
  }
  if (result === 'needed') {
    // The password was right and the next call brings the code: no failure.
    await refund(db, network)
    await refund(db, key)
  } else {
    await auditRefusal(house, operator, result, caller)
  }
  throw new Refusal(obstacles[result].words, obstacles[result].extra)
}

function enter(house: House, operator: OperatorRow, code: string | undefined, key: string, caller: Caller) {
  return house.db.transaction(async (tx) => {
    const now = await holdOperator(tx, operator.id)
    if (now?.password_hash !== operator.password_hash) return 'password'
    if (now.disabled) return 'disabled'
    const second = await house.twoStep.check(tx, operator.id, code)
    if (second === 'needed' || second === 'wrong') return second
    await forgetAttempts(tx, key)
    await markLogin(tx, operator.id)
    const token = await startSession(tx, { operatorId: operator.id }, caller)
    await house.audit(tx, {
      actor: asActor(operator),
      action: 'operator.login',
      subjectId: operator.id,
      ip: caller.ip,
    })
    return { ...signedIn(house, operator), token }
  })
}

/** Never what was typed: people type passwords into the wrong field. */
function auditRefusal({ db, audit }: House, operator: OperatorRow | undefined, reason: Obstacle, { ip }: Caller) {
  return db.transaction((tx) =>
    audit(tx, {
      actor: { kind: 'visitor' },
      action: 'operator.login.refused',
      ...(operator && { subjectId: operator.id }),
      after: { reason },
      ip,
    }),
  )
}

/** `need` is set while the operator has no rights for lack of a second factor. */
function signedIn({ config }: House, { id, name, role, two_step }: OperatorRow) {
  const strict = config.mode === 'live'
  return {
    _id: id,
    name,
    role,
    rights: [...operatorRights(role, two_step, strict)],
    twoStep: two_step,
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
    await endSession(tx, operator.id, operator.sessionId)
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
