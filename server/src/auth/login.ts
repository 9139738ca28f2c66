import { authRefusals, authRules } from '@sauda/contract/auth'
import type { authCalls } from '@sauda/contract/auth'
import type { Body } from '@sauda/contract/call'
import type { KycStatus } from '@sauda/contract/kyc'
import { Refusal } from '@sauda/contract/refusal'
import type { House } from '../house.ts'
import type { ClientAtKeyboard } from '../platform/mount.ts'
import { passwordFits } from '../session/password.ts'
import { endSession, startSession } from '../session/session.ts'
import type { Caller } from '../session/session.ts'
import { attempt, forgetAttempts, perNetwork, refund, spend } from '../session/throttle.ts'
import { findClientByEmail, holdClient } from './auth.sql.ts'
import type { ClientRow } from './auth.sql.ts'

/** What keeps a client out once the attempt is allowed; the words, and what the audit log says. */
const obstacles = {
  password: { words: authRefusals.wrongLogin, extra: {} },
  frozen: { words: authRefusals.frozen, extra: {} },
  needed: { words: authRefusals.needCode, extra: { need: 'totp' } },
  wrong: { words: authRefusals.wrongSecondFactor, extra: { need: 'totp' } },
} as const
type Obstacle = keyof typeof obstacles

/** Key of the attempts at one address's login; of an unknown address just the same. */
export const loginKey = (secret: House['secret'], email: string): string =>
  `login:${secret.hmac('lookup', 'login', email).toString('base64url')}`

/** Throws `Invalid email or password` in equal time for an unknown address and a wrong password. */
export async function login(
  house: House,
  body: Body<typeof authCalls.login>,
  caller: Caller,
): Promise<{ token: string; _id: string; isDocsVerified: KycStatus }> {
  const { db, config, secret } = house
  const key = loginKey(secret, body.email)
  const network = perNetwork('login', caller.ip)
  if (config.rateLimits) {
    const { failedLogins, failedLoginMinutes } = authRules.network
    await spend(db, network, { most: failedLogins, seconds: failedLoginMinutes * 60 }, authRefusals.slowDown)
    await attempt(db, key, authRefusals.slowDown)
  }
  const client = await findClientByEmail(db, body.email)
  const fits = await passwordFits(client?.password_hash, body.password)
  const result = client && fits ? await enter(house, client, body.code, key, caller) : 'password'
  if (typeof result === 'object') {
    await refund(db, network)
    return result
  }
  if (result === 'needed') {
    // The password was right and the next call brings the code: no failure.
    await refund(db, network)
    await refund(db, key)
  } else {
    await auditRefusal(house, client, result, caller)
  }
  throw new Refusal(obstacles[result].words, obstacles[result].extra)
}

/** Logs in whoever gave the right password, unless it was changed, or the login frozen, in this very moment. */
function enter(house: House, client: ClientRow, code: string | undefined, key: string, caller: Caller) {
  return house.db.transaction(async (tx) => {
    const now = await holdClient(tx, client.id)
    if (now?.password_hash !== client.password_hash) return 'password'
    if (now.frozen) return 'frozen'
    const second = await house.twoStep.check(tx, client.id, code)
    if (second === 'needed' || second === 'wrong') return second
    await forgetAttempts(tx, key)
    const token = await startSession(tx, { clientId: client.id }, caller)
    const actor = { kind: 'client', id: client.id, name: client.name } as const
    await house.audit(tx, { actor, action: 'auth.login', subjectId: client.id, ip: caller.ip })
    return { token, _id: client.id, isDocsVerified: now.kyc_status }
  })
}

/** Never what was typed: people type passwords into the wrong field. */
function auditRefusal({ db, audit }: House, client: ClientRow | undefined, reason: Obstacle, { ip }: Caller) {
  return db.transaction((tx) =>
    audit(tx, {
      actor: { kind: 'visitor' },
      action: 'auth.login.refused',
      ...(client && { subjectId: client.id }),
      after: { reason },
      ip,
    }),
  )
}

export function logout({ db, audit, notify }: House, client: ClientAtKeyboard, ip: string): Promise<void> {
  return db.transaction(async (tx) => {
    await endSession(tx, client.id, client.sessionId)
    const actor = { kind: 'client', id: client.id, name: client.name } as const
    await audit(tx, { actor, action: 'auth.logout', subjectId: client.id, ip })
    await notify(tx, { clientId: client.id }, 'session')
  })
}
