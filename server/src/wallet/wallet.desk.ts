import type { Reply } from '@sauda/contract/call'
import { rupeesOf } from '@sauda/contract/money'
import type { CaseWarning } from '@sauda/contract/queue'
import { walletRules, type walletCalls } from '@sauda/contract/wallet'
import type { WalletContext } from '../app-context.ts'
import { requireRow } from '../platform/db.ts'
import type { CurrentOperator, Image, RequestInput } from '../platform/mount.ts'
import { claimOf, decisionOf } from '../queue/claim.ts'
import { repliesOf, viewProof } from '../queue/reply.ts'
import { caseWarnings } from '../queue/risk.ts'
import { bankDetailsDiffer, findDeskRequest, sameAmount, sameUtr, type DeskRow, type SimilarRow } from './wallet.sql.ts'
import { reasonsForSecond } from './wallet.decide.ts'
import { maskedNumberOf, needsTwo, numberOf, queueKindOf, requestName, transactionOf } from './wallet.view.ts'

type DeskTransaction = Reply<typeof walletCalls.deskTransaction>

/** Per kind. */
const warningsShown = 5

export async function deskTransaction(
  context: WalletContext,
  { id, operator }: { readonly id: string; readonly operator: CurrentOperator },
): Promise<DeskTransaction> {
  const row = await requireRow(findDeskRequest(context.db, id))
  const isUndecided = row.status === 'pending' && row.first_approval_by === null
  const { reasons: secondReasons } = isUndecided
    ? await reasonsForSecond(context, context.db, row, operator, { reference: row.utr ?? undefined })
    : { reasons: [] }
  return {
    ...transactionOf(row),
    clientId: row.client_id,
    clientName: row.client_name,
    saudaId: row.sauda_id,
    ...payTo(context, row, operator.rights.includes('wallet.pay')),
    ...firstApproval(row),
    ...(row.payout_batch_id !== null &&
      row.payout_name !== null && { payout: { _id: row.payout_batch_id, name: row.payout_name } }),
    needsTwo:
      needsTwo(row, context.config.approvals.withdrawalPerClient) ||
      row.first_approval_by !== null ||
      secondReasons.length > 0,
    secondReasons,
    replies: await repliesOf(context.db, row.client_id, id),
    warnings: await warningsOf(context, row),
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

function firstApproval(row: DeskRow) {
  if (row.first_approval_by === null || row.first_approval_by_name === null || row.first_approval_at === null) return {}
  return {
    firstApproval: row.first_approval_by_name,
    firstApprovalById: row.first_approval_by,
    firstApprovalAt: row.first_approval_at.toISOString(),
    ...(row.first_approval_reference !== null && { firstApprovalReference: row.first_approval_reference }),
    ...(row.credited !== null && { firstApprovalAmount: rupeesOf(row.credited) }),
  }
}

async function warningsOf(context: WalletContext, row: DeskRow): Promise<CaseWarning[]> {
  const sql = context.db
  const { id, client_id: clientId } = row
  const account = payeeOf(context, row)
  const sharing = row.utr === null ? [] : await sameUtr(sql, { id, utr: row.utr }, warningsShown)
  const similar = await sameAmount(sql, row, walletRules.sameAmountMinutes, warningsShown)
  const isPending = row.status === 'pending'
  const hasChanged = isPending && account && (await bankDetailsDiffer(sql, { clientId, ...account })) !== undefined
  return caseWarnings(sql, { clientId, requestId: id, account }, [
    ...sharing.map((other) => utrWarning(row, other)),
    ...(row.client_frozen && isPending ? [high('The login of this client is frozen')] : []),
    ...(row.closes && isPending
      ? [{ severity: 'low' as const, sentence: 'Once it is paid, the account of this client is closed, as they asked' }]
      : []),
    ...(hasChanged ? [high('The client has changed the bank details since this request')] : []),
    ...similar.map(amountWarning),
  ])
}

const high = (sentence: string): CaseWarning => ({ severity: 'high', sentence })

function utrWarning(row: DeskRow, other: SimilarRow): CaseWarning {
  const whose = other.client_id === row.client_id ? 'the same client' : other.sauda_id
  const name = `${requestName(other)} of ${whose}`
  const about = { transactionId: other.id, clientId: other.client_id }
  return other.status === 'rejected'
    ? { severity: 'medium', sentence: `UTR also given for ${name} (rejected)`, ...about }
    : { severity: 'high', sentence: `UTR already used: ${name} (${other.status})`, ...about }
}

function amountWarning(other: SimilarRow): CaseWarning {
  const noun = other.type === 'added' ? 'deposit' : 'withdrawal'
  return {
    severity: 'low',
    sentence: `Another ${other.status} ${noun} of the same amount within the hour: ${requestName(other)}`,
    transactionId: other.id,
    clientId: other.client_id,
  }
}

function payeeOf(context: WalletContext, row: DeskRow) {
  if (row.pay_to_name === null || row.pay_to_number === null || row.pay_to_ifsc === null) return undefined
  return { holder: row.pay_to_name, lookup: context.accounts.lookup(numberOf(context, row)), ifsc: row.pay_to_ifsc }
}
