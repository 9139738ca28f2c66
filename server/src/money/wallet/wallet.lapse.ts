import { decimalRupees } from '@sauda/contract/platform/money'
import { queueRights } from '@sauda/contract/core/queue'
import type { AppContext } from '../../app/app-context.ts'
import { lockLapsed, mayStillRequest } from '../../core/approval/maker.ts'
import type { Ender } from '../../core/approval/proposal.ts'
import { isSingle } from '../../core/approval/waive.ts'
import { releaseOthers } from '../../core/ledger/reference.ts'
import { requireRow, type Tx } from '../../platform/db.ts'
import { recordChange } from '../../core/queue/claim.ts'
import { findDeskRequest, type LockedRow, type RequestRow, takeBackFirst } from './wallet.sql.ts'
import { queueKindOf, requestName } from './wallet.view.ts'

/** Takes back the first approvals of operators who may no longer give them: two others decide those requests. */
export async function lapseFirstApprovals(context: AppContext, tx: Tx, by: Ender): Promise<void> {
  for (const queue of ['deposit', 'withdrawal'] as const)
    for (const id of await lockLapsed(context, tx, queue))
      await takeBack(context, tx, by, await requireRow(findDeskRequest(tx, id)))
}

/**
 * Whether the first approval of a locked request, which is in no released batch, does not count any more. With APPROVALS=single that of the
 * operator themselves lapses too, so that one decision is enough.
 */
export async function hasLapsed(
  context: AppContext,
  tx: Tx,
  by: Ender,
  request: LockedRow & { readonly releasedBy: string | undefined },
): Promise<boolean> {
  const { first_approval_by: firstBy, releasedBy } = request
  if (firstBy === null || releasedBy !== undefined) return false
  if (firstBy === by.operator.id && isSingle(context)) return true
  return !(await mayStillRequest(context, tx, firstBy, queueRights[queueKindOf[request.type]]))
}

export async function takeBack(
  context: AppContext,
  tx: Tx,
  { operator, ip }: Ender,
  request: RequestRow & { readonly first_approval_by: string | null },
): Promise<void> {
  const { id, client_id: clientId, utr, amount, first_approval_by: firstApprovalBy } = request
  await takeBackFirst(tx, id)
  // What the client gave stays reserved.
  await releaseOthers(tx, id, [utr ?? ''])
  await recordChange(context, tx, 'wallet', {
    by: { operator, ip },
    action: 'wallet.lapse-first',
    clientId,
    id,
    before: { firstApprovalBy },
    after: { request: requestName(request), requestId: id, amount: decimalRupees(amount), status: 'pending' },
  })
}
