import type { Topic } from '@sauda/contract/platform/call'
import { queueRules, type QueueItem, type QueueKind } from '@sauda/contract/core/queue'
import type { AppContext } from '../../app/app-context.ts'
import type { Sql, Tx } from '../../platform/db.ts'
import type { Notice } from '../notice/notice.ts'
import { endClaim, findClaim } from './queue.sql.ts'

export { endClaim }

/** The contract's `claimFields` of an item. */
export async function claimOf(
  sql: Sql,
  kind: QueueKind,
  id: string,
): Promise<Pick<QueueItem, 'takenBy' | 'takenById' | 'assigned'>> {
  const claim = await findClaim(sql, kind, id, queueRules.claimMinutes)
  if (!claim) return {}
  const { operator_name: takenBy, operator_id: takenById, assigned } = claim
  return { takenBy, takenById, ...(assigned && { assigned }) }
}

/** The contract's `decisionFields` of a row. */
export const decisionOf = (row: { decided_by: string | null; decided_by_name: string | null }) =>
  row.decided_by === null || row.decided_by_name === null
    ? {}
    : { decidedBy: row.decided_by_name, decidedById: row.decided_by }

type AuditEntry = Parameters<AppContext['audit']>[1]

/** The audit row of a change to a client's request, and a notice to every screen that shows the request. */
export async function recordChange(
  { audit, notifyScreens }: Pick<AppContext, 'audit' | 'notifyScreens'>,
  tx: Tx,
  topic: Topic,
  { id, clientId, ...entry }: Omit<AuditEntry, 'subjectId'> & { readonly clientId: string; readonly id?: string },
): Promise<void> {
  const [[audience], ...others] = changeNotices(topic, { clientId, id })
  await Promise.all([audit(tx, { ...entry, subjectId: clientId }), notifyScreens(tx, audience, topic, id, ...others)])
}

/** To every screen that shows a client's request. */
export const changeNotices = (
  topic: Topic,
  { clientId, id }: { readonly clientId: string; readonly id?: string | undefined },
): [Notice, ...Notice[]] => [
  [{ clientId }, topic, id],
  ['desk', 'queue'],
  ['desk', 'client', clientId],
  ['desk', topic, id],
]
