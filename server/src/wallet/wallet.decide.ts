import type { Right } from '@sauda/contract/call'
import { decimalRupees } from '@sauda/contract/money'
import { alreadyDecided, commonErrors, AppError } from '@sauda/contract/error'
import { requestTypes, walletErrors } from '@sauda/contract/wallet'
import { queueRights } from '@sauda/contract/queue'
import type { WalletContext } from '../app-context.ts'
import { operatorActor } from '../audit/audit.ts'
import { post } from '../ledger/ledger.ts'
import { releaseReferences, reserveReference } from '../ledger/reference.ts'
import type { Tx } from '../platform/db.ts'
import type { CurrentOperator } from '../platform/mount.ts'
import { endClaim, recordChange } from '../queue/claim.ts'
import {
  approveFirst,
  approveRequest,
  findDecision,
  rejectRequest,
  type Approval,
  type DecidedRow,
} from './wallet.sql.ts'
import { decisionMail } from './wallet.mail.ts'
import { depositApproved, withdrawalPaid, withdrawalRejected } from './wallet.postings.ts'
import { queueKindOf, requestName, transactionOf } from './wallet.view.ts'

type DecideCommand = { readonly id: string; readonly operator: CurrentOperator; readonly ip: string }

/** The amount comes from the bank or was withheld before, so it is always available. */
const never = commonErrors.fault

/**
 * Credits a deposit or pays a withdrawal. The first of two approvals only records itself, needs no reference, and
 * returns `waitsForSecond`.
 */
export async function approve(
  context: WalletContext,
  tx: Tx,
  command: DecideCommand & { readonly reference?: string | undefined },
) {
  const { id, operator, reference } = command
  const approval = {
    id,
    types: decidableTypes(operator.rights),
    operatorId: operator.id,
    reference,
    secondApprovalAbove: context.config.secondApprovalAbove,
  }
  const last = reference === undefined ? undefined : await approveRequest(tx, { ...approval, reference })
  const row = last ?? (await approveFirstOfTwo(tx, approval))
  if (!row && reference === undefined) throw new AppError(walletErrors.noReference)
  // Another operator gave the first approval just now: this is the second.
  if (!row) return approve(context, tx, command)
  const waitsForSecond = row.status === 'pending'
  const [isFree] = await Promise.all([
    // After locking the request; before it, two operators could deadlock.
    reference === undefined || reserveReference(tx, reference, id),
    !waitsForSecond && post(tx, row.type === 'added' ? depositApproved(row) : withdrawalPaid(row), never),
    record(context, tx, { command, row, action: waitsForSecond ? 'wallet.approve-first' : 'wallet.approve' }),
  ])
  if (!isFree) throw new AppError(walletErrors.utrUsed)
  return { ...transactionOf(row), waitsForSecond }
}

/** Returns a withdrawal's money to the balance and releases the UTR. */
export async function reject(context: WalletContext, tx: Tx, command: DecideCommand & { readonly reason: string }) {
  const { id, operator, reason } = command
  const types = decidableTypes(operator.rights)
  const row = await rejectRequest(tx, { id, types, operatorId: operator.id, reason })
  if (!row) throw await decisionError(tx, { id, types, operatorId: operator.id })
  await Promise.all([
    row.type === 'withdrawal' && post(tx, withdrawalRejected(row), never),
    releaseReferences(tx, id),
    record(context, tx, { command, row, action: 'wallet.reject' }),
  ])
  return transactionOf(row)
}

const decidableTypes = (rights: readonly Right[]) =>
  requestTypes.filter((type) => rights.includes(queueRights[queueKindOf[type]]))

/** Undefined if another operator has just given the first approval. */
async function approveFirstOfTwo(tx: Tx, approval: Approval): Promise<DecidedRow | undefined> {
  const error = await decisionError(tx, approval)
  if (error) throw error
  return approveFirst(tx, approval)
}

/** Why this operator cannot decide the request now, if so. */
async function decisionError(tx: Tx, { id, types, operatorId }: Pick<Approval, 'id' | 'types' | 'operatorId'>) {
  const found = await findDecision(tx, id)
  if (!found) return new AppError(commonErrors.notFound)
  if (!types.includes(found.type)) return new AppError(commonErrors.noRight)
  if (found.status !== 'pending') return new AppError(alreadyDecided(found.decided_by_name ?? 'another operator'))
  if (found.first_approval_by === operatorId) return new AppError(walletErrors.needsSecond)
  return undefined
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
