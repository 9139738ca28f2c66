import { queueRules } from '@sauda/contract/queue'
import type { QueueKind } from '@sauda/contract/queue'
import type { Sql, Tx } from '../platform/db.ts'
import { deleteClaims, findClaim } from './queue.sql.ts'

/** Who is working on a case, as the contract's `claimFields`. */
export async function claimOf(sql: Sql, kind: QueueKind, id: string) {
  const claim = await findClaim(sql, kind, id, queueRules.claimMinutes)
  return claim ? { takenBy: claim.operator_name, takenById: claim.operator_id } : {}
}

/** To be called by every decision on the item. */
export function endClaim(tx: Tx, kind: QueueKind, id: string): Promise<number> {
  return deleteClaims(tx, kind, id)
}
