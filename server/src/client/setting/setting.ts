import { isDeepStrictEqual } from 'node:util'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import {
  type NomineeValue,
  segmentValue,
  type SegmentValue,
  settingDefaults,
  settingErrors,
  type SettingKind,
  settingKinds,
  settingViews,
  type SettingViews,
  tooManyNominees,
} from '@sauda/contract/client/setting'
import { mayBuy, mayChangeSettings } from '@sauda/contract/client/kyc'
import { isMinor } from '@sauda/contract/core/setting-name'
import { replyErrors } from '@sauda/contract/core/reply'
import type { AppContext } from '../../app/app-context.ts'
import type { Config } from '../../config.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import type { CurrentClient } from '../../platform/mount.ts'
import { endClaim } from '../../core/queue/claim.ts'
import { type ReplyCommand, replyOf, type CaseReply, replyRows, saveReply } from '../../core/queue/reply.ts'
import { requestedMail } from './setting.mail.ts'
import {
  type ClientRow,
  currentSettings,
  findClient,
  findInForce,
  findPending,
  findSetting,
  insertSetting,
  lockClient,
  nextSettlements,
  replaceSetting,
  type SettingRow,
  type SettingValue,
  settingValueOf,
} from './setting.sql.ts'

type ClientCommand = { readonly client: CurrentClient; readonly ip: string }

export async function settingsOf(sql: Sql, { nomineeLimit }: Pick<Config, 'nomineeLimit'>, clientId: string) {
  const dates = await nextSettlements(sql)
  const nextSettlement = Object.fromEntries(dates.map(({ kind, day }) => [kind, day]))
  return { ...(await viewsOf(sql, clientId)), nomineeLimit, nextSettlement }
}

/**
 * Replaces a pending request of the same kind. Repeating it changes nothing; requesting the active value cancels the
 * pending request.
 */
export async function request(
  context: AppContext,
  tx: Tx,
  { client, ip }: ClientCommand,
  input: SettingValue,
): Promise<'requested' | 'taken back' | 'unchanged'> {
  const owner = await requireRow(lockClient(tx, client.id))
  if (!mayChangeSettings(owner.kyc_status)) throw new AppError(commonErrors.notVerified)
  if (input.kind === 'nominee') checkNominees(input.value, context.config.nomineeLimit, owner.today)
  const pending = await findPending(tx, client.id, input.kind)
  if (pending && isDeepStrictEqual(pending.value, input.value)) return 'unchanged'
  const inForce = await inForceOf(tx, client.id, input.kind)
  if (isDeepStrictEqual(inForce, input.value)) {
    if (!pending) return 'unchanged'
    await cancelPending(context, tx, { client, ip }, pending)
    return 'taken back'
  }
  if (pending) await replacePending(tx, pending)
  const id = newId()
  await insertSetting(tx, { id, clientId: client.id, ...input })
  await context.audit(tx, {
    by: { client, ip },
    action: 'setting.request',
    subjectId: client.id,
    before: { ...recorded(input.kind, pending?.value ?? inForce), status: pending ? 'requested' : 'in_force' },
    after: { requestId: id, ...recorded(input.kind, input.value), status: 'requested' },
  })
  await context.mail(tx, requestedMail(context.config, owner, input))
  await notifySettings(context, tx, client.id, id)
  return 'requested'
}

/** For the audit log, which keeps nominees by the id of their request alone: they are other people's data. */
export const recorded = (kind: SettingRow['kind'], value: unknown) => (kind === 'nominee' ? { kind } : { kind, value })

/** Not found if the request is another client's. */
export async function cancelRequest(context: AppContext, tx: Tx, command: ClientCommand, requestId: string) {
  await requireRow(lockClient(tx, command.client.id))
  const row = await requireRow(findSetting(tx, requestId))
  if (row.client_id !== command.client.id) throw new AppError(commonErrors.notFound)
  // Repeated: already cancelled.
  if (row.status === 'replaced' && row.decided_at === null) return
  if (row.status !== 'requested') throw new AppError(settingErrors.notWaiting)
  await cancelPending(context, tx, command, row)
}

async function cancelPending(context: AppContext, tx: Tx, { client, ip }: ClientCommand, row: SettingRow) {
  await replacePending(tx, row)
  await context.audit(tx, {
    by: { client, ip },
    action: 'setting.take-back',
    subjectId: client.id,
    before: { requestId: row.id, ...recorded(row.kind, row.value), status: 'requested' },
    after: { requestId: row.id, status: 'replaced' },
  })
  await notifySettings(context, tx, client.id, row.id)
}

async function replacePending(tx: Tx, row: SettingRow): Promise<void> {
  await replaceSetting(tx, row.id, 'requested')
  await endClaim(tx, 'setting', row.id)
}

/** A rejected request is made again with the reply; a pending one stays as it is. */
export const reply = (context: AppContext, command: ReplyCommand, requestId: string): Promise<void> =>
  saveReply(context, command, async (tx) => {
    const { client, ip } = command
    await requireRow(lockClient(tx, client.id))
    const row = await requireRow(findSetting(tx, requestId))
    if (row.client_id !== client.id) throw new AppError(commonErrors.notFound)
    if (row.status === 'requested') {
      await notifySettings(context, tx, client.id, row.id)
      return { thread: row.kind, rejection: null }
    }
    const newest = (await currentSettings(tx, client.id)).some(({ id }) => id === row.id)
    if (row.status !== 'refused' || !newest || row.reason === null || row.decided_at === null)
      throw new AppError(replyErrors.notOpen)
    const outcome = await request(context, tx, { client, ip }, settingValueOf(row))
    if (outcome !== 'requested') throw new AppError(replyErrors.notOpen)
    return { thread: row.kind, rejection: { reason: row.reason, at: row.decided_at } }
  })

export async function inForceOf(sql: Sql, clientId: string, kind: SettingKind): Promise<unknown> {
  const active = await findInForce(sql, clientId, kind)
  return active?.value ?? defaultOf(kind, await findClient(sql, clientId))
}

/** The segments in which the client may buy. */
export const activeSegments = async (sql: Sql, clientId: string): Promise<SegmentValue> =>
  segmentValue.parse(await inForceOf(sql, clientId, 'segment'))

/** Checks the broker's limit and today's date, which the contract's schema does not know. */
function checkNominees({ nominees }: NomineeValue, limit: number, today: string): void {
  if (nominees.length > limit) throw new AppError(tooManyNominees(limit))
  for (const { bornOn, guardian } of nominees) {
    if (bornOn !== undefined && bornOn > today) throw new AppError(settingErrors.notBorn)
    const needsGuardian = bornOn !== undefined && isMinor(bornOn, today)
    if (needsGuardian !== (guardian !== undefined)) throw new AppError(settingErrors.guardianNeeded)
  }
}

export async function notifySettings(
  { notifyScreens }: Pick<AppContext, 'notifyScreens'>,
  tx: Tx,
  clientId: string,
  id: string,
): Promise<void> {
  await notifyScreens(tx, { clientId }, 'setting')
  await notifyScreens(tx, 'desk', 'setting', id)
  await notifyScreens(tx, 'desk', 'client', clientId)
}

export async function viewsOf(sql: Sql, clientId: string): Promise<SettingViews> {
  const rows = await currentSettings(sql, clientId)
  const client = await findClient(sql, clientId)
  const replies = await replyRows(sql, clientId, ...settingKinds)
  const states = settingKinds.map((kind) => [kind, stateOf(kind, rows, replies, client)] as const)
  return settingViews.parse(Object.fromEntries(states))
}

export const defaultOf = (kind: SettingKind, client: Pick<ClientRow, 'kyc_status'> | undefined) =>
  settingDefaults[kind === 'segment' && mayBuy(client?.kyc_status ?? null) ? 'verifiedSegment' : kind]

function stateOf(
  kind: SettingKind,
  rows: readonly SettingRow[],
  replies: readonly CaseReply[],
  client: ClientRow | undefined,
) {
  const own = rows.filter((row) => row.kind === kind)
  const inForce = own.find((row) => row.status === 'in_force')
  const request = own.find((row) => row.status === 'requested' || row.status === 'refused')
  return {
    inForce: inForce?.value ?? defaultOf(kind, client),
    since: inForce?.decided_at?.toISOString(),
    request: request && {
      _id: request.id,
      value: request.value,
      status: request.status,
      createdAt: request.created_at.toISOString(),
      decidedAt: request.decided_at?.toISOString(),
      reason: request.reason ?? undefined,
      replies: replies.filter(({ thread }) => thread === kind).map(replyOf),
    },
  }
}
