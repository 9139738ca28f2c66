import type { Reply } from '@sauda/contract/platform/call'
import { rupeesOf } from '@sauda/contract/platform/money'
import type { walletCalls } from '@sauda/contract/money/wallet'
import { unwaived } from '../../core/approval/waive.ts'
import type { WalletContext } from '../../app-context.ts'
import { requireRow, type Sql } from '../../platform/db.ts'
import type { CurrentOperator, Image, RequestInput } from '../../platform/mount.ts'
import { claimOf, decisionOf } from '../../core/queue/claim.ts'
import { viewProof } from '../../core/queue/reply.ts'
import { findDeskRequest, type DeskRow, selectAccounts } from './wallet.sql.ts'
import { isLargeWithdrawal, reasonsForSecond } from './wallet.alone.ts'
import { reviewOf } from './wallet.review.ts'
import { maskedNumberOf, numberOf, queueKindOf, stepsOf, transactionOf } from './wallet.view.ts'

type DeskTransaction = Reply<typeof walletCalls.deskTransaction>

export async function deskTransaction(
  context: WalletContext,
  { id, operator }: { readonly id: string; readonly operator: CurrentOperator },
): Promise<DeskTransaction> {
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
    needsTwo: isLargeWithdrawal(row, context) || row.first_approval_by !== null || secondReasons.length > 0,
    secondReasons,
    ...(await reviewOf(context, context.db, row, operator)),
    steps: await stepsOf(context, row),
    ...decisionOf(row),
    ...(await claimOf(context.db, queueKindOf[row.type], id)),
  }
}

export async function viewDepositProof(
  context: WalletContext,
  { operator, ip, params: { transactionId, replyId } }: RequestInput<typeof walletCalls.proof>,
): Promise<Image> {
  const { client_id: clientId } = await requireRow(findDeskRequest(context.db, transactionId))
  return viewProof(context, { operator, ip, reply: { id: replyId, clientId, thread: transactionId } })
}

/** Only operators who may pay see the complete number. */
function payTo(context: WalletContext, row: DeskRow, isPayer: boolean) {
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
