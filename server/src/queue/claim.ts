import { queueRules, type QueueKind } from '@sauda/contract/queue'
import type { Sql, Tx } from '../platform/db.ts'
import { deleteClaims, findClaim } from './queue.sql.ts'

/** The contract's `claimFields` of an item. */
export async function claimOf(sql: Sql, kind: QueueKind, id: string) {
  const claim = await findClaim(sql, kind, id, queueRules.claimMinutes)
  return claim ? { takenBy: claim.operator_name, takenById: claim.operator_id } : {}
}

/** The contract's `decisionFields` of a row. */
export function decisionOf(row: { decided_by: string | null; decided_by_name: string | null }) {
  return row.decided_by === null || row.decided_by_name === null
    ? {}
    : { decidedBy: row.decided_by_name, decidedById: row.decided_by }
}

/** Every decision on an item calls this. */
export function endClaim(tx: Tx, kind: QueueKind, id: string): Promise<number> {
  return deleteClaims(tx, kind, id)
}
