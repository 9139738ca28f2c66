import { bankRules, maskAccountNumber } from '@sauda/contract/money/bank'
import type { Reply } from '@sauda/contract/platform/call'
import { AppError, commonErrors, type ErrorDefinition } from '@sauda/contract/platform/error'
import { keysOf } from '@sauda/contract/platform/field'
import { decimalRupees, rupeesOf, sum } from '@sauda/contract/platform/money'
import {
  batchFaults,
  cannotBatch,
  ownFirstApproval,
  payoutErrors,
  payoutRules,
  type payoutCalls,
} from '@sauda/contract/money/payout'
import { latinName } from '@sauda/contract/money/payout-layout'
import type { Frequency } from '@sauda/contract/core/setting-name'
import { paymentBlocked, queueRights } from '@sauda/contract/core/queue'
import { walletErrors } from '@sauda/contract/money/wallet'
import { isSingle, type RefusedDecision, refuseUnlessWaived } from '../../core/approval/waive.ts'
import { requireUnreserved } from '../../core/approval/reservation.ts'
import type { AppContext } from '../../app/app-context.ts'
import { creditedError } from '../../core/approval/approval.policy.ts'
import { type ObstacleRow, selectObstacles } from '../../core/approval/approval.sql.ts'
import { approversFor } from '../../core/approval/approver.ts'
import { obstaclesOf } from '../../core/approval/approver.view.ts'
import { requireOthersAccount } from '../../core/approval/own-account.ts'
import { formerMakers } from '../../core/approval/maker.ts'
import type { Reading } from '../../core/approval/plan.ts'
import type { Decider, Ender } from '../../core/approval/proposal.ts'
import { post } from '../../core/ledger/ledger.ts'
import { type Sql, together, type Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import type { CurrentOperator } from '../../platform/mount.ts'
import { endClaim, recordChange } from '../../core/queue/claim.ts'
import { blockOf } from '../../core/queue/payment-block.ts'
import { withdrawalRequested } from './wallet.postings.ts'
import {
  approveBatchFirst,
  type BatchedRow,
  lockBatched,
  lockWithdrawals,
  selectBatched,
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
  const warnings = await context.warnings(
    db,
    rows.map(({ _id, clientId }) => ({ clientId, requestId: _id })),
    operator.id,
  )
  const obstacles = await obstaclesOf(context, db, rows.map(idOf))
  const releasers = await approversFor(context, db, { makerId: operator.id, right: 'wallet.pay' })
  return {
    total: rows[0]?.total ?? 0,
    releasers: releasers.map(({ id, name }) => ({ operatorId: id, operator: name })),
    withdrawals: rows.map((row) => {
      const { _id, transactionId, clientId, clientName, saudaId, payeeName, ifsc, createdAt } = row
      const missing = faultOf(row, context)
      return {
        _id,
        transactionId,
        clientId,
        clientName,
        saudaId,
        payeeName,
        ifsc,
        createdAt,
        amount: rupeesOf(row.amount),
        accountNumber: maskAccountNumber(context.accounts.open(clientId, row.payToNumber, row.dataKey ?? null)),
        ...(missing !== undefined && { missing: `${missing[0]?.toUpperCase()}${missing.slice(1)}` }),
        warnings: warnings.get(_id) ?? [],
        obstacles: obstacles.get(_id) ?? [],
      }
    }),
  }
}

const idOf = ({ _id }: BatchedRow): string => _id

const clientOf = ({ clientId }: BatchedRow): string => clientId

const nameOf = ({ transactionId }: BatchedRow): string => transactionId

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
  await requireOthersAccount(context, tx, by, { clientIds: rows.map(clientOf), summary: batchText(rows) })
  await requireUnreserved(context, tx, { uses: ids.map((id) => `request:${id}` as const) })
  for (const row of rows) {
    const fault = faultOf(row, context)
    if (fault !== undefined) throw new AppError(cannotBatch(nameOf(row), fault))
  }
  const blocks = await context.blocks(tx, rows.map(clientOf))
  for (const row of rows) {
    const block = blockOf(blocks.get(row.clientId) ?? [])
    if (block !== undefined) throw new AppError(cannotBatch(nameOf(row), block))
  }
  await setBatch(tx, ids, batchId)
  for (const row of rows) await endClaim(tx, 'withdrawal', row._id)
  await notify(context, tx, rows)
}

function faultOf(row: BatchedRow, context: Pick<AppContext, 'config'>): string | undefined {
  if (row.status !== 'pending') return batchFaults.notPending
  if (row.batchId !== undefined) return batchFaults.inBatch
  if (lacksFirst(row, context)) return batchFaults.firstApproval
  return latinName(row.payeeName) === '' ? batchFaults.name : undefined
}

/** `former`: operators who may no longer give a first approval. */
function lacksFirst(
  { amount, firstApprovalBy: by }: BatchedRow,
  context: Pick<AppContext, 'config'>,
  former: readonly string[] = [],
) {
  return isLargeWithdrawal({ type: 'withdrawal', amount }, context) && (by === undefined || former.includes(by))
}

type OfBatch = Decider & { readonly batchId: string }

/** The open withdrawals of a batch; locked where a plan is carried out. */
const openIn = ({ sql, tx }: Reading, { batchId }: OfBatch) =>
  tx ? lockBatched(tx, batchId) : selectBatched(sql, batchId)

/**
 * Releases a batch: each open withdrawal gets its second approval. No money moves before the bank has answered. `makerId`: the operator who made
 * the batch, and gives the first approval of those without one.
 */
export async function planRelease(
  context: AppContext,
  reading: Reading,
  { makerId, ...by }: OfBatch & { readonly makerId: string },
) {
  const rows = await openIn(reading, by)
  const givers = rows.flatMap((row) => row.firstApprovalBy ?? [])
  const [former, refusals, blocks] = await together(
    reading.sql,
    // A first approval may have lapsed since the batch was made.
    () => formerMakers(context, reading.sql, givers, queueRights.withdrawal),
    () => refusalsFor(reading.sql, rows, by.operator),
    () => context.blocks(reading.sql, rows.map(clientOf)),
  )
  const lacking = rows.find((row) => lacksFirst(row, context, former))
  const block = blockOf([...blocks.values()].flat())
  return {
    obstacle:
      firstOf(context, refusals) ??
      (lacking && cannotBatch(nameOf(lacking), batchFaults.firstApproval)) ??
      (block === undefined ? undefined : paymentBlocked(block)),
    async write(tx: Tx) {
      for (const refusal of refusals) await refuseUnlessWaived(context, tx, by, refusal)
      if (makerId !== by.operator.id) await approveBatchFirst(tx, rows.map(idOf), makerId)
      await notify(context, tx, rows)
    },
  }
}

/** Takes the withdrawals that the bank has not answered out of a batch; they can be paid another way. */
export async function planRemoval(context: AppContext, reading: Reading, by: OfBatch) {
  const rows = await openIn(reading, by)
  const refusals = (await refusalsFor(reading.sql, rows, by.operator)).filter(({ why }) => why === 'ownAccount')
  return {
    paise: sum(rows.map(({ amount }) => amount)),
    obstacle: rows.length === 0 ? payoutErrors.nothingOpen : firstOf(context, refusals),
    async write(tx: Tx) {
      for (const refusal of refusals) await refuseUnlessWaived(context, tx, by, refusal)
      await takeOut(context, tx, rows)
    },
  }
}

/** Takes withdrawals out of a batch that is not released; all of them without `ids`. */
export async function removeFromBatch(
  context: AppContext,
  tx: Tx,
  { batchId, ids }: { readonly batchId: string; readonly ids?: readonly string[] },
): Promise<void> {
  const rows = await lockBatched(tx, batchId)
  await takeOut(
    context,
    tx,
    rows.filter(({ _id }) => ids?.includes(_id) ?? true),
  )
}

async function takeOut(context: AppContext, tx: Tx, rows: readonly BatchedRow[]): Promise<void> {
  await setBatch(tx, rows.map(idOf), null)
  await notify(context, tx, rows)
}

type Why = ObstacleRow['why']
type RefusedReason = RefusedDecision & { readonly why: Why }

const refusalOf: Readonly<Record<Why, (rows: readonly BatchedRow[]) => ErrorDefinition>> = {
  firstApproval: (rows) => ownFirstApproval(rows.map(nameOf)),
  ownAccount: () => commonErrors.ownAccount,
  credited: (rows) => creditedError([...new Set(rows.map(({ clientName }) => clientName))]),
}

/** Why the decision of this operator about these withdrawals does not count, from what screens show in advance (`obstaclesOf`). */
async function refusalsFor(
  sql: Sql,
  rows: readonly BatchedRow[],
  operator: { readonly id: string },
): Promise<RefusedReason[]> {
  const mine = (await selectObstacles(sql, rows.map(idOf))).filter((each) => each.operator_id === operator.id)
  return keysOf(refusalOf).flatMap((why) => {
    const found = rows.filter(({ _id }) => mine.some((each) => each.request_id === _id && each.why === why))
    const [first] = found
    return first ? [{ why, clientId: first.clientId, summary: batchText(rows), error: refusalOf[why](found) }] : []
  })
}

const firstOf = (context: AppContext, [first]: readonly RefusedReason[]) =>
  isSingle(context) ? undefined : first?.error

const batchText = (rows: readonly BatchedRow[]): string => `Batch of ${rows.map(nameOf).join(', ')}`

async function notify({ notifyScreens }: AppContext, tx: Tx, rows: readonly BatchedRow[]): Promise<void> {
  await Promise.all([
    notifyScreens(tx, 'desk', 'queue'),
    ...rows.flatMap(({ _id: id, clientId }) => [
      notifyScreens(tx, { clientId }, 'wallet', id),
      notifyScreens(tx, 'desk', 'wallet', id),
    ]),
  ])
}
