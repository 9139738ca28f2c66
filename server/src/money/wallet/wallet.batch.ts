import { bankRules } from '@sauda/contract/money/bank'
import type { Reply } from '@sauda/contract/platform/call'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { decimalRupees, rupeesOf } from '@sauda/contract/platform/money'
import {
  batchFaults,
  cannotBatch,
  ownFirstApproval,
  payoutRules,
  type payoutCalls,
} from '@sauda/contract/banking/payout'
import { latinName } from '@sauda/contract/banking/payout-layout'
import type { Frequency } from '@sauda/contract/client/setting-name'
import { queueRights } from '@sauda/contract/core/queue'
import { walletErrors } from '@sauda/contract/money/wallet'
import { isSingle, refuseUnlessWaived } from '../../core/approval/waive.ts'
import { requireUnreserved } from '../../core/approval/reservation.ts'
import type { AppContext } from '../../app/app-context.ts'
import { creditedFault } from '../../core/approval/approval.policy.ts'
import { approversFor } from '../../core/approval/approver.ts'
import { obstaclesOf } from '../../core/approval/approver.view.ts'
import { requireOthersAccount } from '../../core/approval/own-account.ts'
import { formerMakers } from '../../core/approval/maker.ts'
import type { Decider, Ender } from '../../core/approval/proposal.ts'
import { post } from '../../core/ledger/ledger.ts'
import { together, type Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import type { CurrentOperator } from '../../platform/mount.ts'
import { endClaim, recordChange } from '../../core/queue/claim.ts'
import { blockOf, requirePayable } from '../../core/queue/payment-block.ts'
import { withdrawalRequested } from './wallet.postings.ts'
import {
  approveBatchFirst,
  type BatchedRow,
  lockBatched,
  lockWithdrawals,
  selectCandidates,
  setBatch,
} from './wallet.batch.sql.ts'
import { insertWithdrawal } from './wallet.withdrawal.sql.ts'
import { isLargeWithdrawal } from './wallet.alone.ts'
import { maskedNumberOf, requestName } from './wallet.view.ts'

/** Withdrawals that may be put into a batch, and what they still need. */
export async function batchCandidates(
  context: AppContext,
  operator: CurrentOperator,
): Promise<Reply<typeof payoutCalls.candidates>> {
  const { db } = context
  const rows = await selectCandidates(db, payoutRules.withdrawals)
  const warnings = await context.warnings(db, rows.map(subjectOf), operator.id)
  const obstacles = await obstaclesOf(context, db, rows.map(idOf))
  const releasers = await approversFor(context, db, { makerId: operator.id, right: 'wallet.pay' })
  return {
    total: rows[0]?.total ?? 0,
    releasers: releasers.map(({ id, name }) => ({ operatorId: id, operator: name })),
    withdrawals: rows.map((row) => {
      const missing = faultOf(row, context)
      return {
        _id: row.id,
        transactionId: nameOf(row),
        clientId: row.client_id,
        clientName: row.client_name,
        saudaId: row.sauda_id,
        amount: rupeesOf(row.amount),
        payeeName: row.pay_to_name,
        accountNumber: maskedNumberOf(context, row),
        ifsc: row.pay_to_ifsc,
        createdAt: row.created_at.toISOString(),
        ...(missing !== undefined && { missing: `${missing[0]?.toUpperCase()}${missing.slice(1)}` }),
        warnings: warnings.get(row.id) ?? [],
        obstacles: obstacles.get(row.id) ?? [],
      }
    }),
  }
}

const idOf = ({ id }: BatchedRow): string => id

const clientOf = ({ client_id: clientId }: BatchedRow): string => clientId

const subjectOf = ({ id, client_id }: BatchedRow) => ({ clientId: client_id, requestId: id })

type UnusedFunds = Decider & { readonly clientId: string; readonly paise: bigint; readonly settlement: Frequency }

/** A withdrawal of unused funds; who makes it gives its first approval. */
export async function settleFunds(
  context: AppContext,
  tx: Tx,
  { operator, ip, clientId, paise, settlement }: UnusedFunds,
): Promise<{ readonly id: string; readonly payTo: string }> {
  const withdrawal = { id: newId(), clientId, paise, coolOffHours: bankRules.coolOffHours, settlement }
  const row = await insertWithdrawal(tx, {
    ...withdrawal,
    firstApprovalBy: isSingle(context) ? undefined : operator.id,
  })
  if (!row) throw new AppError(walletErrors.noBank)
  const payTo = `account ${maskedNumberOf(context, row)}, IFSC ${row.pay_to_ifsc}`
  await post(tx, withdrawalRequested(row), walletErrors.insufficient)
  await recordChange(context, tx, 'wallet', {
    by: { operator, ip },
    action: 'wallet.settle',
    clientId,
    id: row.id,
    after: { request: requestName(row), requestId: row.id, amount: decimalRupees(paise), settlement, payTo },
  })
  return { id: row.id, payTo }
}

/** Puts pending withdrawals into a batch; throws an AppError naming the first that cannot be. */
export async function reserveForBatch(
  context: AppContext,
  tx: Tx,
  { batchId, ids, ...by }: { readonly batchId: string; readonly ids: readonly string[] } & Ender,
): Promise<void> {
  const rows = await lockWithdrawals(tx, ids)
  if (rows.length < ids.length) throw new AppError(commonErrors.notFound)
  await requireOthers(context, tx, by, rows)
  await requireUnreserved(context, tx, { uses: ids.map((id) => `request:${id}` as const) })
  for (const row of rows) {
    const fault = faultOf(row, context)
    if (fault !== undefined) throw new AppError(cannotBatch(nameOf(row), fault))
  }
  const blocks = await context.blocks(tx, rows.map(clientOf))
  for (const row of rows) {
    const block = blockOf(blocks.get(row.client_id) ?? [])
    if (block !== undefined) throw new AppError(cannotBatch(nameOf(row), block))
  }
  await setBatch(tx, ids, batchId)
  for (const row of rows) await endClaim(tx, 'withdrawal', row.id)
  await notify(context, tx, rows)
}

function faultOf(row: BatchedRow, context: Pick<AppContext, 'config'>): string | undefined {
  if (row.status !== 'pending') return batchFaults.notPending
  if (row.payout_batch_id !== null) return batchFaults.inBatch
  if (lacksFirst(row, context)) return batchFaults.firstApproval
  return latinName(row.pay_to_name) === '' ? batchFaults.name : undefined
}

/** `former`: operators who may no longer give a first approval. */
function lacksFirst(
  { amount, first_approval_by: by }: BatchedRow,
  context: Pick<AppContext, 'config'>,
  former: readonly string[] = [],
) {
  return isLargeWithdrawal({ type: 'withdrawal', amount }, context) && (by === null || former.includes(by))
}

type Release = Pick<Ender, 'operator'> & { readonly batchId: string; readonly makerId: string }

/** Gives every withdrawal of the batch its second approval; no money moves before the bank has answered. */
export async function releaseBatched(context: AppContext, tx: Tx, { batchId, makerId, operator }: Release) {
  const rows = await lockBatched(tx, batchId)
  const summary = `Release of ${rows.map(nameOf).join(', ')}`
  const own = rows.filter((row) => row.first_approval_by === operator.id).map(nameOf)
  if (own.length > 0) await refuseUnlessWaived(context, tx, { operator }, { summary, error: ownFirstApproval(own) })
  // It may have lapsed since the batch was made.
  const givers = rows.flatMap((row) => row.first_approval_by ?? [])
  const clientIds = rows.map(clientOf)
  await together(
    tx,
    async () => {
      const former = await formerMakers(context, tx, givers, queueRights.withdrawal)
      const lacking = rows.find((row) => lacksFirst(row, context, former))
      if (lacking) throw new AppError(cannotBatch(nameOf(lacking), batchFaults.firstApproval))
    },
    () => requireOthers(context, tx, { operator }, rows),
    async () => {
      const error = await creditedFault(tx, { clientIds, operatorId: operator.id })
      if (error) await refuseUnlessWaived(context, tx, { operator }, { summary, error })
    },
    () => requirePayable(context, tx, clientIds),
  )
  if (makerId !== operator.id) await approveBatchFirst(tx, rows.map(idOf), makerId)
  await notify(context, tx, rows)
}

/** Takes out what the bank has not answered, or only some payments of it; it can be paid another way. */
export async function removeFromBatch(
  context: AppContext,
  tx: Tx,
  { batchId, ids, canceller }: { batchId: string; ids?: readonly string[]; canceller?: Ender },
): Promise<number> {
  const rows = (await lockBatched(tx, batchId)).filter(({ id }) => ids?.includes(id) ?? true)
  if (canceller) await requireOthers(context, tx, canceller, rows)
  await setBatch(tx, rows.map(idOf), null)
  await notify(context, tx, rows)
  return rows.length
}

/** The audit row of a batch names no client. */
const requireOthers = (
  context: AppContext,
  tx: Tx,
  by: Parameters<typeof requireOthersAccount>[2],
  rows: readonly BatchedRow[],
): Promise<void> => {
  return requireOthersAccount(context, tx, by, {
    clientIds: rows.map(clientOf),
    summary: `Batch of ${rows.map(nameOf).join(', ')}`,
  })
}

const nameOf = ({ number }: BatchedRow): string => requestName({ type: 'withdrawal', number })

async function notify({ notifyScreens }: AppContext, tx: Tx, rows: readonly BatchedRow[]): Promise<void> {
  await Promise.all([
    notifyScreens(tx, 'desk', 'queue'),
    ...rows.flatMap(({ id, client_id: clientId }) => [
      notifyScreens(tx, { clientId }, 'wallet', id),
      notifyScreens(tx, 'desk', 'wallet', id),
    ]),
  ])
}
