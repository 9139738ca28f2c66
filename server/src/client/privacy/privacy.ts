import { mayWithdraw } from '@sauda/contract/client/kyc'
import { nameOf } from '@sauda/contract/core/name'
import type { Reply } from '@sauda/contract/platform/call'
import { alreadyDecided, AppError } from '@sauda/contract/platform/error'
import {
  type DeskPrivacyRequest,
  notErasable,
  privacyCalls,
  privacyErrors,
  currentNotice,
  privacyRules,
} from '@sauda/contract/client/privacy'
import type { PrivacyContext } from '../../app/app-context.ts'
import { recordExport } from '../../core/approval/export.ts'
import { buttonBlock, composeMail, notYouLine, sourceBlock } from '../../core/mail/mail.ts'
import { breaksUnique, requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import type { FileAnswer, RequestInput } from '../../platform/mount.ts'
import { deviceOf } from '../../core/session/session.ts'
import { erase, erasureObstacles, obstaclesOf } from './erase.ts'
import { exportClient } from './export.ts'
import {
  clientRequests,
  decideRequest,
  findConsent,
  findErasureState,
  insertConsent,
  insertRequest,
  lockClient,
  lockRequest,
  selectRequests,
  setName,
} from './privacy.sql.ts'
import { changeBreach, listBreaches, recordBreach } from './breach.ts'

type Calls = typeof privacyCalls
type View = Reply<Calls['read']>

async function readPrivacy(sql: Sql, clientId: string): Promise<View> {
  const consent = await findConsent(sql, clientId)
  return {
    ...(consent && { accepted: { version: consent.version, at: consent.at.toISOString() } }),
    requests: await clientRequests(sql, clientId, privacyRules.requestRows),
    obstacles: await erasureObstacles(sql, clientId),
  }
}

/** The form of the registration requires it. */
export const consentAtRegistration = (tx: Tx, clientId: string, ip: string): Promise<unknown> =>
  insertConsent(tx, { id: newId(), clientId, version: currentNotice, channel: 'registration', ip })

async function accept(
  context: PrivacyContext,
  tx: Tx,
  { client, body: { version }, ip }: RequestInput<Calls['accept']>,
): Promise<View> {
  if (version !== currentNotice) throw new AppError(privacyErrors.oldNotice)
  const added = await insertConsent(tx, { id: newId(), clientId: client.id, version, channel: 'portal', ip })
  if (added > 0) {
    await context.audit(tx, { by: { client, ip }, action: 'privacy.accept', subjectId: client.id, after: { version } })
  }
  return readPrivacy(tx, client.id)
}

export async function ask(
  context: Pick<PrivacyContext, 'audit' | 'notifyScreens'>,
  tx: Tx,
  { client, body: { kind, text }, ip }: Pick<RequestInput<Calls['request']>, 'client' | 'body' | 'ip'>,
): Promise<View> {
  if (kind === 'erasure') {
    const obstacles = await erasureObstacles(tx, client.id)
    if (obstacles.length > 0) throw new AppError(notErasable(obstacles))
  }
  const id = newId()
  await insertRequest(tx, { id, clientId: client.id, kind, text }).catch((error: unknown) => {
    throw breaksUnique(error, 'privacy_request_open') ? new AppError(privacyErrors.alreadyOpen) : error
  })
  const after = { requestId: id, kind }
  await context.audit(tx, { by: { client, ip }, action: 'privacy.request', subjectId: client.id, after })
  await notify(context, tx, client.id)
  return readPrivacy(tx, client.id)
}

const notify = ({ notifyScreens }: Pick<PrivacyContext, 'notifyScreens'>, tx: Tx, clientId: string) =>
  notifyScreens(tx, 'desk', 'privacy', undefined, [{ clientId }, 'privacy'])

/** Requests of all clients, or of one. */
async function listRequests(sql: Sql, only?: string): Promise<Reply<Calls['requests']>> {
  const rows = await (only === undefined
    ? selectRequests(sql, privacyRules.requestRows)
    : clientRequests(sql, only, privacyRules.requestRows))
  const requests: DeskPrivacyRequest[] = []
  for (const row of rows) {
    const isErasure = row.kind === 'erasure' && row.status === 'open'
    const obstacles = isErasure ? await erasureObstacles(sql, row.clientId) : []
    requests.push({ ...row, obstacles })
  }
  return { requests, ...(only !== undefined && { client: await subjectOf(sql, only) }) }
}

async function subjectOf(sql: Sql, clientId: string) {
  const state = await requireRow(findErasureState(sql, clientId, privacyRules.retentionYears))
  const obstacles = state.erased ? [privacyErrors.erased.message] : obstaclesOf(state)
  return { clientId, clientName: state.name, saudaId: nameOf('client', state.number), obstacles }
}

/** The client is told, because a thief with an open session could do it. */
async function exportOwn(context: PrivacyContext, { client, ip, userAgent }: RequestInput<Calls['export']>) {
  await context.db.transaction(async (tx) => {
    const recipient = await requireRow(lockClient(tx, client.id))
    await context.audit(tx, { by: { client, ip }, action: 'privacy.export', subjectId: client.id })
    await context.mail(
      tx,
      composeMail(recipient, 'Your data was downloaded', [
        'Everything we store about you, with your documents and photos, was downloaded with your login.',
        sourceBlock(deviceOf({ ip, userAgent }), ip),
        `If this was you, no action is needed.\n${notYouLine(context.config)}`,
      ]),
    )
  })
  return exportClient(context, client.id)
}

/** Audited before the file is made. */
async function exportAtDesk(
  context: PrivacyContext,
  { operator, params: { clientId }, ip }: RequestInput<Calls['deskExport']>,
): Promise<FileAnswer> {
  const { number } = await requireRow(findErasureState(context.db, clientId, 0))
  const what = `All data of the client ${nameOf('client', number)}`
  await recordExport(context, { operator, ip, what, clients: 1, action: 'privacy.export', subjectId: clientId })
  return exportClient(context, clientId)
}

type Decision = {
  readonly status: 'done' | 'rejected'
  readonly answer: string
  /** The corrected name. */
  readonly name?: string | undefined
}

async function decide(
  context: PrivacyContext,
  tx: Tx,
  { operator, params: { requestId }, ip }: Pick<RequestInput<Calls['reject']>, 'operator' | 'params' | 'ip'>,
  { status, answer, name }: Decision,
): Promise<void> {
  const row = await requireRow(lockRequest(tx, requestId))
  if (row.status !== 'open') throw new AppError(alreadyDecided(row.decidedBy ?? ''))
  const { clientId, kind } = row
  if (status === 'done' && kind === 'erasure') throw new AppError(privacyErrors.notCorrection)
  const { kyc_status: kycStatus } = await requireRow(lockClient(tx, clientId))
  if (name !== undefined && mayWithdraw(kycStatus)) throw new AppError(privacyErrors.verifiedName)
  await decideRequest(tx, { id: requestId, status, answer, operatorId: operator.id })
  if (name !== undefined) await setName(tx, clientId, name)
  await context.audit(tx, {
    by: { operator, ip },
    action: status === 'done' ? 'privacy.complete' : 'privacy.reject',
    subjectId: clientId,
    before: { requestId, kind, status: 'open', ...(name !== undefined && { name: row.clientName }) },
    after: { status, answer, ...(name !== undefined && { name }) },
  })
  const subject = status === 'done' ? 'Your data was corrected' : 'Your request about your data was rejected'
  const mail = composeMail({ name: name ?? row.clientName, email: row.email }, subject, [
    answer,
    buttonBlock('View your requests', `${context.config.publicUrl}/account/privacy`),
  ])
  await context.inform(tx, mail, { clientId, topic: 'privacy', id: requestId })
  await notify(context, tx, clientId)
  if (name !== undefined) await context.notifyScreens(tx, { clientId }, 'profile')
}

export function privacyRoutes(context: PrivacyContext): void {
  const { mount, mountCommand, db } = context

  mount(privacyCalls.read, ({ client }) => readPrivacy(db, client.id))
  mountCommand(privacyCalls.accept, (tx, given) => accept(context, tx, given))
  mount(privacyCalls.export, (given) => exportOwn(context, given))
  mountCommand(privacyCalls.request, (tx, given) => ask(context, tx, given))

  mount(privacyCalls.requests, ({ query }) => listRequests(db, query.clientId))
  mount(privacyCalls.deskExport, (given) => exportAtDesk(context, given))
  mountCommand(privacyCalls.complete, async (tx, given) => {
    await decide(context, tx, given, { status: 'done', ...given.body })
    return { message: 'Request completed' }
  })
  mountCommand(privacyCalls.reject, async (tx, given) => {
    await decide(context, tx, given, { status: 'rejected', ...given.body })
    return { message: 'Request rejected' }
  })
  mount(privacyCalls.erase, (given) => erase(context, given))
  mount(privacyCalls.breaches, () => listBreaches(db))
  mountCommand(privacyCalls.recordBreach, (tx, given) => recordBreach(context, tx, given))
  mountCommand(privacyCalls.updateBreach, (tx, given) => changeBreach(context, tx, given))
}
