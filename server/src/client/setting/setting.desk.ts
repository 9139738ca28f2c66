import { settingErrors, type settingCalls } from '@sauda/contract/client/setting'
import type { Reply } from '@sauda/contract/platform/call'
import { alreadyDecided, AppError } from '@sauda/contract/platform/error'
import type { AppContext } from '../../app/app-context.ts'
import { requireApprover } from '../../core/approval/approval.policy.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import type { Image, RequestInput } from '../../platform/mount.ts'
import { claimOf, decisionOf, endClaim } from '../../core/queue/claim.ts'
import { repliesOf, viewProof } from '../../core/queue/reply.ts'
import { approvedMail, rejectedMail } from './setting.mail.ts'
import { decideSetting, findClient, findInForce, findSetting, lockClient, replaceSetting } from './setting.sql.ts'
import { settingValueOf } from './setting.sql.ts'
import { defaultOf, inForceOf, notifySettings, recorded } from './setting.ts'
import { requireNotClosed } from '../../core/ledger/client.sql.ts'

type DeskSetting = Reply<typeof settingCalls.deskSetting>
/** Replies are about a kind of setting, of whichever request they were sent with. */
export async function viewSettingProof(
  context: AppContext,
  { operator, ip, params: { requestId, replyId } }: RequestInput<typeof settingCalls.proof>,
): Promise<Image> {
  const { client_id: clientId, kind } = await requireRow(findSetting(context.db, requestId))
  return viewProof(context, { operator, ip, reply: { id: replyId, clientId, thread: kind } })
}

type DecideCommand = Pick<RequestInput<typeof settingCalls.approve>, 'operator' | 'params' | 'ip'>

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
    replies: await repliesOf(sql, row.client_id, row.kind),
    ...(await claimOf(sql, 'setting', requestId)),
  }
}

/** Approves the request, or with a reason rejects it. */
export async function decide(
  context: AppContext,
  tx: Tx,
  { operator, params: { requestId }, ip }: DecideCommand,
  reason: string | null,
): Promise<DeskSetting> {
  const { client_id: clientId, kind } = await requireRow(findSetting(tx, requestId))
  const client = await requireRow(lockClient(tx, clientId))
  const row = await requireRow(findSetting(tx, requestId))
  // Names the operator who decided first, unless the client changed the request.
  const { decided_by_name: decidedBy } = row
  if (row.status !== 'requested') throw new AppError(decidedBy ? alreadyDecided(decidedBy) : settingErrors.overtaken)
  requireNotClosed(client)
  const isApproved = reason === null
  if (isApproved)
    await requireApprover(context, tx, {
      operator,
      right: 'kyc.review',
      summary: `Change of the ${kind} of ${client.name}`,
    })
  const inForce = await findInForce(tx, clientId, kind)
  if (isApproved && inForce) await replaceSetting(tx, inForce.id, 'in_force')
  await decideSetting(tx, { id: requestId, operatorId: operator.id, reason })
  await endClaim(tx, 'setting', requestId)
  const input = settingValueOf(row)
  await context.audit(tx, {
    by: { operator, ip },
    action: isApproved ? 'setting.approve' : 'setting.refuse',
    subjectId: clientId,
    before: {
      requestId,
      ...(isApproved ? recorded(kind, inForce?.value ?? defaultOf(kind, client)) : { kind }),
      status: 'requested',
    },
    after: isApproved
      ? { requestId, ...recorded(kind, row.value), status: 'in_force' }
      : { requestId, kind, status: 'refused', reason },
  })
  const { config } = context
  const mail = isApproved ? approvedMail(config, client, input) : rejectedMail(config, client, input, reason)
  await context.inform(tx, mail, { clientId, topic: 'setting', id: requestId })
  await notifySettings(context, tx, clientId, requestId)
  return deskSetting(tx, requestId)
}
