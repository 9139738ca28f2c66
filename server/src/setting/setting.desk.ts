import { settingErrors } from '@sauda/contract/setting'
import type { settingCalls } from '@sauda/contract/setting'
import type { Reply } from '@sauda/contract/call'
import { alreadyDecided, AppError } from '@sauda/contract/error'
import type { SettingContext } from '../app-context.ts'
import { operatorActor } from '../audit/audit.ts'
import { requireRow, type Sql, type Tx } from '../platform/db.ts'
import type { CurrentOperator } from '../platform/mount.ts'
import { claimOf, decisionOf, endClaim } from '../queue/claim.ts'
import { approvedMail, rejectedMail } from './setting.mail.ts'
import { decideSetting, findClient, findInForce, findSetting, lockClient, replaceSetting } from './setting.sql.ts'
import type { SettingRow } from './setting.sql.ts'
import { inForceOf, notifySettings } from './setting.ts'
import { defaultOf } from './setting.ts'
import { settingValueOf } from './setting.sql.ts'

type DeskSetting = Reply<typeof settingCalls.deskSetting>
type DecideCommand = { readonly operator: CurrentOperator; readonly requestId: string; readonly ip: string }

export async function deskSetting(sql: Sql, requestId: string): Promise<DeskSetting> {
  const row = await requireRow(findSetting(sql, requestId))
  const client = await requireRow(findClient(sql, row.client_id))
  const inForce = row.status === 'requested' ? await inForceOf(sql, row.client_id, row.kind) : undefined
  return {
    _id: row.id,
    // Validated on input, and again by the reply's schema.
    change: { kind: row.kind, asked: row.value, inForce } as DeskSetting['change'],
    status: row.status,
    createdAt: row.created_at.toISOString(),
    decidedAt: row.decided_at?.toISOString(),
    ...decisionOf(row),
    reason: row.reason ?? undefined,
    clientId: row.client_id,
    clientName: client.name,
    saudaId: client.sauda_id,
    isDocsVerified: client.kyc_status,
    ...(await claimOf(sql, 'setting', requestId)),
  }
}

export const approve = (context: SettingContext, tx: Tx, desk: DecideCommand): Promise<DeskSetting> =>
  decide(context, tx, desk, null)

export const refuse = (context: SettingContext, tx: Tx, desk: DecideCommand, reason: string): Promise<DeskSetting> =>
  decide(context, tx, desk, reason)

async function decide(
  context: SettingContext,
  tx: Tx,
  { operator, requestId, ip }: DecideCommand,
  reason: string | null,
): Promise<DeskSetting> {
  const { client_id: clientId, kind } = await requireRow(findSetting(tx, requestId))
  const client = await requireRow(lockClient(tx, clientId))
  const row = await requireRow(findSetting(tx, requestId))
  if (row.status !== 'requested') throw decisionError(row)
  const isApproved = reason === null
  const inForce = await findInForce(tx, clientId, kind)
  if (isApproved && inForce) await replaceSetting(tx, inForce.id, 'in_force')
  await decideSetting(tx, { id: requestId, operatorId: operator.id, reason })
  await endClaim(tx, 'setting', requestId)
  const input = settingValueOf(row)
  await context.audit(tx, {
    actor: operatorActor(operator),
    action: isApproved ? 'setting.approve' : 'setting.refuse',
    subjectId: clientId,
    before: {
      requestId,
      kind,
      status: 'requested',
      ...(isApproved && { value: inForce?.value ?? defaultOf(kind, client) }),
    },
    after: isApproved
      ? { requestId, kind, status: 'in_force', value: row.value }
      : { requestId, kind, status: 'refused', reason },
    ip,
  })
  await context.mail(
    tx,
    reason === null
      ? approvedMail(context.config, client, input)
      : rejectedMail(context.config, client, { ...input, reason }),
  )
  await notifySettings(context, tx, clientId, requestId)
  return deskSetting(tx, requestId)
}

/** Names the operator who decided first, unless the client changed the request. */
const decisionError = (row: SettingRow): AppError =>
  new AppError(row.decided_by_name === null ? settingErrors.overtaken : alreadyDecided(row.decided_by_name))
