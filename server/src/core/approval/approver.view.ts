import type { Right } from '@sauda/contract/platform/call'
import { commonErrors, type ErrorDefinition } from '@sauda/contract/platform/error'
import type { Obstacle } from '@sauda/contract/core/payer'
import type { Sql } from '../../platform/db.ts'
import { isSetUpPhase, periodsOf, type PolicyContext, waitingFault } from './approver.ts'
import { isSingle, unwaived } from './waive.ts'
import { findApprover, selectObstacles } from './approval.sql.ts'
import { creditedInAnyWay } from './limit.sql.ts'

// Whose approval would count, for screens that show it in advance. It is enforced where a proposal is decided (proposal.decide.ts),
// and for a payout batch in money/payout and wallet.batch.ts.

/** Why this operator's approval would not count, shown before it is given. */
export async function approverFault(
  context: PolicyContext,
  sql: Sql,
  {
    operator,
    ...about
  }: { readonly operator: { readonly id: string }; readonly makerId: string | null; readonly right: Right },
): Promise<ErrorDefinition | undefined> {
  if (isSingle(context) || (await isSetUpPhase(sql))) return undefined
  const row = await findApprover(sql, periodsOf(context, operator.id, about.makerId))
  return row ? waitingFault(context, sql, row, about) : commonErrors.notSignedIn
}

/** The operators whose last approval of these withdrawals does not count, by request; at that moment, or now. */
export async function obstaclesOf(
  context: PolicyContext,
  sql: Sql,
  requestIds: readonly string[],
  at?: string,
): Promise<ReadonlyMap<string, Obstacle[]>> {
  const rows = await unwaived(context, [], () => selectObstacles(sql, requestIds, at))
  const obstacles = new Map<string, Obstacle[]>()
  for (const { request_id: id, operator_id: operatorId, name: operator, why, until } of rows) {
    const obstacle = { operatorId, operator, why, ...(until && { until: until.toISOString() }) }
    obstacles.set(id, [...(obstacles.get(id) ?? []), obstacle])
  }
  return obstacles
}

/** Clients whom the operator credited in the last 24 hours, for whom they do not pay alone. */
export async function creditedBy(
  context: PolicyContext,
  sql: Sql,
  who: { readonly clientIds: readonly string[]; readonly operatorId: string },
): Promise<ReadonlySet<string>> {
  return new Set(await unwaived(context, [], () => creditedInAnyWay(sql, who)))
}
