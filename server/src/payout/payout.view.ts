import { maskAccountNumber } from '@sauda/contract/bank'
import type { Reply } from '@sauda/contract/call'
import { rupeesOf } from '@sauda/contract/money'
import { payoutRules, type PayoutBatch, type payoutCalls } from '@sauda/contract/payout'
import type { PayoutContext } from '../app-context.ts'
import { approversFor, obstaclesOf } from '../approval/approver.ts'
import { reversedOf } from '../ledger/bank-account.ts'
import { requireRow, type Sql } from '../platform/db.ts'
import type { CurrentOperator } from '../platform/mount.ts'
import {
  type BatchViewRow,
  failedOn,
  findBatch,
  newestBatches,
  payoutsOf,
  type PayoutRow,
  unansweredPayouts,
} from './payout.sql.ts'

export type BatchReply = Reply<typeof payoutCalls.batch>

/** What the bank has still to answer. */
export const unanswered = (sql: Sql) => requireRow(unansweredPayouts(sql))

/** Of a day in India. */
export async function failedPayouts(sql: Sql, day: string) {
  const { failedCount: count, failedAmount: amount } = await requireRow(failedOn(sql, day))
  return { count, amount }
}

export async function listBatches(sql: Sql) {
  return { batches: (await newestBatches(sql, payoutRules.batches)).map(batchOf) }
}

/** With what the operator must know about each payment that is not paid yet. */
export async function getBatch(
  context: PayoutContext,
  sql: Sql,
  id: string,
  operator: CurrentOperator,
): Promise<BatchReply> {
  const [batch, payouts] = [await requireRow(findBatch(sql, id)), await payoutsOf(sql, id)]
  const isPrepared = batch.status === 'prepared'
  const pending = payouts.filter(({ status }) => status === 'pending')
  const subjects = pending.map((row) => ({ clientId: row.client_id, requestId: row.id }))
  const [warnings, obstacles, releasers] = [
    await context.warnings(sql, subjects, operator.id),
    await obstaclesOf(context, sql, isPrepared ? pending.map((row) => row.id) : []),
    isPrepared ? await approversFor(context, sql, { makerId: batch.createdById, right: 'wallet.pay' }) : [],
  ]
  return {
    ...batchOf(batch),
    payouts: payouts.map((row) => ({
      ...payoutOf(context, row),
      warnings: warnings.get(row.id) ?? [],
      obstacles: obstacles.get(row.id) ?? [],
    })),
    releasers: releasers.map(({ id: operatorId, name }) => ({ operatorId, operator: name })),
  }
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

const payoutOf = (
  { accounts }: PayoutContext,
  row: PayoutRow,
): Omit<BatchReply['payouts'][number], 'warnings' | 'obstacles'> => ({
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
