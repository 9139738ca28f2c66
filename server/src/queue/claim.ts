import { queueRules, type QueueKind } from '@sauda/contract/queue'
import type { Sql, Tx } from '../platform/db.ts'
import { deleteClaims, findClaim } from './queue.sql.ts'

/** The contract's `claimFields` of an item. */
export async function claimOf(sql: Sql, kind: QueueKind, id: string) {
  const claim = await findClaim(sql, kind, id, queueRules.claimMinutes)
  return claim ? { takenBy: claim.operator_name, takenById: claim.operator_id } : {}
}

/** Every decision on an item calls this. */
export function endClaim(tx: Tx, kind: QueueKind, id: string): Promise<number> {
  return deleteClaims(tx, kind, id)
}
