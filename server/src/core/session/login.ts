import type { Actor, Person } from '../audit/audit.ts'
import { AppError, type ErrorExtra, type ErrorDefinition } from '@sauda/contract/platform/error'
import { loginErrors, sessionRules, type PasskeyResponse } from '@sauda/contract/core/session'
import type { AppContext } from '../../app/app-context.ts'
import type { Sql, Tx } from '../../platform/db.ts'
import { sha256 } from '../../platform/secret.ts'
import { isKnownBrowser, rememberBrowser, type LoginCaller } from './browser.ts'
import { loginCodeMail, newDeviceMail } from './login.mail.ts'
import { createOneTimeCodes } from './one-time-code.ts'
import { isCorrectPassword } from './password.ts'
import { attempt, forgetAttempts, perNetwork, refund, spend, uses } from './throttle.ts'

/** The reason goes to the audit trail, the error to the caller. */
type Rejection = { readonly reason: string; readonly error: ErrorDefinition; readonly extra?: ErrorExtra }

const rejections = {
  password: { reason: 'password', error: loginErrors.wrongLogin },
  needed: { reason: 'needed', error: loginErrors.needCode, extra: { need: 'totp' } },
  wrong: { reason: 'wrong', error: loginErrors.wrongSecondFactor, extra: { need: 'totp' } },
  passkey: { reason: 'needed', error: loginErrors.needPasskey, extra: { need: 'passkey' } },
  mailNeeded: { reason: 'needed', error: loginErrors.needMailedCode, extra: { need: 'mail' } },
  mailWrong: { reason: 'wrong', error: loginErrors.wrongMailedCode, extra: { need: 'mail' } },
} as const satisfies Record<string, Rejection>

export type Owner = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly password_hash: string
}

/** The differences between logins of clients and of operators. */
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
export const loginKey = (secret: AppContext['secret'], feature: 'auth' | 'operator', email: string): string =>
  `login:${secret.hmac('lookup', feature, email).toString('base64url')}`

/** After a new password, attempts with the old one no longer delay a login from here. */
export async function forgetLoginAttempts(sql: Sql, key: string, ip: string): Promise<void> {
  await forgetAttempts(sql, perNetwork(key, ip))
  await forgetAttempts(sql, dayKey(key))
}
const dayKey = (key: string) => `${key}:day`

type Attempt = {
  readonly known: boolean
  /** Delays of this browser, or of the network if it is not known, so that strangers cannot delay the owner. */
  readonly key: string
  /** Too many failed attempts today: the right password is not enough in an unknown browser. */
  readonly needsMailedCode: boolean
  /** Takes the attempt back, since it did not fail. */
  readonly undo: () => Promise<unknown>
}

/** Counts a login of this network as failed until `refund` takes it back; returns its throttle key. */
async function countFailure(db: Sql, login: string, ip: string): Promise<string> {
  const { failedLogins, failedLoginMinutes } = sessionRules.network
  const network = perNetwork(login, ip)
  await spend(db, network, { most: failedLogins, seconds: failedLoginMinutes * 60 }, loginErrors.slowDown)
  return network
}

const nobody = '00000000-0000-0000-0000-000000000000'

async function countLogin<O extends Owner, Reply>(
  { db, config, secret }: AppContext,
  kind: LoginKind<O, Reply>,
  { email, owner }: { email: string; owner: O | undefined },
  { ip, browser }: LoginCaller,
): Promise<Attempt> {
  // Checked for unknown addresses too, so that the time is the same.
  const known = await isKnownBrowser(db, owner?.id ?? nobody, browser)
  const account = loginKey(secret, kind.feature, email)
  const key = known ? `${account}:${sha256(browser ?? '').toString('base64url')}` : perNetwork(account, ip)
  if (!config.rateLimits) return { known, key, needsMailedCode: false, undo: async () => undefined }
  if (known) {
    await attempt(db, key, loginErrors.slowDown)
    return { known, key, needsMailedCode: false, undo: () => refund(db, key) }
  }
  const network = await countFailure(db, kind.feature, ip)
  await attempt(db, key, loginErrors.slowDown)
  const today = await uses(db, dayKey(account), 86_400)
  const undo = () => Promise.all([network, key, dayKey(account)].map((each) => refund(db, each)))
  return { known, key, needsMailedCode: today > sessionRules.network.perAccountAndDay, undo }
}

/**
 * Attempts are counted before the password is checked, an unknown address costs the same hash as a wrong password,
 * and the owner's row is read again under its lock, so that a concurrent change is not missed.
 */
export async function authenticate<O extends Owner, Reply>(
  context: AppContext,
  kind: LoginKind<O, Reply>,
  { email, password, code }: Credentials,
  caller: LoginCaller,
): Promise<Reply> {
  const { db, config } = context
  const owner = await kind.find(email)
  const tried = await countLogin(context, kind, { email, owner }, caller)
  const fits = await isCorrectPassword(owner?.password_hash, password)
  // At this point the password was right, so guesses at the second factor are limited per account.
  if (owner && fits && code !== undefined && config.rateLimits)
    await attempt(db, secondKey(owner, tried), loginErrors.slowDown)
  const result: Result<Reply> =
    owner && fits ? await logIn(context, kind, owner, { code, tried, caller }) : { rejection: rejections.password }
  if ('reply' in result) {
    await tried.undo()
    return result.reply
  }
  const { rejection } = result
  if (rejection.reason === 'needed') {
    // The password was right and the next request brings the code, so this attempt does not count as failed.
    await tried.undo()
  } else await recordRefused(context, kind.feature, { subjectId: owner?.id, reason: rejection.reason, ip: caller.ip })
  throw new AppError(rejection.error, rejection.extra)
}

/** Never records the typed e-mail: people type passwords into the wrong field. */
const recordRefused = (
  { db, audit }: AppContext,
  feature: 'auth' | 'operator',
  { subjectId, reason, ip }: { subjectId: string | undefined; reason: string; ip: string },
): Promise<void> =>
  db.transaction((tx) =>
    audit(tx, {
      by: { visitor: true, ip },
      action: `${feature}.login.refused`,
      ...(subjectId !== undefined && { subjectId }),
      after: { reason },
    }),
  )

const secondKey = (owner: Owner, { known, key }: Attempt) => (known ? `${key}:code` : `login-code:${owner.id}`)

type Result<Reply> = { reply: Reply } | { rejection: Rejection }

const logIn = <O extends Owner, Reply>(
  context: AppContext,
  kind: LoginKind<O, Reply>,
  owner: O,
  { code, tried, caller }: { code: string | undefined; tried: Attempt; caller: LoginCaller },
): Promise<Result<Reply>> =>
  context.db.transaction(async (tx) => {
    const now = await kind.lock(tx, owner.id)
    if (now?.password_hash !== owner.password_hash) return { rejection: rejections.password }
    const rejection = kind.rejection(now)
    if (rejection) return { rejection }
    const second = await context.twoStep.check(tx, owner.id, code, {
      passkeyOnly: kind.feature === 'operator' && context.config.operatorFactor === 'passkey',
    })
    if (second === 'needed' || second === 'passkey' || second === 'wrong') return { rejection: rejections[second] }
    if (second === 'off' && tried.needsMailedCode) {
      const rejection = await checkMailedCode(context, tx, { kind, owner: now, code, browser: caller.browser })
      if (rejection) return { rejection }
    }
    await forgetAttempts(tx, tried.key)
    await forgetAttempts(tx, secondKey(owner, tried))
    return { reply: await enter(context, tx, kind, now, caller) }
  })

async function enter<O extends Owner, Reply>(
  context: AppContext,
  tx: Tx,
  kind: LoginKind<O, Reply>,
  owner: O,
  caller: LoginCaller,
): Promise<Reply> {
  if (await rememberBrowser(context, tx, owner.id, caller))
    await context.mail(tx, newDeviceMail(context.config, kind.feature, owner, caller))
  return kind.startSession(tx, owner)
}

/** A passkey proves possession and presence, so neither password nor code is needed. */
export async function authenticateByPasskey<O extends Owner, Reply>(
  context: AppContext,
  kind: LoginKind<O, Reply>,
  response: PasskeyResponse,
  caller: LoginCaller,
): Promise<Reply> {
  const { db, config, passkeys } = context
  const failure = config.rateLimits ? await countFailure(db, `${kind.feature}.passkey`, caller.ip) : undefined
  try {
    const passkey = await passkeys.check(db, kind.feature, ['login', kind.feature], response)
    const reply = await db.transaction(async (tx) => {
      const owner = await kind.lock(tx, passkey.owner_id)
      // A passkey of a client does not exist for the desk, and the other way round.
      if (!owner) throw new AppError(loginErrors.passkeyRejected)
      const rejection = kind.rejection(owner)
      if (rejection) throw new AppError(rejection.error, rejection.extra)
      await passkeys.use(tx, passkey)
      return enter(context, tx, kind, owner, caller)
    })
    if (failure !== undefined) await refund(db, failure)
    return reply
  } catch (error) {
    if (error instanceof AppError)
      await recordRefused(context, kind.feature, {
        subjectId: await passkeys.ownerOf(db, response),
        reason: 'passkey',
        ip: caller.ip,
      })
    throw error
  }
}

/** The code is valid only in the browser that entered the password. Undefined if it is correct. */
async function checkMailedCode<O extends Owner, Reply>(
  { secret, config, mail }: AppContext,
  tx: Tx,
  {
    kind,
    owner,
    code,
    browser,
  }: { kind: LoginKind<O, Reply>; owner: O; code: string | undefined; browser: string | undefined },
): Promise<Rejection | undefined> {
  const codes = createOneTimeCodes(secret)
  const holder = { flow: `login-${kind.feature}`, email: owner.email, browser } as const
  if (code === undefined) {
    const issued = await codes.issue(tx, holder)
    if (issued !== undefined) await mail(tx, loginCodeMail(config, kind.feature, owner.email, issued))
    return rejections.mailNeeded
  }
  const isCorrect = (await codes.compare(tx, holder, code)) === 'correct' && (await codes.spend(tx, holder, code))
  return isCorrect ? undefined : rejections.mailWrong
}

export type PasswordKind<O> = {
  readonly feature: 'auth' | 'operator'
  readonly find: (sql: Sql, id: string) => Promise<O | undefined>
  readonly owner: Person
}

export const byOwner = ({ feature, owner }: Pick<PasswordKind<unknown>, 'feature' | 'owner'>, ip: string): Actor =>
  feature === 'operator' ? { operator: owner, ip } : { client: owner, ip }

/** Checks the password a logged-in owner typed again; a wrong one is audited and counts as an attempt. */
export async function confirmPassword<O extends Owner>(
  { db, config, audit }: AppContext,
  kind: PasswordKind<O>,
  password: string,
  ip: string,
): Promise<O> {
  const { id } = kind.owner
  const key = `password:${id}`
  if (config.rateLimits) await attempt(db, key, loginErrors.slowDown)
  const owner = await kind.find(db, id)
  if (!(await isCorrectPassword(owner?.password_hash, password)) || !owner) {
    await db.transaction((tx) =>
      audit(tx, { by: byOwner(kind, ip), action: `${kind.feature}.password.refused`, subjectId: id }),
    )
    throw new AppError(loginErrors.wrongPassword)
  }
  await forgetAttempts(db, key)
  return owner
}
