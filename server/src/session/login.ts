import { AppError, type ErrorExtra, type ErrorDefinition } from '@sauda/contract/error'
import { loginErrors, sessionRules } from '@sauda/contract/session'
import type { SessionContext } from '../app-context.ts'
import type { Sql, Tx } from '../platform/db.ts'
import { isCorrectPassword } from './password.ts'
import type { Caller } from './session.ts'
import { attempt, forgetAttempts, perNetwork, refund, spend } from './throttle.ts'

/** The reason goes to the audit trail, the error to the caller. */
type Rejection = { readonly reason: string; readonly error: ErrorDefinition; readonly extra?: ErrorExtra }

const rejections = {
  password: { reason: 'password', error: loginErrors.wrongLogin },
  needed: { reason: 'needed', error: loginErrors.needCode, extra: { need: 'totp' } },
  wrong: { reason: 'wrong', error: loginErrors.wrongSecondFactor, extra: { need: 'totp' } },
} as const satisfies Record<string, Rejection>

type Owner = { readonly id: string; readonly password_hash: string }

/** What differs between logins of clients and of operators. */
export type LoginKind<O extends Owner, Reply> = {
  readonly feature: 'auth' | 'operator'
  readonly find: (email: string) => Promise<O | undefined>
  /** Reads the owner again and locks the row until the transaction ends. */
  readonly lock: (tx: Tx, id: string) => Promise<O | undefined>
  /** Why this owner may not log in despite the correct password. */
  readonly rejection: (owner: O) => Rejection | undefined
  readonly startSession: (tx: Tx, owner: O) => Promise<Reply>
}

type Credentials = { readonly email: string; readonly password: string; readonly code?: string | undefined }

/** Throttle key of the login attempts for an address, known or not. */
export const loginKey = (secret: SessionContext['secret'], feature: 'auth' | 'operator', email: string): string =>
  `login:${secret.hmac('lookup', feature, email).toString('base64url')}`

/**
 * Attempts are counted before the password is checked, an unknown address costs the same hash as a wrong password,
 * and the owner's row is read again under its lock, so that a concurrent change is not missed.
 */
export async function authenticate<O extends Owner, Reply>(
  context: SessionContext,
  kind: LoginKind<O, Reply>,
  credentials: Credentials,
  caller: Caller,
): Promise<Reply> {
  const { db, config, secret } = context
  const key = loginKey(secret, kind.feature, credentials.email)
  const network = perNetwork(kind.feature, caller.ip)
  if (config.rateLimits) {
    const { failedLogins, failedLoginMinutes } = sessionRules.network
    await spend(db, network, { most: failedLogins, seconds: failedLoginMinutes * 60 }, loginErrors.slowDown)
    await attempt(db, key, loginErrors.slowDown)
  }
  const owner = await kind.find(credentials.email)
  const fits = await isCorrectPassword(owner?.password_hash, credentials.password)
  const result: Result<Reply> =
    owner && fits ? await logIn(context, kind, owner, credentials.code, key) : { rejection: rejections.password }
  if ('reply' in result) {
    await refund(db, network)
    return result.reply
  }
  const { rejection } = result
  if (rejection === rejections.needed) {
    // The password was right and the next request brings the code, so this attempt does not count as failed.
    await refund(db, network)
    await refund(db, key)
  } else {
    // Never records the typed e-mail: people type passwords into the wrong field.
    const subject = owner && { subjectId: owner.id }
    const record = { action: `${kind.feature}.login.refused`, ...subject, after: { reason: rejection.reason } }
    await db.transaction((tx) => context.audit(tx, { actor: { kind: 'visitor' }, ...record, ip: caller.ip }))
  }
  throw new AppError(rejection.error, rejection.extra)
}

type Result<Reply> = { reply: Reply } | { rejection: Rejection }

const logIn = <O extends Owner, Reply>(
  context: SessionContext,
  kind: LoginKind<O, Reply>,
  owner: O,
  code: string | undefined,
  key: string,
): Promise<Result<Reply>> =>
  context.db.transaction(async (tx) => {
    const now = await kind.lock(tx, owner.id)
    if (now?.password_hash !== owner.password_hash) return { rejection: rejections.password }
    const rejection = kind.rejection(now)
    if (rejection) return { rejection }
    const second = await context.twoStep.check(tx, owner.id, code)
    if (second === 'needed' || second === 'wrong') return { rejection: rejections[second] }
    await forgetAttempts(tx, key)
    return { reply: await kind.startSession(tx, now) }
  })

type PasswordKind<O> = {
  readonly feature: 'auth' | 'operator'
  readonly find: (sql: Sql, id: string) => Promise<O | undefined>
  readonly actor: { readonly kind: 'client' | 'operator'; readonly id: string; readonly name: string }
}

/** Checks the password a logged-in owner typed again; a wrong one is audited and counts as an attempt. */
export async function confirmPassword<O extends Owner>(
  { db, config, audit }: SessionContext,
  { feature, find, actor }: PasswordKind<O>,
  password: string,
  ip: string,
): Promise<O> {
  const { id } = actor
  const key = `password:${id}`
  if (config.rateLimits) await attempt(db, key, loginErrors.slowDown)
  const owner = await find(db, id)
  if (!(await isCorrectPassword(owner?.password_hash, password)) || !owner) {
    await db.transaction((tx) => audit(tx, { actor, action: `${feature}.password.refused`, subjectId: id, ip }))
    throw new AppError(loginErrors.wrongPassword)
  }
  await forgetAttempts(db, key)
  return owner
}
