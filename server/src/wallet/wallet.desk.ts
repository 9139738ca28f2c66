import type { Reply, Right } from '@sauda/contract/call'
import { operatorRules } from '@sauda/contract/operator'
import { commonErrors, AppError } from '@sauda/contract/error'
import { walletRules } from '@sauda/contract/wallet'
import type { RequestStatus, walletCalls } from '@sauda/contract/wallet'
import type { AppContext } from '../app-context.ts'
import { bankDetailsDiffer, findDeskRequest, sameAmount, sameBank, sameUtr } from './wallet.desk.sql.ts'
import type { DeskRow, TwinRow } from './wallet.desk.sql.ts'
import { maskedNumberOf, needsTwo, numberOf, requestName, transactionOf } from './wallet.view.ts'

type DeskTransaction = Reply<typeof walletCalls.deskTransaction>
type Warning = DeskTransaction['warnings'][number]

/** Of each kind of likely duplicate. */
const warningsShown = 5

type Look = { readonly id: string; readonly rights: readonly Right[] }

/** What the operator compares before deciding. */
export async function deskTransaction(context: AppContext, { id, rights }: Look): Promise<DeskTransaction> {
  const row = await findDeskRequest(context.db, id, operatorRules.claimMinutes)
  if (!row) throw new AppError(commonErrors.notFound)
  return {
    ...transactionOf(row),
    clientId: row.client_id,
    clientName: row.client_name,
    saudaId: row.sauda_id,
    ...payTo(context, row, rights.includes('wallet.pay')),
    ...firstApproval(row),
    needsTwo: needsTwo(row, context.config.secondApprovalAbove),
    warnings: await warningsOf(context, row),
    ...(row.decided_by_name !== null && { decidedBy: row.decided_by_name }),
    ...(row.taken_by_name !== null && { takenBy: row.taken_by_name }),
  }
}

/** Only who pays needs the whole number. */
function payTo(context: AppContext, row: DeskRow, isPayer: boolean) {
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

async function warningsOf(context: AppContext, row: DeskRow): Promise<Warning[]> {
  const sql = context.db
  const twins = await sameAmount(sql, row, walletRules.sameAmountMinutes, warningsShown)
  const warnings: Warning[] = twins.map((twin) => warning(row, twin, 'is for the same amount within the hour'))
  if (row.utr !== null) {
    const sharing = await sameUtr(sql, { id: row.id, utr: row.utr }, warningsShown)
    warnings.unshift(...sharing.map((twin) => warning(row, twin, 'carries the same UTR')))
  }
  if (row.client_frozen && row.status === 'pending')
    warnings.unshift({ sentence: 'The login of this client is frozen' })
  return [...(await bankWarnings(context, row)), ...warnings]
}

/** As the desk calls it. */
const standing = { pending: 'waits', approved: 'approved', rejected: 'refused' } as const satisfies Record<
  RequestStatus,
  string
>

function warning(row: DeskRow, twin: TwinRow, how: string): Warning {
  const whose = twin.client_id === row.client_id ? 'the same client' : twin.sauda_id
  const sentence = `${requestName(twin)} of ${whose} (${standing[twin.status]}) ${how}`
  return { sentence, transactionId: twin.id, clientId: twin.client_id }
}

async function bankWarnings(context: AppContext, row: DeskRow): Promise<Warning[]> {
  if (row.pay_to_number === null || row.pay_to_ifsc === null) return []
  const lookup = context.accounts.lookup(numberOf(context, row))
  const bank = { clientId: row.client_id, lookup, ifsc: row.pay_to_ifsc }
  const sql = context.db
  const others = await sameBank(sql, bank, warningsShown)
  const hasChanged = row.status === 'pending' && (await bankDetailsDiffer(sql, bank)) !== undefined
  return [
    ...(hasChanged ? [{ sentence: 'The client changed the bank details after asking for this' }] : []),
    ...others.map((other) => ({ sentence: `${other.sauda_id} has the same bank details`, clientId: other.client_id })),
  ]
}
