import type { Reply } from '@sauda/contract/call'
import { walletRules, type walletCalls } from '@sauda/contract/wallet'
import type { WalletContext } from '../app-context.ts'
import { requireRow } from '../platform/db.ts'
import type { CurrentOperator } from '../platform/mount.ts'
import { claimOf, decisionOf } from '../queue/claim.ts'
import {
  bankDetailsDiffer,
  findDeskRequest,
  sameAmount,
  sameBank,
  sameUtr,
  type DeskRow,
  type SimilarRow,
} from './wallet.sql.ts'
import { reasonsForSecond } from './wallet.decide.ts'
import { maskedNumberOf, needsTwo, numberOf, queueKindOf, requestName, transactionOf } from './wallet.view.ts'

type DeskTransaction = Reply<typeof walletCalls.deskTransaction>
type Warning = DeskTransaction['warnings'][number]

/** Per kind. */
const warningsShown = 5

export async function deskTransaction(
  context: WalletContext,
  { id, operator }: { readonly id: string; readonly operator: CurrentOperator },
): Promise<DeskTransaction> {
  const row = await requireRow(findDeskRequest(context.db, id))
  const isUndecided = row.status === 'pending' && row.first_approval_by === null
  const secondReasons = isUndecided
    ? await reasonsForSecond(context, context.db, row, operator, row.utr ?? undefined)
    : []
  return {
    ...transactionOf(row),
    clientId: row.client_id,
    clientName: row.client_name,
    saudaId: row.sauda_id,
    ...payTo(context, row, operator.rights.includes('wallet.pay')),
    ...firstApproval(row),
    needsTwo:
      needsTwo(row, context.config.approvals.withdrawalPerClient) ||
      row.first_approval_by !== null ||
      secondReasons.length > 0,
    secondReasons,
    warnings: await warningsOf(context, row),
    ...decisionOf(row),
    ...(await claimOf(context.db, queueKindOf[row.type], id)),
  }
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
  }
}

/** Conflicts first, possible duplicates last. */
async function warningsOf(context: WalletContext, row: DeskRow): Promise<Warning[]> {
  const sql = context.db
  const sharing = row.utr === null ? [] : await sameUtr(sql, { id: row.id, utr: row.utr }, warningsShown)
  const similar = await sameAmount(sql, row, walletRules.sameAmountMinutes, warningsShown)
  return [
    ...sharing.map((other) => linkTo(other, utrSentence(row, other))),
    ...(row.client_frozen && row.status === 'pending' ? [{ sentence: 'The login of this client is frozen' }] : []),
    ...(await bankWarnings(context, row)),
    ...similar.map((other) => linkTo(other, amountSentence(other))),
  ]
}

const linkTo = ({ id, client_id }: SimilarRow, sentence: string): Warning => ({
  sentence,
  transactionId: id,
  clientId: client_id,
})

function utrSentence(row: DeskRow, other: SimilarRow): string {
  const whose = other.client_id === row.client_id ? 'the same client' : other.sauda_id
  const name = `${requestName(other)} of ${whose}`
  return other.status === 'rejected'
    ? `UTR also given for ${name} (rejected)`
    : `UTR already used: ${name} (${other.status})`
}

function amountSentence({ status, type, ...other }: SimilarRow): string {
  const noun = type === 'added' ? 'deposit' : 'withdrawal'
  return `Another ${status} ${noun} of the same amount within the hour: ${requestName({ type, ...other })}`
}

async function bankWarnings(context: WalletContext, row: DeskRow): Promise<Warning[]> {
  if (row.pay_to_number === null || row.pay_to_ifsc === null) return []
  const lookup = context.accounts.lookup(numberOf(context, row))
  const bank = { clientId: row.client_id, lookup, ifsc: row.pay_to_ifsc }
  const sql = context.db
  const others = await sameBank(sql, bank, warningsShown)
  const hasChanged = row.status === 'pending' && (await bankDetailsDiffer(sql, bank)) !== undefined
  return [
    ...(hasChanged ? [{ sentence: 'The client has changed the bank details since this request' }] : []),
    ...others.map((other) => ({ sentence: `${other.sauda_id} has the same bank details`, clientId: other.client_id })),
  ]
}
