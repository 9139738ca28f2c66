import type { Reply, Right } from '@sauda/contract/platform/call'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { mayDeposit, mayWithdraw } from '@sauda/contract/client/kyc'
import { isAdministrator, type operatorCalls, rightsOf } from '@sauda/contract/broker/operator'
import { sessionRules, setUpErrors } from '@sauda/contract/core/session'
import { viewErrors, viewTokenPrefix } from '@sauda/contract/client/view'
import { viewReads } from '@sauda/contract/client/view-reads'
import { isSeparated } from '../approval/approver.ts'
import type { Config } from '../../config.ts'
import { breaksCheck, type CommitCheck, type Db, type Sql } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import type { Guard, GuardedCall } from '../../platform/mount.ts'
import { randomToken, sha256 } from '../../platform/secret.ts'
import { hostCookie, readDeskCookie, requireDeskPage, requireSameOperator } from './desk-cookie.ts'
import {
  activeSessions,
  deleteOperatorSession,
  deleteOverdueSessions,
  deleteSession,
  deleteSessions,
  deleteSurplusSessions,
  findSession,
  insertSession,
  requireSession,
  type SessionRow,
  sessionsOf,
  touchSession,
} from './session.sql.ts'
import { forgetOverdue } from './login.sql.ts'

const { client, operator } = sessionRules
const idleMinutes = { client: client.idleMinutes, operator: operator.idleMinutes }

export type Caller = {
  readonly ip: string
  readonly userAgent: string
  /** The session is then valid only with this cookie. */
  readonly companion?: string | undefined
}

/** Sent with the token of a session that the portal's pages opened; a copied token is useless without it. */
export const portalCookie = hostCookie('portal', client.absoluteHours)

export const deviceOf = (caller: Caller): string => deviceName(caller.userAgent)

export type Owner = { readonly clientId: string } | { readonly operatorId: string }

/** Returns the token, which is stored only as a hash. */
export async function startSession(sql: Sql, owner: Owner, from: Caller): Promise<string> {
  const token = randomToken()
  const isClient = 'clientId' in owner
  await insertSession(sql, {
    id: newId(),
    tokenHash: sha256(token),
    companionHash: from.companion === undefined ? null : sha256(from.companion),
    clientId: isClient ? owner.clientId : null,
    operatorId: isClient ? null : owner.operatorId,
    ip: from.ip,
    device: deviceOf(from),
    hours: (isClient ? client : operator).absoluteHours,
  })
  await deleteSurplusSessions(sql, isClient ? owner.clientId : owner.operatorId, sessionRules.sessionsPerOwner)
  return token
}

/** False if the session is not the owner's. */
export const endSession = async (sql: Sql, ownerId: string, sessionId: string): Promise<boolean> =>
  (await deleteSession(sql, ownerId, sessionId)) > 0

/** Ends the session of a token that its browser is about to replace; returns its operator. */
export const endReplacedSession = (sql: Sql, token: string) => deleteOperatorSession(sql, sha256(token))

/** Returns how many ended. */
export const endSessions = (sql: Sql, ownerId: string, exceptId?: string): Promise<number> =>
  deleteSessions(sql, ownerId, exceptId ?? null)

export async function sweepSessions(sql: Sql): Promise<void> {
  await deleteOverdueSessions(sql, idleMinutes)
  await forgetOverdue(sql)
}

export const findActiveSessions = async (sql: Sql, sessionIds: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(await activeSessions(sql, sessionIds, idleMinutes))

/** Newest first. */
export const listSessions = (sql: Sql, { id, sessionId }: { readonly id: string; readonly sessionId: string }) =>
  sessionsOf(sql, id, sessionId, idleMinutes)

type RightsContext = { readonly config: Pick<Config, 'approvals' | 'mode' | 'operatorFactor'>; readonly db: Sql }

type Requirement = NonNullable<Reply<typeof operatorCalls.me>['need']>
type Credentials = Pick<SessionRow, 'second_factor' | 'handed_out'>
type RightsRow = Credentials & Pick<SessionRow, 'role_rights'>

/** The step required of an operator first (settled, sections 4 and 13). */
export function requirement(
  { mode, operatorFactor }: RightsContext['config'],
  { second_factor, handed_out }: Credentials,
): Requirement | undefined {
  if (mode === 'live' && handed_out) return 'password-change'
  if (operatorFactor === 'passkey') return second_factor === 'passkey' ? undefined : 'passkey-setup'
  return mode === 'live' && second_factor === null ? 'totp-setup' : undefined
}

export async function operatorRights({ config, db }: RightsContext, role: string, row: RightsRow) {
  if (requirement(config, row)) return []
  return rightsOf(role, isAdministrator(role) && (await isSeparated({ config }, db)), row.role_rights)
}

/** The only check of who may call what. Operators' browsers may send the desk's cookie instead of a bearer token. */
export function createGuard(
  db: Db,
  config: Pick<Config, 'approvals' | 'mode' | 'operatorFactor' | 'publicUrl'>,
): Guard {
  const { publicUrl } = config
  return async (request, call, identify) => {
    const { who } = call
    const isClientCall = who === 'client' || who === 'verified'
    const { authorization } = request.headers
    const cookie = isClientCall || authorization !== undefined ? undefined : readDeskCookie(request, publicUrl)
    const token = cookie ?? /^Bearer ([\w-]{20,200})$/i.exec(authorization ?? '')?.[1]
    const companion = isClientCall ? portalCookie.read(request, publicUrl) : undefined
    const session =
      token === undefined
        ? undefined
        : await findSession(db, hashOfToken(token), companion === undefined ? null : sha256(companion), idleMinutes)
    if (!session) throw new AppError(commonErrors.notSignedIn)
    identify(actorOf(session))
    if (cookie !== undefined) {
      requireDeskPage(request, publicUrl)
      requireSameOperator(request, session.operator_id)
    }
    const caller =
      session.viewed_client_id !== null
        ? await currentView({ config, db }, session, call)
        : who === 'client' || who === 'verified'
          ? currentClient(session, call)
          : await currentOperator({ config, db }, session, who, call.alsoFor)
    // Ended since it was found.
    if (session.stale && (await touchSession(db, session.id)) === 0) throw new AppError(commonErrors.notSignedIn)
    return { ...caller, stillAllowed: stillAllowed(session) }
  }
}

const actorOf = ({ client_id, client_name, operator_id, operator_name }: SessionRow) =>
  operator_id === null
    ? ({ kind: 'client', id: client_id ?? '', name: client_name ?? '' } as const)
    : ({ kind: 'operator', id: operator_id, name: operator_name ?? '' } as const)

const stillAllowed =
  ({ id, role }: SessionRow): CommitCheck =>
  (sql) =>
    requireSession(sql, id, role).catch((error: unknown) => {
      throw breaksCheck(error, 'session') ? new AppError(commonErrors.notSignedIn) : error
    })

function currentClient(session: SessionRow, { who, whenRevoked }: GuardedCall) {
  if (session.client_id === null || session.frozen) throw new AppError(commonErrors.notSignedIn)
  const isAllowed = whenRevoked ? mayWithdraw : mayDeposit
  if (who === 'verified' && !isAllowed(session.kyc_status)) throw new AppError(commonErrors.notVerified)
  if (who === 'verified' && session.closing) throw new AppError(commonErrors.closing)
  return { client: { id: session.client_id, name: session.client_name ?? '', sessionId: session.id } }
}

/** The token of a view has a hash of another form, so that it matches no login. */
export const hashOfToken = (token: string): Buffer =>
  sha256(token.startsWith(viewTokenPrefix) ? `view ${token}` : token)

/** The only place that decides what an operator may read of a client’s account as the client sees it (decision 0100). */
async function currentView(context: RightsContext, session: SessionRow, call: GuardedCall) {
  const { viewed_client_id: id, client_name: name, role, disabled } = session
  const rights = role === null || disabled ? [] : await operatorRights(context, role, session)
  if (id === null || (call.who !== 'client' && call.who !== 'verified') || !rights.includes('client.view'))
    throw new AppError(commonErrors.notSignedIn)
  if (call.method !== 'GET') throw new AppError(viewErrors.readOnly)
  const right = viewReads.get(call)
  if (right === undefined) throw new AppError(viewErrors.notShown)
  if (!rights.includes(right)) throw new AppError(commonErrors.noRight)
  return { client: { id, name: name ?? '', sessionId: session.id, isViewed: true } }
}

async function currentOperator(context: RightsContext, session: SessionRow, who: Right | 'operator', alsoFor?: Right) {
  if (session.operator_id === null || session.role === null || session.disabled)
    throw new AppError(commonErrors.notSignedIn)
  const rights = await operatorRights(context, session.role, session)
  if (who !== 'operator' && !rights.some((right) => right === who || right === alsoFor)) {
    const need = requirement(context.config, session)
    throw new AppError(need === undefined ? commonErrors.noRight : setUpErrors[need])
  }
  return { operator: { id: session.operator_id, name: session.operator_name ?? '', rights, sessionId: session.id } }
}

const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** "Chrome on Android": lets clients recognise their devices without fingerprinting them. */
export function deviceName(userAgent: string): string {
  const named = (list: readonly [RegExp, string][], other: string) =>
    list.find(([pattern]) => pattern.test(userAgent))?.[1] ?? other
  return `${named(browsers, 'Unknown browser')} on ${named(systems, 'unknown system')}`
}
