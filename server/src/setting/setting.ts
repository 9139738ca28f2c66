import { isDeepStrictEqual } from 'node:util'
import { isMinor, segmentValue, settingErrors, tooManyNominees } from '@sauda/contract/setting'
import type { NomineeValue, SegmentValue, SettingKind } from '@sauda/contract/setting'
import { commonErrors, AppError } from '@sauda/contract/error'
import { v7 as uuidv7 } from 'uuid'
import type { SettingContext } from '../app-context.ts'
import type { Sql, Tx } from '../platform/db.ts'
import type { Config } from '../config.ts'
import type { CurrentClient } from '../platform/mount.ts'
import { endClaim } from '../queue/claim.ts'
import { requestedMail } from './setting.mail.ts'
import {
  findClient,
  findInForce,
  findSetting,
  findWaiting,
  insertSetting,
  lockClient,
  replaceSetting,
} from './setting.sql.ts'
import type { SettingRow } from './setting.sql.ts'
import { defaultOf, viewsOf } from './setting.view.ts'
import type { Wanted } from './wanted.ts'

type Asking = { readonly client: CurrentClient; readonly ip: string }

export async function settingsOf(sql: Sql, { nomineeLimit }: Pick<Config, 'nomineeLimit'>, clientId: string) {
  return { ...(await viewsOf(sql, clientId)), nomineeLimit }
}

type Outcome = 'requested' | 'taken back' | 'unchanged'

/**
 * Replaces a pending request of the same kind. Repeating it changes nothing; requesting the active value cancels the
 * pending request.
 */
export async function request(
  context: SettingContext,
  tx: Tx,
  { client, ip }: Asking,
  wanted: Wanted,
): Promise<Outcome> {
  const owner = await existing(lockClient(tx, client.id))
  if (wanted.kind === 'nominee') refuseNominees(wanted.value, context.config.nomineeLimit, owner.today)
  const waiting = await findWaiting(tx, client.id, wanted.kind)
  if (waiting && isDeepStrictEqual(waiting.value, wanted.value)) return 'unchanged'
  const inForce = await inForceOf(tx, client.id, wanted.kind)
  if (isDeepStrictEqual(inForce, wanted.value)) {
    if (!waiting) return 'unchanged'
    await leave(context, tx, { client, ip }, waiting)
    return 'taken back'
  }
  if (waiting) await retire(tx, waiting)
  const id = uuidv7()
  await insertSetting(tx, { id, clientId: client.id, ...wanted })
  await context.audit(tx, {
    actor: actorOf(client),
    action: 'setting.request',
    subjectId: client.id,
    before: { kind: wanted.kind, value: waiting?.value ?? inForce, status: waiting ? 'requested' : 'in_force' },
    after: { requestId: id, kind: wanted.kind, value: wanted.value, status: 'requested' },
    ip,
  })
  await context.mail(tx, requestedMail(context.config, owner, wanted))
  await tell(context, tx, client.id, id)
  return 'requested'
}

/** Not found if the request is another client's. */
export async function takeBack(context: SettingContext, tx: Tx, asking: Asking, requestId: string): Promise<void> {
  await existing(lockClient(tx, asking.client.id))
  const row = await existing(findSetting(tx, requestId))
  if (row.client_id !== asking.client.id) throw new AppError(commonErrors.notFound)
  // Repeated: already cancelled.
  if (row.status === 'replaced' && row.decided_at === null) return
  if (row.status !== 'requested') throw new AppError(settingErrors.notWaiting)
  await leave(context, tx, asking, row)
}

async function leave(context: SettingContext, tx: Tx, { client, ip }: Asking, row: SettingRow): Promise<void> {
  await retire(tx, row)
  await context.audit(tx, {
    actor: actorOf(client),
    action: 'setting.take-back',
    subjectId: client.id,
    before: { requestId: row.id, kind: row.kind, value: row.value, status: 'requested' },
    after: { requestId: row.id, status: 'replaced' },
    ip,
  })
  await tell(context, tx, client.id, row.id)
}

async function retire(tx: Tx, row: SettingRow): Promise<void> {
  await replaceSetting(tx, row.id, 'requested')
  await endClaim(tx, 'setting', row.id)
}

export async function inForceOf(sql: Sql, clientId: string, kind: SettingKind): Promise<unknown> {
  const active = await findInForce(sql, clientId, kind)
  return active?.value ?? defaultOf(kind, await findClient(sql, clientId))
}

/** The segments in which the client may buy. */
export async function activeSegments(sql: Sql, clientId: string): Promise<SegmentValue> {
  return segmentValue.parse(await inForceOf(sql, clientId, 'segment'))
}

/** Checks the broker's limit and today's date, which the contract's schema does not know. */
function refuseNominees({ nominees }: NomineeValue, limit: number, today: string): void {
  if (nominees.length > limit) throw new AppError(tooManyNominees(limit))
  for (const { bornOn, guardian } of nominees) {
    if (bornOn !== undefined && bornOn > today) throw new AppError(settingErrors.notBorn)
    const needsGuardian = bornOn !== undefined && isMinor(bornOn, today)
    if (needsGuardian !== (guardian !== undefined)) throw new AppError(settingErrors.guardianNeeded)
  }
}

const actorOf = ({ id, name }: CurrentClient) => ({ kind: 'client', id, name }) as const

export async function tell(
  { notifyScreens }: Pick<SettingContext, 'notifyScreens'>,
  tx: Tx,
  clientId: string,
  id: string,
): Promise<void> {
  await notifyScreens(tx, { clientId }, 'setting')
  await notifyScreens(tx, 'desk', 'setting', id)
  await notifyScreens(tx, 'desk', 'client', clientId)
}

export async function existing<Row>(found: Promise<Row | undefined>): Promise<Row> {
  const row = await found
  if (row === undefined) throw new AppError(commonErrors.notFound)
  return row
}
