import type { Reply } from '@sauda/contract/platform/call'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { decimalRupees, paiseOf, rupeesText } from '@sauda/contract/platform/money'
import { payoutErrors, type payoutCalls } from '@sauda/contract/banking/payout'
import type { Payload } from '@sauda/contract/core/proposal'
import type { AppContext } from '../../app/app-context.ts'
import { requireOthersAccount } from '../../core/approval/own-account.ts'
import { requirePayouts } from '../../core/approval/payout-stop.ts'
import {
  type Decider,
  type Ender,
  type Executor,
  type ProposalHandlers,
  proposeUnlessWaived,
  secondOf,
} from '../../core/approval/proposal.ts'
import { recordByOperator } from '../../core/audit/audit.ts'
import { requireRow, type Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import type { CurrentOperator } from '../../platform/mount.ts'
import {
  type BatchRow,
  cancelBatch,
  insertBatch,
  insertPayouts,
  lockBank,
  lockBatch,
  releaseBatch,
} from './payout.sql.ts'
import { type BatchReply, describeBatch, getBatch } from './payout.view.ts'

/** The wallet's commands on withdrawals. */
type PayoutRequests = {
  readonly candidates: (operator: CurrentOperator) => Promise<Reply<typeof payoutCalls.candidates>>
  readonly reserve: (
    tx: Tx,
    batch: Ender & { readonly batchId: string; readonly ids: readonly string[] },
  ) => Promise<void>
  readonly release: (
    tx: Tx,
    batch: { readonly batchId: string; readonly makerId: string; readonly operator: CurrentOperator },
  ) => Promise<void>
  /** Returns the number of withdrawals taken out; `canceller`: of a batch that the bank may have paid. */
  readonly remove: (
    tx: Tx,
    payments: { readonly batchId: string; readonly ids?: readonly string[]; readonly canceller?: Ender },
  ) => Promise<number>
  readonly pay: (tx: Tx, payment: Decider & { readonly id: string; readonly reference: string }) => Promise<unknown>
  readonly fail: (tx: Tx, payment: Decider & { readonly id: string; readonly reason: string }) => Promise<unknown>
}
export type PayoutContext = AppContext & { readonly requests: PayoutRequests }

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
  context: PayoutContext,
  tx: Tx,
  { bankId, withdrawals, ...by }: Decider & { readonly bankId: string; readonly withdrawals: readonly string[] },
): Promise<BatchReply> {
  const { operator } = by
  const ids = [...new Set(withdrawals)]
  const { bankName, layout, accountNumber, ifsc } = await requirePayingBank(tx, bankId)
  const batchId = newId()
  const batch = { id: batchId, bankId, layout, debitAccount: accountNumber, debitIfsc: ifsc, operatorId: operator.id }
  await insertBatch(tx, batch)
  await context.requests.reserve(tx, { batchId, ids, ...by })
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
  // Without its sum, which changes if payments are left out.
  const summary = `Release payout batch ${name}, paid from ${bankName}`
  const payload = { batchId }
  const result = await proposeUnlessWaived(
    context,
    tx,
    { kind: 'payout.release', payload, summary, reasons, ...by },
    () => release(context, tx, payload, { ...by, requestedBy: operator.id }),
  )
  return afterRequest(context, tx, { batchId, operator }, result)
}

/** Takes payments out of a batch before its release; what is released has then changed. */
export async function leaveOut(
  context: PayoutContext,
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
  await context.requests.remove(tx, { batchId, ids: [...ids] })
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
  context: PayoutContext,
  tx: Tx,
  { batchId, reason, ...by }: Decider & { readonly batchId: string; readonly reason: string },
): Promise<BatchReply> {
  requireReleased(await requireRow(lockBatch(tx, batchId)))
  const { name, open, payouts, proposalId } = await getBatch(context, tx, batchId, by.operator)
  if (open.count === 0) throw new AppError(payoutErrors.nothingOpen)
  if (proposalId !== undefined) throw new AppError(payoutErrors.proposed)
  const clientIds = payouts.filter(({ status }) => status === 'pending').map(({ clientId }) => clientId)
  await requireOthersAccount(context, tx, by, { clientIds, summary: `Cancellation of ${name}` })
  const sum = rupeesText(open.amount)
  const summary = `Cancel payout batch ${name}, ${sum} not answered by the bank: ${reason}`
  const payload = { batchId, reason }
  const result = await proposeUnlessWaived(
    context,
    tx,
    { kind: 'payout.cancel', payload, summary, reasons, ...by },
    () => cancel(context, tx, payload, by),
  )
  return afterRequest(context, tx, { batchId, operator: by.operator }, result)
}

/** A batch is never released or cancelled by one operator alone (settled, section 11). */
const reasons = ['A payout batch always needs a second operator']

/** The batch, and whether it waits. */
async function afterRequest(
  context: AppContext,
  tx: Tx,
  { batchId, operator }: { readonly batchId: string; readonly operator: CurrentOperator },
  result: Awaited<ReturnType<typeof proposeUnlessWaived>>,
): Promise<BatchReply> {
  return { ...(await getBatch(context, tx, batchId, operator)), ...secondOf(result) }
}

export const payoutProposals = (context: PayoutContext): ProposalHandlers<'payout.release' | 'payout.cancel'> => ({
  'payout.release': {
    carryOut: (tx, payload, by) => release(context, tx, payload, by),
    describe: async (tx, { batchId }, by) => describeBatch(await getBatch(context, tx, batchId, by), true),
    async undo(tx, { batchId }, by) {
      const batch = await requireRow(lockBatch(tx, batchId))
      await context.requests.remove(tx, { batchId })
      const reason = by.operator.id === batch.created_by ? 'Cancelled by its maker' : 'The release was rejected'
      await cancelBatch(tx, batchId, reason)
      await record(context, tx, by, changeOf(batch, 'cancelled', reason))
    },
  },
  'payout.cancel': {
    carryOut: (tx, payload, by) => cancel(context, tx, payload, by),
    describe: async (tx, { batchId }, by) => describeBatch(await getBatch(context, tx, batchId, by), false),
  },
})

async function release(
  context: PayoutContext,
  tx: Tx,
  { batchId }: Payload<'payout.release'>,
  { requestedBy: makerId, ...by }: Executor,
): Promise<void> {
  await requirePayouts(tx)
  const batch = await requireRow(lockBatch(tx, batchId))
  if (batch.status !== 'prepared') throw new AppError(payoutErrors.isCancelled)
  await lockBank(tx, batch.bank_id)
  await context.requests.release(tx, { batchId, makerId, operator: by.operator })
  await releaseBatch(tx, batchId, by.operator.id)
  await record(context, tx, by, changeOf(batch, 'released'))
}

async function cancel(context: PayoutContext, tx: Tx, { batchId, reason }: Payload<'payout.cancel'>, by: Decider) {
  const batch = await requireRow(lockBatch(tx, batchId))
  requireReleased(batch)
  if ((await context.requests.remove(tx, { batchId, canceller: by })) === 0)
    throw new AppError(payoutErrors.nothingOpen)
  await cancelBatch(tx, batchId, reason)
  await record(context, tx, by, changeOf(batch, 'cancelled', reason))
}

export function requireReleased({ status }: Pick<BatchRow, 'status'>): void {
  if (status === 'cancelled') throw new AppError(payoutErrors.isCancelled)
  if (status === 'prepared') throw new AppError(payoutErrors.notReleased)
}

const changeOf = ({ id, name, status: before }: BatchRow, status: 'released' | 'cancelled', reason?: string) => ({
  action: status === 'released' ? 'payout.release' : 'payout.cancel',
  id,
  before: { status: before },
  after: { batch: name, status, reason },
})

type Recorded = { readonly action: string; readonly id: string; readonly before?: object; readonly after: object }

export const record = (context: AppContext, tx: Tx, by: Ender, { id, ...entry }: Recorded): Promise<void> =>
  recordByOperator(context, tx, by, { ...entry, subjectId: id, topic: 'payout', id })
