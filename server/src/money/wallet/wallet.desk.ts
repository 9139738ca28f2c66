import type { Reply } from '@sauda/contract/platform/call'
import { rupeesOf } from '@sauda/contract/platform/money'
import type { walletCalls } from '@sauda/contract/money/wallet'
import { approversFor } from '../../core/approval/approver.ts'
import { obstaclesOf } from '../../core/approval/approver.view.ts'
import { unwaived } from '../../core/approval/waive.ts'
import type { AppContext } from '../../app/app-context.ts'
import { requireRow, type Sql, together, useGenericPlans } from '../../platform/db.ts'
import type { CurrentOperator, Image, RequestInput } from '../../platform/mount.ts'
import { claimOf, decisionOf } from '../../core/queue/claim.ts'
import { repliesOf, viewProof } from '../../core/queue/reply.ts'
import { type DeskRow, findDeskRequest, selectAccounts } from './wallet.sql.ts'
import { isLargeWithdrawal, reasonsForSecond } from './wallet.alone.ts'
import { maskedNumberOf, numberOf, queueKindOf, stepsOf, transactionOf } from './wallet.view.ts'
import { AppError } from '@sauda/contract/platform/error'
import { reviewErrors } from '@sauda/contract/core/proposal-review'
import { requireSeen, versionOf } from '../../core/approval/review.ts'
import type { CaseWarning } from '@sauda/contract/core/queue'
import { warningsAbout } from '../../core/queue/warning.ts'

export async function deskTransaction(
  context: AppContext,
  { id, operator }: { readonly id: string; readonly operator: CurrentOperator },
): Promise<Reply<typeof walletCalls.deskTransaction>> {
  const row = await requireRow(findDeskRequest(context.db, id))
  const isUndecided = row.status === 'pending' && row.first_approval_by === null
  const { reasons: secondReasons } = isUndecided
    ? await unwaived(context, { reasons: [] }, () =>
        reasonsForSecond(context, context.db, row, operator, { reference: row.utr ?? undefined }),
      )
    : { reasons: [] }
  return {
    ...transactionOf(row),
    clientId: row.client_id,
    clientName: row.client_name,
    saudaId: row.sauda_id,
    ...payTo(context, row, operator.rights.includes('wallet.pay')),
    ...firstApproval(row),
    ...(await bankAccountsOf(context.db, row)),
    ...(row.payout_batch_id !== null &&
      row.payout_name !== null && { payout: { _id: row.payout_batch_id, name: row.payout_name } }),
    ...(await payersOf(context, row, operator)),
    needsTwo: isLargeWithdrawal(row, context) || row.first_approval_by !== null || secondReasons.length > 0,
    secondReasons,
    ...(await reviewOf(context, context.db, row, operator)),
    steps: await stepsOf(context, row),
    ...decisionOf(row),
    ...(await claimOf(context.db, queueKindOf[row.type], id)),
  }
}

/** The operator too who reads it, while it has no approval: then they may give the first, or pay it alone. */
async function payersOf(context: AppContext, row: DeskRow, { id, name, rights }: CurrentOperator) {
  const { type, status, payout_batch_id: batchId, first_approval_by: firstBy } = row
  if (type !== 'withdrawal' || status !== 'pending' || batchId !== null) return {}
  const [others, obstacles] = await Promise.all([
    approversFor(context, context.db, { makerId: firstBy ?? id, right: 'wallet.pay' }),
    obstaclesOf(context, context.db, [row.id]),
  ])
  const payers = firstBy === null && rights.includes('wallet.pay') ? [{ id, name }, ...others] : others
  const releasers = payers.map((each) => ({ operatorId: each.id, operator: each.name }))
  return { payers: { releasers, obstacles: obstacles.get(row.id) ?? [] } }
}

export async function viewDepositProof(
  context: AppContext,
  { operator, ip, params: { transactionId, replyId } }: RequestInput<typeof walletCalls.proof>,
): Promise<Image> {
  const { client_id: clientId } = await requireRow(findDeskRequest(context.db, transactionId))
  return viewProof(context, { operator, ip, reply: { id: replyId, clientId, thread: transactionId } })
}

/** Only operators who may pay see the complete number. */
function payTo(context: AppContext, row: DeskRow, isPayer: boolean) {
  const { pay_to_name, pay_to_number, pay_to_ifsc } = row
  if (pay_to_name === null || pay_to_number === null || pay_to_ifsc === null) return {}
  const accountNumber = isPayer ? numberOf(context, row) : maskedNumberOf(context, row)
  return { payTo: { accountHolderName: pay_to_name, accountNumber, ifsc: pay_to_ifsc } }
}

/** To choose from for a deposit, where there are several. */
async function bankAccountsOf(sql: Sql, { type, status, first_approval_by }: DeskRow) {
  if (type !== 'added' || status !== 'pending' || first_approval_by !== null) return {}
  const bankAccounts = await selectAccounts(sql)
  return bankAccounts.length > 1 ? { bankAccounts } : {}
}

function firstApproval(row: DeskRow) {
  if (row.first_approval_by === null || row.first_approval_by_name === null || row.first_approval_at === null) return {}
  return {
    firstApproval: row.first_approval_by_name,
    firstApprovalById: row.first_approval_by,
    firstApprovalAt: row.first_approval_at.toISOString(),
    ...(row.first_approval_reference !== null && { firstApprovalReference: row.first_approval_reference }),
    ...(row.type === 'added' && row.bank_account !== null && { firstApprovalBankAccount: row.bank_account }),
    ...(row.credited !== null && { firstApprovalAmount: rupeesOf(row.credited) }),
  }
}

type Reviewing = Pick<AppContext, 'accounts' | 'bankEvidence' | 'warnings'>
type Subject = { readonly id: string; readonly clientId: string; readonly operator: { readonly id: string } }

/** What the operator who decides a request reviews besides its fields. */
async function readReview(context: Reviewing, sql: Sql, { id, clientId, operator }: Subject) {
  const [replies, evidence, warnings] = await together(
    sql,
    () => repliesOf(sql, clientId, id),
    () => context.bankEvidence(sql, id),
    () => warningsAbout(context, sql, { clientId, requestId: id }, operator.id),
  )
  return { replies, evidence, warnings }
}

/** Changes with everything relevant. */
function versionOfRequest(context: Reviewing, row: DeskRow, review: Awaited<ReturnType<typeof readReview>>): string {
  const { replies, evidence, warnings } = review
  const stored = [
    [row.id, row.status, String(row.amount), String(row.credited), row.reference, row.utr, row.payout_batch_id],
    [row.pay_to_name, numberOf(context, row), row.pay_to_ifsc],
    [row.first_approval_by, row.first_approval_at, row.first_approval_reference, row.bank_account],
    replies.map((reply) => reply._id),
  ]
  return versionOf({ stored, evidence, warnings })
}

async function reviewOf(context: Reviewing, sql: Sql, row: DeskRow, operator: { readonly id: string }) {
  const review = await readReview(context, sql, { id: row.id, clientId: row.client_id, operator })
  return { ...review, version: versionOfRequest(context, row, review) }
}

type Reviewed = {
  readonly id: string
  readonly operator: { readonly id: string }
  /** Undefined: nothing is compared. null: the operator reviewed nothing. */
  readonly version?: string | null | undefined
}

/**
 * Throws if the request is no longer what the operator reviewed, or has a first approval and they reviewed nothing. Returns the warnings that
 * they reviewed.
 */
export async function requireReviewed(
  context: Reviewing,
  sql: Sql,
  request: Pick<DeskRow, 'first_approval_by' | 'client_id'> & { readonly releasedBy: string | undefined },
  { id, operator, version }: Reviewed,
): Promise<readonly CaseWarning[]> {
  const firstBy = request.first_approval_by
  // The release of its payout batch gave both approvals.
  const isSecond = request.releasedBy === undefined && firstBy !== null && firstBy !== operator.id
  if (version === null && isSecond) throw new AppError(reviewErrors.changed)
  if (version === undefined || version === null) return []
  const [, row, review] = await together(
    sql,
    // Each of its statements about one request would be planned again.
    () => useGenericPlans(sql),
    () => requireRow(findDeskRequest(sql, id)),
    () => readReview(context, sql, { id, clientId: request.client_id, operator }),
  )
  requireSeen(versionOfRequest(context, row, review), version)
  return review.warnings
}
