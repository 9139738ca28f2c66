import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { decimalRupees, paiseOf } from '@sauda/contract/platform/money'
import { payoutErrors } from '@sauda/contract/money/payout'
import type { AppContext } from '../../app/app-context.ts'
import { requireOthersAccount } from '../../core/approval/own-account.ts'
import { carryOut, locked, propose } from '../../core/approval/plan.ts'
import {
  type Decider,
  type Ender,
  findPendingAbout,
  proposeUnlessWaived,
  secondOf,
} from '../../core/approval/proposal.ts'
import { recordByOperator } from '../../core/audit/audit.ts'
import { requireRow, type Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import type { CurrentOperator } from '../../platform/mount.ts'
import { removeFromBatch, reserveForBatch } from '../wallet/wallet.batch.ts'
import { cancelPlan, getBatch, releasePlan } from './payout.plan.ts'
import { insertBatch, insertPayouts, lockBank, lockBatch } from './payout.sql.ts'
import type { BatchReply } from './payout.view.ts'

/** Locks the bank account; throws what it still needs to pay a batch. */
export async function requirePayingBank(tx: Tx, bankId: string) {
  const { bankName, layout, accountNumber, ifsc } = await requireRow(lockBank(tx, bankId))
  if (layout === undefined) throw new AppError(payoutErrors.noLayout)
  if (accountNumber === undefined || ifsc === undefined) throw new AppError(payoutErrors.noDebitAccount)
  const usesCode = [layout.fileName, ...layout.top, ...layout.row].some((cell) => cell.includes('{corporateCode'))
  if (usesCode && layout.corporateCode === '') throw new AppError(payoutErrors.noCorporateCode)
  return { bankName, layout, accountNumber, ifsc }
}

/** No money moves, and the withdrawals stay pending. */
export async function createBatch(
  context: AppContext,
  tx: Tx,
  { bankId, withdrawals, ...by }: Decider & { readonly bankId: string; readonly withdrawals: readonly string[] },
): Promise<BatchReply> {
  const { operator } = by
  const ids = [...new Set(withdrawals)]
  const { bankName, layout, accountNumber, ifsc } = await requirePayingBank(tx, bankId)
  const batchId = newId()
  const batch = { id: batchId, bankId, layout, debitAccount: accountNumber, debitIfsc: ifsc, operatorId: operator.id }
  await insertBatch(tx, batch)
  await reserveForBatch(context, tx, { batchId, ids, ...by })
  await insertPayouts(tx, batchId, ids)
  const { name, all, payouts } = await getBatch(context, tx, batchId, operator)
  const numbers = payouts.map(({ transactionId }) => transactionId).join(', ')
  await record(context, tx, by, {
    action: 'payout.create',
    id: batchId,
    after: {
      batch: name,
      bank: bankName,
      count: all.count,
      amount: decimalRupees(paiseOf(all.amount)),
      withdrawals: numbers,
    },
  })
  const payload = { batchId }
  const plan = await releasePlan(context, locked(tx), payload, { ...by, requestedBy: operator.id })
  const { clientId, summary, reasons } = plan
  const change = { kind: 'payout.release' as const, payload, clientId, summary, reasons, ...by }
  // What prevents its maker from releasing it prevents no one else.
  const result = await proposeUnlessWaived(context, tx, change, () => carryOut(context, tx, by, plan))
  return afterRequest(context, tx, { batchId, operator }, result)
}

/** Takes payments out of a batch before its release; what is released has then changed. */
export async function leaveOut(
  context: AppContext,
  tx: Tx,
  { batchId, withdrawals, ...by }: Decider & { readonly batchId: string; readonly withdrawals: readonly string[] },
): Promise<BatchReply> {
  const { status } = await requireRow(lockBatch(tx, batchId))
  if (status === 'released') throw new AppError(payoutErrors.isReleased)
  if (status === 'cancelled') throw new AppError(payoutErrors.isCancelled)
  const ids = new Set(withdrawals)
  const before = await getBatch(context, tx, batchId, by.operator)
  const pending = before.payouts.filter((payment) => payment.status === 'pending')
  const left = pending.filter(({ _id }) => ids.has(_id))
  if (left.length < ids.size) throw new AppError(commonErrors.notFound)
  if (left.length === pending.length) throw new AppError(payoutErrors.lastPayment)
  const clientIds = left.map(({ clientId }) => clientId)
  await requireOthersAccount(context, tx, by, { clientIds, summary: `Payments left out of ${before.name}` })
  await removeFromBatch(context, tx, { batchId, ids: [...ids] })
  const batch = await getBatch(context, tx, batchId, by.operator)
  await record(context, tx, by, {
    action: 'payout.leave-out',
    id: batchId,
    before: { count: before.open.count, amount: decimalRupees(paiseOf(before.open.amount)) },
    after: {
      batch: batch.name,
      withdrawals: left.map(({ transactionId }) => transactionId).join(', '),
      count: batch.open.count,
      amount: decimalRupees(paiseOf(batch.open.amount)),
    },
  })
  return batch
}

/** Cancels a released batch whose file the bank did not accept. */
export async function cancelReleased(
  context: AppContext,
  tx: Tx,
  { batchId, reason, ...by }: Decider & { readonly batchId: string; readonly reason: string },
): Promise<BatchReply> {
  const payload = { batchId, reason }
  const plan = await cancelPlan(context, locked(tx), payload, { ...by, requestedBy: by.operator.id })
  const waiting = await findPendingAbout(tx, ['payout.release', 'payout.cancel', 'payout.fail'], { batchId })
  if (!plan.obstacle && waiting) throw new AppError(payoutErrors.proposed)
  const result = await propose(context, tx, { kind: 'payout.cancel' as const, payload, ...by }, plan)
  return afterRequest(context, tx, { batchId, operator: by.operator }, result)
}

/** The batch, and whether it waits. */
async function afterRequest(
  context: AppContext,
  tx: Tx,
  { batchId, operator }: { readonly batchId: string; readonly operator: CurrentOperator },
  result: Awaited<ReturnType<typeof proposeUnlessWaived>>,
): Promise<BatchReply> {
  return { ...(await getBatch(context, tx, batchId, operator)), ...secondOf(result) }
}

type Recorded = { readonly action: string; readonly id: string; readonly before?: object; readonly after: object }

export const record = (context: AppContext, tx: Tx, by: Ender, { id, ...entry }: Recorded): Promise<void> =>
  recordByOperator(context, tx, by, { ...entry, subjectId: id, topic: 'payout', id })
