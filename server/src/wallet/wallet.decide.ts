import { decimalRupees, formatRupees } from '@sauda/contract/money'
import { alreadyDecided, commonErrors, AppError } from '@sauda/contract/error'
import { walletErrors } from '@sauda/contract/wallet'
import { queueRights } from '@sauda/contract/queue'
import type { WalletContext } from '../app-context.ts'
import { depositReasons, requireApprover, requireNotCredited, withdrawalReasons } from '../approval/approval.ts'
import { operatorActor } from '../audit/audit.ts'
import { post } from '../ledger/ledger.ts'
import { releaseReferences, reserveReference } from '../ledger/reference.ts'
import { requireRow, type Sql, type Tx } from '../platform/db.ts'
import type { CurrentOperator } from '../platform/mount.ts'
import { endClaim, recordChange } from '../queue/claim.ts'
import { decisionMail } from './wallet.mail.ts'
import { depositApproved, withdrawalPaid, withdrawalRejected } from './wallet.postings.ts'
import {
  approveFirst,
  approveRequest,
  lockRequest,
  rejectRequest,
  type DecidedRow,
  type RequestRow,
} from './wallet.sql.ts'
import { queueKindOf, requestName, transactionOf } from './wallet.view.ts'

type DecideCommand = { readonly id: string; readonly operator: CurrentOperator; readonly ip: string }

/** The amount comes from the bank or was withheld before, so it is always available. */
const never = commonErrors.fault

/**
 * Credits a deposit or pays a withdrawal. The first of two approvals only records itself and returns `waitsForSecond`
 * with the reasons; for a withdrawal it needs no reference.
 */
export async function approve(
  context: WalletContext,
  tx: Tx,
  command: DecideCommand & { readonly reference?: string | undefined },
) {
  const { id, operator, reference } = command
  const request = await lockPending(tx, command)
  if (reference === undefined && request.type === 'added') throw new AppError(walletErrors.noReference)
  const firstBy = request.first_approval_by ?? undefined
  if (firstBy === operator.id) throw new AppError(walletErrors.needsSecond)
  const summary = `${requestName(request)}, ${formatRupees(request.amount)}`
  // Before the sums, because it locks what they are taken of.
  await requireApprover(context, tx, { operator, makerId: firstBy, clientId: request.client_id, summary })
  if (firstBy !== undefined && request.type === 'withdrawal')
    await requireNotCredited(context, tx, { clientId: request.client_id, operatorId: operator.id })
  const secondReasons =
    firstBy === undefined ? await reasonsForSecond(context, tx, { ...request, id }, operator, reference) : []
  const waitsForSecond = secondReasons.length > 0
  if (reference === undefined && !waitsForSecond) throw new AppError(walletErrors.noReference)
  const approval = { id, operatorId: operator.id, reference }
  const row = await requireRow(
    waitsForSecond || reference === undefined
      ? approveFirst(tx, approval)
      : approveRequest(tx, { ...approval, reference }),
  )
  const [isFree] = await Promise.all([
    // After locking the request; before it, two operators could deadlock.
    reference === undefined || reserveReference(tx, reference, id),
    !waitsForSecond && post(tx, row.type === 'added' ? depositApproved(row) : withdrawalPaid(row), never),
    record(context, tx, { command, row, action: waitsForSecond ? 'wallet.approve-first' : 'wallet.approve' }),
  ])
  if (!isFree) throw new AppError(walletErrors.utrUsed)
  return { ...transactionOf(row), waitsForSecond, ...(waitsForSecond && { secondReasons }) }
}

/** Returns a withdrawal's money to the balance and releases the UTR. */
export async function reject(context: WalletContext, tx: Tx, command: DecideCommand & { readonly reason: string }) {
  const { id, operator, reason } = command
  await lockPending(tx, command)
  const row = await requireRow(rejectRequest(tx, { id, operatorId: operator.id, reason }))
  await Promise.all([
    row.type === 'withdrawal' && post(tx, withdrawalRejected(row), never),
    releaseReferences(tx, id),
    record(context, tx, { command, row, action: 'wallet.reject' }),
  ])
  return transactionOf(row)
}

/** Why this operator alone may not approve the request; empty if one operator is enough. */
export function reasonsForSecond(
  context: Pick<WalletContext, 'config'>,
  sql: Sql,
  { id, type, client_id: clientId, amount }: Pick<RequestRow, 'id' | 'type' | 'client_id' | 'amount'>,
  operator: { readonly id: string },
  reference: string | undefined,
): Promise<string[]> {
  const request = { clientId, operatorId: operator.id, amount }
  return type === 'added'
    ? depositReasons(context, sql, { ...request, requestId: id, reference })
    : withdrawalReasons(context, sql, request)
}

/** Throws unless the request is pending and the operator may decide it. */
async function lockPending(tx: Tx, { id, operator }: DecideCommand) {
  const request = await requireRow(lockRequest(tx, id))
  if (!operator.rights.includes(queueRights[queueKindOf[request.type]])) throw new AppError(commonErrors.noRight)
  if (request.status !== 'pending') throw new AppError(alreadyDecided(request.decided_by_name ?? 'another operator'))
  return request
}

type Decision = { readonly command: DecideCommand; readonly row: DecidedRow; readonly action: string }

async function record(context: WalletContext, tx: Tx, { command: { operator, ip }, row, action }: Decision) {
  await Promise.all([
    recordChange(context, tx, 'wallet', {
      actor: operatorActor(operator),
      action,
      clientId: row.client_id,
      id: row.id,
      before: { status: 'pending' },
      after: {
        request: requestName(row),
        requestId: row.id,
        amount: decimalRupees(row.amount),
        status: row.status,
        reference: row.bank_reference ?? undefined,
        reason: row.reason ?? undefined,
      },
      ip,
    }),
    row.status !== 'pending' && context.mail(tx, decisionMail(context, row)),
    endClaim(tx, queueKindOf[row.type], row.id),
    context.notifyScreens(tx, 'desk', 'wallet', row.id),
  ])
}
