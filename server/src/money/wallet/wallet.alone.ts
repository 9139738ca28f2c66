import { firstApprovalBy } from '@sauda/contract/core/approval'
import { AppError, commonErrors, type ErrorDefinition } from '@sauda/contract/platform/error'
import { queueRights } from '@sauda/contract/core/queue'
import { walletErrors } from '@sauda/contract/money/wallet'
import { normalizeReference } from '@sauda/contract/money/reference'
import type { AppContext } from '../../app/app-context.ts'
import { creditedFault, depositReasons, withdrawalReasons } from '../../core/approval/approval.policy.ts'
import { approverFault } from '../../core/approval/approver.view.ts'
import { ownAccounts } from '../../core/approval/own-account.ts'
import { isSingle, unwaived } from '../../core/approval/waive.ts'
import { requireRow, type Sql } from '../../platform/db.ts'
import { findReleaser } from './wallet.batch.sql.ts'
import { findDeskRequest, type LockedRow } from './wallet.sql.ts'

// What one operator may approve alone, for the approval itself, the page of a request and the list of bank lines.

type Decided = Pick<LockedRow, 'id' | 'type' | 'client_id' | 'amount' | 'first_approval_by'>
type Policy = Pick<AppContext, 'config'>
type Approver = { readonly id: string }

type Found = {
  readonly reference?: string | undefined
  readonly lineId?: string | undefined
  /** One of several requests that the line paid. */
  readonly isPart?: boolean
}

/** Always needs a second operator, whoever decides it. */
export const isLargeWithdrawal = ({ type, amount }: Pick<Decided, 'type' | 'amount'>, context: Policy): boolean =>
  type === 'withdrawal' && amount > context.config.approvals.withdrawalPerClient && !isSingle(context)

export const depositOf = (
  { id: requestId, client_id: clientId, amount }: Pick<Decided, 'id' | 'client_id' | 'amount'>,
  operator: Approver,
) => ({ requestId, clientId, operatorId: operator.id, amount })

/**
 * Why this operator alone may not approve the request; no reasons if one is enough. `fault`: why their approval does not
 * count. Throws if no approval would.
 */
export async function reasonsForSecond(
  context: Policy,
  sql: Sql,
  request: Decided,
  operator: Approver,
  { reference, lineId, isPart = false }: Found,
): Promise<{ reasons: string[]; fault?: ErrorDefinition; proofLineId?: string }> {
  const { type, client_id: clientId, first_approval_by: firstBy } = request
  if (firstBy === operator.id && !isSingle(context)) throw new AppError(walletErrors.needsSecond)
  if (firstBy !== null && type === 'withdrawal') {
    const fault = await creditedFault(sql, { clientIds: [clientId], operatorId: operator.id })
    if (fault) return { reasons: [], fault }
  }
  if (firstBy !== null || isPart) return { reasons: [] }
  const deposit = depositOf(request, operator)
  if (type === 'withdrawal') return { reasons: await withdrawalReasons(context, sql, deposit) }
  const named = reference === undefined ? undefined : normalizeReference(reference)
  return depositReasons(context, sql, { ...deposit, reference: named, lineId })
}

/** Why the operator cannot approve the request with its bank line alone, and unseen; `mustOpen`: on its page they can. */
export async function obstacleOf(
  context: Policy,
  sql: Sql,
  { id, operator, lineId }: { readonly id: string; readonly operator: Approver; readonly lineId: string },
): Promise<{ reasons: string[]; mustOpen?: true; isFirst?: true }> {
  const row = await requireRow(findDeskRequest(sql, id))
  const { payout_batch_id: batchId, first_approval_by: makerId, first_approval_by_name: first } = row
  const own = await ownAccounts(context, sql, { operatorId: operator.id, clientIds: [row.client_id] })
  if (own.size > 0) return { reasons: [commonErrors.ownAccount.message] }
  // The release of the batch gave both approvals.
  if (batchId !== null) return { reasons: (await findReleaser(sql, batchId)) ? [] : [walletErrors.inBatch.message] }
  try {
    const fault = await approverFault(context, sql, {
      operator,
      makerId,
      right: queueRights[row.type === 'added' ? 'deposit' : 'withdrawal'],
    })
    if (fault) return { reasons: [fault.message] }
    const second = await reasonsForSecond(context, sql, row, operator, { lineId })
    const reasons = await unwaived(context, [], async () => (second.fault ? [second.fault.message] : second.reasons))
    if (second.fault) return { reasons }
    if (reasons.length > 0) return { reasons, isFirst: true }
    return first === null || isSingle(context) ? { reasons } : { reasons: [firstApprovalBy(first)], mustOpen: true }
  } catch (error) {
    if (error instanceof AppError) return { reasons: [error.message] }
    throw error
  }
}
