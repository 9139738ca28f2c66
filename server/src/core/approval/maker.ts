import { approvalErrors } from '@sauda/contract/core/approval'
import { isAdministrator, rightsOf } from '@sauda/contract/broker/operator'
import type { Right } from '@sauda/contract/platform/call'
import { AppError } from '@sauda/contract/platform/error'
import { queueRights } from '@sauda/contract/core/queue'
import { type Sql, together, type Tx } from '../../platform/db.ts'
import { isSeparated, type PolicyContext } from './approver.ts'
import { lockWaitingOf, selectMakers, selectWaitingMakers, type TwoStepQueue } from './proposal.sql.ts'

// Whose request or first approval still counts: that of an operator who is not disabled and still has the right.

/** Which of these operators are disabled or have lost the right, so that their requests lapse. */
export async function formerMakers(context: PolicyContext, sql: Sql, operatorIds: readonly string[], right: Right) {
  if (operatorIds.length === 0) return []
  const [separated, makers] = await together(
    sql,
    () => isSeparated(context, sql),
    () => selectMakers(sql, operatorIds),
  )
  return makers
    .filter(
      ({ role, rights, disabled }) =>
        disabled || !rightsOf(role, separated && isAdministrator(role), rights).includes(right),
    )
    .map(({ id }) => id)
}

export const mayStillRequest = async (context: PolicyContext, sql: Sql, operatorId: string, right: Right) =>
  (await formerMakers(context, sql, [operatorId], right)).length === 0

/** Throws if the operator who requested it may no longer do so. */
export async function requireMaker(context: PolicyContext, sql: Sql, operatorId: string, queue: TwoStepQueue) {
  if (!(await mayStillRequest(context, sql, operatorId, queueRights[queue])))
    throw new AppError(approvalErrors.makerGone)
}

/** The pending requests of a queue whose makers may no longer request them, locked. */
export async function lockLapsed(context: PolicyContext, tx: Tx, queue: TwoStepQueue): Promise<string[]> {
  const former = await formerMakers(context, tx, await selectWaitingMakers(tx, queue), queueRights[queue])
  return lockWaitingOf(tx, queue, former)
}
