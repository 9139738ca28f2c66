import { AppError } from '@sauda/contract/error'
import type { ErrorExtra, ErrorDefinition } from '@sauda/contract/error'
import { loginErrors, sessionRules } from '@sauda/contract/session'
import type { AppContext } from '../app-context.ts'
import type { Tx } from '../platform/db.ts'
import { passwordFits } from './password.ts'
import type { Caller } from './session.ts'
import { attempt, forgetAttempts, perNetwork, refund, spend } from './throttle.ts'

/** What keeps somebody out once the attempt is allowed; the words, and what the audit log says. */
const obstacles = {
  password: { words: loginErrors.wrongLogin, extra: {} },
  needed: { words: loginErrors.needCode, extra: { need: 'totp' } },
  wrong: { words: loginErrors.wrongSecondFactor, extra: { need: 'totp' } },
} as const satisfies Record<string, { words: ErrorDefinition; extra: ErrorExtra }>

type Owner = { readonly id: string; readonly password_hash: string }

/** One of the two doors, `portal` or `desk`: whom it knows and what entering means. */
export type Door<O extends Owner, Entered> = {
  readonly room: 'auth' | 'operator'
  readonly find: (email: string) => Promise<O | undefined>
  /** The owner as the row stands now, held until the transaction ends. */
  readonly hold: (tx: Tx, id: string) => Promise<O | undefined>
  /** Why this owner stays outside although the password was right. */
  readonly barred: (owner: O) => { reason: string; words: ErrorDefinition } | undefined
  readonly enter: (tx: Tx, owner: O) => Promise<Entered>
}

type Proof = { readonly email: string; readonly password: string; readonly code?: string | undefined }

/** Key of the attempts at one address's login; of an unknown address just the same. */
export const loginKey = (secret: AppContext['secret'], room: 'auth' | 'operator', email: string): string =>
  `login:${secret.hmac('lookup', room, email).toString('base64url')}`

/**
 * Opens the door to whoever proves the login. Attempts are counted before the password is looked at; an unknown address
 * costs the same hash as a wrong password; the owner's row is read again under its lock, so that nothing that changed in
 * this very moment is overlooked.
 */
export async function enterBy<O extends Owner, Entered>(
  context: AppContext,
  door: Door<O, Entered>,
  proof: Proof,
  caller: Caller,
): Promise<Entered> {
  const { db, config, secret } = context
  const key = loginKey(secret, door.room, proof.email)
  const network = perNetwork(door.room, caller.ip)
  if (config.rateLimits) {
    const { failedLogins, failedLoginMinutes } = sessionRules.network
    await spend(db, network, { most: failedLogins, seconds: failedLoginMinutes * 60 }, loginErrors.slowDown)
    await attempt(db, key, loginErrors.slowDown)
  }
  const owner = await door.find(proof.email)
  const fits = await passwordFits(owner?.password_hash, proof.password)
  const result: Result<Entered> =
    owner && fits ? await tryDoor(context, door, owner, proof.code, key) : keptOut('password')
  if ('entered' in result) {
    await refund(db, network)
    return result.entered
  }
  if (result.reason === 'needed') {
    // The password was right and the next call brings the code: no failure.
    await refund(db, network)
    await refund(db, key)
  } else {
    await auditRefusal(context, door.room, owner, result.reason, caller)
  }
  throw new AppError(result.words, result.extra)
}

type Result<Entered> = { entered: Entered } | { reason: string; words: ErrorDefinition; extra: ErrorExtra }

const keptOut = (reason: keyof typeof obstacles) => ({ reason, ...obstacles[reason] })

function tryDoor<O extends Owner, Entered>(
  context: AppContext,
  door: Door<O, Entered>,
  owner: O,
  code: string | undefined,
  key: string,
): Promise<Result<Entered>> {
  return context.db.transaction(async (tx) => {
    const now = await door.hold(tx, owner.id)
    if (now?.password_hash !== owner.password_hash) return keptOut('password')
    const bar = door.barred(now)
    if (bar) return { ...bar, extra: {} }
    const second = await context.twoStep.check(tx, owner.id, code)
    if (second === 'needed' || second === 'wrong') return keptOut(second)
    await forgetAttempts(tx, key)
    return { entered: await door.enter(tx, now) }
  })
}

/** Never what was typed: people type passwords into the wrong field. */
function auditRefusal(
  { db, audit }: AppContext,
  room: string,
  owner: Owner | undefined,
  reason: string,
  { ip }: Caller,
) {
  return db.transaction((tx) =>
    audit(tx, {
      actor: { kind: 'visitor' },
      action: `${room}.login.refused`,
      ...(owner && { subjectId: owner.id }),
      after: { reason },
      ip,
    }),
  )
}
