import { maskAccountNumber } from '@sauda/contract/bank'
import type { Reply } from '@sauda/contract/call'
import { AppError } from '@sauda/contract/error'
import { decimalRupees, formatRupees, paiseOf, rupeesOf } from '@sauda/contract/money'
import { payoutErrors, payoutRules, type PayoutBatch, type payoutCalls } from '@sauda/contract/payout'
import type { Payload } from '@sauda/contract/proposal'
import type { PayoutContext } from '../app-context.ts'
import { runOrPropose, SecondOperatorNeeded, type ProposalHandlers, waiting } from '../approval/proposal.ts'
import { operatorActor } from '../audit/audit.ts'
import { reversedOf } from '../ledger/bank-account.ts'
import { requireRow, type Sql, type Tx } from '../platform/db.ts'
import { newId } from '../platform/id.ts'
import type { CurrentOperator } from '../platform/mount.ts'
import {
  type BatchRow,
  type BatchViewRow,
  cancelBatch,
  failedOn,
  findBatch,
  insertBatch,
  insertPayouts,
  lockBank,
  lockBatch,
  newestBatches,
  payoutsOf,
  type PayoutRow,
  releaseBatch,
} from './payout.sql.ts'

type Caller = { readonly operator: CurrentOperator; readonly ip: string }

/** What changes withdrawals: the wallet's commands. */
export type PayoutRequests = {
  readonly candidates: () => Promise<Reply<typeof payoutCalls.candidates>>
  readonly reserve: (tx: Tx, batch: { readonly batchId: string; readonly ids: readonly string[] }) => Promise<void>
  readonly release: (
    tx: Tx,
    batch: { readonly batchId: string; readonly makerId: string; readonly operator: CurrentOperator },
  ) => Promise<void>
  /** Returns the number of withdrawals taken out. */
  readonly remove: (tx: Tx, batchId: string) => Promise<number>
  readonly pay: (tx: Tx, payment: Caller & { readonly id: string; readonly reference: string }) => Promise<unknown>
  readonly fail: (tx: Tx, payment: Caller & { readonly id: string; readonly reason: string }) => Promise<unknown>
}

type BatchReply = Reply<typeof payoutCalls.batch>

/** Of a day in India. */
export async function failedPayouts(sql: Sql, day: string) {
  const { failedCount: count, failedAmount: amount } = await requireRow(failedOn(sql, day))
  return { count, amount }
}

export async function listBatches(sql: Sql) {
  return { batches: (await newestBatches(sql, payoutRules.batches)).map(batchOf) }
}

export async function getBatch(context: PayoutContext, sql: Sql, id: string): Promise<BatchReply> {
  const [batch, payouts] = [await requireRow(findBatch(sql, id)), await payoutsOf(sql, id)]
  return { ...batchOf(batch), payouts: payouts.map((row) => payoutOf(context, row)) }
}

/** Locks the bank account; throws what it still needs to pay a batch. */
export async function requirePayingBank(tx: Tx, bankId: string) {
  const { bankName, layout, accountNumber, ifsc } = await requireRow(lockBank(tx, bankId))
  if (layout === undefined) throw new AppError(payoutErrors.noLayout)
  if (accountNumber === undefined || ifsc === undefined) throw new AppError(payoutErrors.noDebitAccount)
  const usesCode = [layout.fileName, ...layout.top, ...layout.row].some((cell) => cell.includes('{corporateCode'))
  if (usesCode && layout.corporateCode === '') throw new AppError(payoutErrors.noCorporateCode)
  return { bankName, layout, accountNumber, ifsc }
}

/** No money moves, and the withdrawals stay pending; with `APPROVALS=single` the batch is released at once. */
export async function createBatch(
  context: PayoutContext,
  requests: PayoutRequests,
  tx: Tx,
  { bankId, withdrawals, ...by }: Caller & { readonly bankId: string; readonly withdrawals: readonly string[] },
): Promise<BatchReply> {
  const { operator } = by
  const ids = [...new Set(withdrawals)]
  const { bankName, layout, accountNumber, ifsc } = await requirePayingBank(tx, bankId)
  const batchId = newId()
  const batch = { id: batchId, bankId, layout, debitAccount: accountNumber, debitIfsc: ifsc, operatorId: operator.id }
  await insertBatch(tx, batch)
  await requests.reserve(tx, { batchId, ids })
  await insertPayouts(tx, batchId, ids)
  const { name, all, payouts } = await getBatch(context, tx, batchId)
  const sum = formatRupees(paiseOf(all.amount))
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
  const summary = `Release payout batch ${name}: ${all.count} ${all.count === 1 ? 'withdrawal' : 'withdrawals'}, ${sum}, paid from ${bankName}`
  const payload = { batchId }
  const result = await runOrPropose(context, tx, { kind: 'payout.release', payload, ...by }, () =>
    second(context, summary, () => release(context, requests, tx, payload, { ...by, requestedBy: operator.id })),
  )
  return afterRequest(context, tx, batchId, result)
}

/** Of a released batch whose file the bank did not take. */
export async function cancelReleased(
  context: PayoutContext,
  requests: PayoutRequests,
  tx: Tx,
  { batchId, reason, ...by }: Caller & { readonly batchId: string; readonly reason: string },
): Promise<BatchReply> {
  requireReleased(await requireRow(lockBatch(tx, batchId)))
  const { name, open, proposalId } = await getBatch(context, tx, batchId)
  if (open.count === 0) throw new AppError(payoutErrors.nothingOpen)
  if (proposalId !== undefined) throw new AppError(payoutErrors.proposed)
  const sum = formatRupees(paiseOf(open.amount))
  const summary = `Cancel payout batch ${name}, ${sum} not answered by the bank: ${reason}`
  const payload = { batchId, reason }
  const result = await runOrPropose(context, tx, { kind: 'payout.cancel', payload, ...by }, () =>
    second(context, summary, () => cancel(context, requests, tx, payload, by)),
  )
  return afterRequest(context, tx, batchId, result)
}

/** A batch is never released or cancelled by one operator alone (settled, section 11). */
async function second({ config }: PayoutContext, summary: string, carryOut: () => Promise<unknown>): Promise<void> {
  if (config.approvals.mode === 'policy') {
    const reasons = ['A payout batch always needs a second operator']
    throw new SecondOperatorNeeded({ clientId: null, summary, reasons })
  }
  await carryOut()
}

/** The batch, and whether it waits. */
async function afterRequest(
  context: PayoutContext,
  tx: Tx,
  batchId: string,
  result: Awaited<ReturnType<typeof runOrPropose>>,
): Promise<BatchReply> {
  const batch = await getBatch(context, tx, batchId)
  return 'done' in result ? batch : { ...batch, ...waiting(result.proposal) }
}

/** Carries out what a second operator has approved. */
export const payoutProposals = (
  context: PayoutContext,
  requests: PayoutRequests,
): ProposalHandlers<'payout.release' | 'payout.cancel'> => ({
  'payout.release': {
    carryOut: (tx, payload, by) => release(context, requests, tx, payload, by),
    async undo(tx, { batchId }, by) {
      const batch = await requireRow(lockBatch(tx, batchId))
      await requests.remove(tx, batchId)
      await cancelBatch(tx, batchId, 'The release was not approved')
      await record(context, tx, by, changeOf(batch, 'cancelled'))
    },
  },
  'payout.cancel': { carryOut: (tx, payload, by) => cancel(context, requests, tx, payload, by) },
})

async function release(
  context: PayoutContext,
  requests: PayoutRequests,
  tx: Tx,
  { batchId }: Payload<'payout.release'>,
  { requestedBy: makerId, ...by }: Caller & { readonly requestedBy: string },
): Promise<void> {
  const batch = await requireRow(lockBatch(tx, batchId))
  if (batch.status !== 'prepared') throw new AppError(payoutErrors.isCancelled)
  await lockBank(tx, batch.bank_id)
  await requests.release(tx, { batchId, makerId, operator: by.operator })
  await releaseBatch(tx, batchId, by.operator.id)
  await record(context, tx, by, changeOf(batch, 'released'))
}

async function cancel(
  context: PayoutContext,
  requests: PayoutRequests,
  tx: Tx,
  { batchId, reason }: Payload<'payout.cancel'>,
  by: Caller,
): Promise<void> {
  const batch = await requireRow(lockBatch(tx, batchId))
  requireReleased(batch)
  if ((await requests.remove(tx, batchId)) === 0) throw new AppError(payoutErrors.nothingOpen)
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

export async function record(
  { audit, notifyScreens }: PayoutContext,
  tx: Tx,
  { operator, ip }: Caller,
  { action, id, before, after }: Recorded,
): Promise<void> {
  await Promise.all([
    audit(tx, { actor: operatorActor(operator), action, subjectId: id, ...(before && { before }), after, ip }),
    notifyScreens(tx, 'desk', 'payout', id),
  ])
}

function batchOf(row: BatchViewRow): PayoutBatch {
  const { count, amount, paidCount, paidAmount, failedCount, failedAmount, openCount, openAmount, ...batch } = row
  return {
    ...batch,
    all: { count, amount: rupeesOf(amount) },
    paid: { count: paidCount, amount: rupeesOf(paidAmount) },
    failed: { count: failedCount, amount: rupeesOf(failedAmount) },
    open: { count: openCount, amount: rupeesOf(openAmount) },
  }
}

const payoutOf = ({ accounts }: PayoutContext, row: PayoutRow): BatchReply['payouts'][number] => ({
  _id: row.id,
  transactionId: row.name,
  clientId: row.client_id,
  clientName: row.client_name,
  saudaId: row.sauda_id,
  amount: rupeesOf(row.amount),
  payeeName: row.pay_to_name,
  accountNumber: maskAccountNumber(accounts.open(row.client_id, row.pay_to_number, row.data_key)),
  ifsc: row.pay_to_ifsc,
  createdAt: row.created_at.toISOString(),
  status: row.status,
  ...(row.bank_reference !== null && { bankReference: row.bank_reference }),
  ...(row.reason !== null && { reason: row.reason }),
  ...(row.decided_at !== null && { decidedAt: row.decided_at.toISOString() }),
  ...reversedOf(row.reversed),
})
