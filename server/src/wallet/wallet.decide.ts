import { decimalRupees, formatRupees } from '@sauda/contract/money'
import { alreadyDecided, commonErrors, AppError } from '@sauda/contract/error'
import { ledgerErrors } from '@sauda/contract/ledger'
import { otherAmount, walletErrors } from '@sauda/contract/wallet'
import { queueRights } from '@sauda/contract/queue'
import { normalizeReference } from '@sauda/contract/reference'
import { refuseUnlessWaived, unlessWaived } from '../approval/waive.ts'
import type { WalletContext } from '../app-context.ts'
import { requireSafeText } from '../mail/client-text.ts'
import { confirmPayer, requireApprover } from '../approval/approval.ts'
import { requirePayouts } from '../approval/payout-stop.ts'
import { operatorActor } from '../audit/audit.ts'
import type { BankBooking } from '../ledger/bank-account.ts'
import { post } from '../ledger/ledger.ts'
import { amountInBank } from '../ledger/bank-link.sql.ts'
import { releaseOthers, releaseReferences, reserveReference, throwUsed } from '../ledger/reference.ts'
import { requireRow, type Tx } from '../platform/db.ts'
import { departure } from '../platform/pool.ts'
import type { CurrentOperator } from '../platform/mount.ts'
import { endClaim, recordChange } from '../queue/claim.ts'
import { requirePayable } from '../queue/risk.ts'
import { bookingOfRequest } from './wallet.account.ts'
import { depositOf, reasonsForSecond } from './wallet.alone.ts'
import { decisionMail } from './wallet.mail.ts'
import { findReleaser, lockClient } from './wallet.payout.sql.ts'
import { depositApproved, withdrawalPaid, withdrawalRejected } from './wallet.postings.ts'
import {
  approveFirst,
  approveRequest,
  findOperatorName,
  lockRequest,
  rejectRequest,
  type DecidedRow,
  type LockedRow,
  type RequestRow,
} from './wallet.sql.ts'
import { requireReviewed } from './wallet.review.ts'
import { isCancelled, queueKindOf, requestName, transactionOf } from './wallet.view.ts'

type DecideCommand = {
  readonly id: string
  readonly operator: CurrentOperator
  readonly ip: string
  /** By the bank's statement or its answer to a payout batch, the only ways to decide what is in a released one. */
  readonly fromBank?: true
}
export type ApproveCommand = DecideCommand & {
  readonly reference?: string | undefined
  /** Paise received for a deposit, if not the requested amount. */
  readonly amount?: bigint | undefined
  /** Into which the money came, if no bank line says so. */
  readonly bankAccountId?: string | undefined
  /** Of what the operator reviewed. */
  readonly version?: string | undefined
  /** Of the bank line it is approved from. */
  readonly lineId?: string
  /** One of several requests that the line paid: approved by two operators, its reference reserved once for all. */
  readonly isPart?: true
}

/** The amount comes from the bank or was withheld before, so it is always available. */
const never = commonErrors.fault

/**
 * Credits a deposit or pays a withdrawal. The first of two approvals only records itself and returns `waitsForSecond`
 * with the reasons; for a withdrawal it needs no reference.
 */
export async function approve(context: WalletContext, tx: Tx, command: ApproveCommand) {
  const { id, operator, reference, amount, lineId, isPart = false } = command
  const sought = lineId === undefined && reference !== undefined ? normalizeReference(reference) : undefined
  const request = await lockPending(tx, command, { amount, reference: sought })
  await requireReviewed(context, tx, command)
  // What the bank has already paid is still booked.
  if (request.type === 'withdrawal' && lineId === undefined && command.fromBank === undefined) await requirePayouts(tx)
  if (request.releasedBy !== undefined)
    return confirmPaid(context, tx, command, { ...request, releasedBy: request.releasedBy })
  if (request.type === 'withdrawal' && !command.fromBank)
    await requirePayable(context, tx, [{ clientId: request.client_id, requestId: id }])
  if (reference === undefined && lineId === undefined && request.type === 'added')
    throw new AppError(walletErrors.noReference)
  const received = { ...request, amount: await receivedAmount(tx, request, command) }
  const credited = received.amount === request.amount ? null : received.amount
  const firstBy = request.first_approval_by ?? undefined
  const summary = `${requestName(request)}, ${formatRupees(received.amount)}`
  // Before the sums, because it locks what they are taken of.
  await requireApprover(context, tx, { operator, makerId: firstBy, clientId: request.client_id, summary })
  const { reasons, fault, proofLineId } = await reasonsForSecond(context, tx, received, operator, {
    reference,
    lineId,
    isPart,
  })
  const about = { clientId: request.client_id, summary }
  if (fault) await refuseUnlessWaived(context, tx, command, { ...about, error: fault })
  const secondReasons = await unlessWaived(context, tx, command, { ...about, reasons })
  const waitsForSecond = secondReasons.length > 0
  if (firstBy !== undefined && request.type === 'added')
    await confirmPayer(tx, { ...depositOf(received, operator), reference: normalizeReference(reference ?? ''), lineId })
  const isApproved = !waitsForSecond
  if (reference === undefined && lineId === undefined && isApproved) throw new AppError(walletErrors.noReference)
  const approval = { id, operatorId: operator.id, reference, credited }
  const bank =
    isApproved || request.type === 'added' ? await bookingOfRequest(context, tx, request, command) : undefined
  const row = {
    ...request,
    credited,
    ...(isApproved && { status: 'approved' as const, bank_reference: reference ?? null }),
  }
  const booked = Promise.all([
    isApproved
      ? approveRequest(tx, { ...approval, reference, accountId: bank?.accountId, proofLineId, lineId })
      : approveFirst(tx, { ...approval, accountId: bank?.accountId }),
    // After locking the request; before it, two operators could deadlock.
    isPart || reference === undefined || reserve(tx, request, reference, isApproved),
    isApproved && post(tx, row.type === 'added' ? depositApproved(row, bank) : withdrawalPaid(row, bank), never),
  ])
  // The database books while the mail is made.
  await departure()
  const action = waitsForSecond ? 'wallet.approve-first' : 'wallet.approve'
  const [[, isFree]] = await Promise.all([
    booked,
    record(context, tx, { command, row, action, bankAccount: nameOf(request, bank) }),
  ])
  if (!isFree) await throwUsed(tx, named(request, reference), id)
  if (isApproved) await settleClosure(context, tx, command, { ...row, outcome: 'paid' })
  return { ...transactionOf(row), waitsForSecond, ...(waitsForSecond && { secondReasons }) }
}

const named = ({ type }: Pick<RequestRow, 'type'>, reference = '') =>
  ({ direction: type === 'added' ? 'credit' : 'debit', reference }) as const

const nameOf = ({ accounts }: LockedRow, bank: BankBooking | undefined): string | undefined =>
  accounts.find(({ _id }) => _id === bank?.accountId)?.name

/** Of the direction of the request; the last approval frees what an earlier one had reserved, but not what the client gave. */
async function reserve(
  tx: Tx,
  { id, type, utr }: RequestRow,
  reference: string,
  isApproved: boolean,
): Promise<boolean> {
  if (!(await reserveReference(tx, named({ type }, reference), id))) return false
  if (isApproved) await releaseOthers(tx, id, [reference, utr ?? ''])
  return true
}

/** Paise to credit or pay; the second of two approvals confirms what the first one stated. */
async function receivedAmount(
  tx: Tx,
  request: LockedRow,
  found: Pick<ApproveCommand, 'reference' | 'lineId'>,
): Promise<bigint> {
  const { type, amount, credited, first_approval_by, received } = request
  const stated = credited ?? amount
  if (received === 0n) throw new AppError(ledgerErrors.amountNeeded)
  if (type === 'withdrawal' && received !== amount) throw new AppError(walletErrors.amountOfWithdrawal)
  if (first_approval_by !== null && received !== stated)
    throw new AppError(otherAmount(stated, await amountInBank(tx, named(request, found.reference), found.lineId)))
  return received
}

/** The release of the batch gave both approvals; the bank has paid. */
async function confirmPaid(
  context: WalletContext,
  tx: Tx,
  command: ApproveCommand,
  request: LockedRow & { readonly releasedBy: string },
) {
  const { id, reference, lineId, isPart } = command
  if (reference === undefined && lineId === undefined) throw new AppError(walletErrors.noReference)
  await receivedAmount(tx, request, command)
  const bank = await bookingOfRequest(context, tx, request, command)
  const row = { ...request, status: 'approved' as const, bank_reference: reference ?? null, credited: null }
  const [, isFree] = await Promise.all([
    approveRequest(tx, {
      id,
      operatorId: request.releasedBy,
      reference,
      accountId: bank?.accountId,
      credited: null,
      lineId,
    }),
    isPart || reference === undefined || reserve(tx, request, reference, true),
    post(tx, withdrawalPaid(row, bank), never),
    record(context, tx, { command, row, action: 'wallet.approve', bankAccount: nameOf(request, bank) }),
  ])
  if (!isFree) await throwUsed(tx, named(request, reference), id)
  await settleClosure(context, tx, command, { ...row, outcome: 'paid' })
  return { ...transactionOf(row), waitsForSecond: false }
}

/** Returns a withdrawal's money to the balance and releases the UTR. */
export async function reject(context: WalletContext, tx: Tx, command: DecideCommand & { readonly reason: string }) {
  const { id, operator, reason } = command
  const { releasedBy, ...request } = await lockPending(tx, command)
  if (!command.fromBank) await requireSafeText(context.config, tx, { clientId: request.client_id, texts: [reason] })
  const row = { ...request, status: 'rejected' as const, reason, credited: null }
  await Promise.all([
    rejectRequest(tx, { id, operatorId: releasedBy ?? operator.id, reason }),
    row.type === 'withdrawal' && post(tx, withdrawalRejected(row), never),
    releaseReferences(tx, id),
    record(context, tx, { command, row, action: 'wallet.reject' }),
  ])
  await settleClosure(context, tx, command, { ...row, outcome: 'failed' })
  return transactionOf(row)
}

type ClosureEnd = Pick<DecidedRow, 'id' | 'client_id' | 'closes' | 'reason'> & { readonly outcome: 'paid' | 'failed' }

/** What the decision means for the account that the withdrawal closes. */
async function settleClosure(
  { settleClosure: settle }: WalletContext,
  tx: Tx,
  { operator, ip }: DecideCommand,
  { id: requestId, client_id: clientId, closes, reason, outcome }: ClosureEnd,
): Promise<void> {
  if (closes) await settle(tx, { clientId, requestId, outcome, reason, actor: operatorActor(operator), ip })
}

type Received = Pick<ApproveCommand, 'amount' | 'reference'>

/** Throws unless the request is pending and the operator may decide it; with who released its payout batch. */
async function lockPending(tx: Tx, { id, operator, fromBank }: DecideCommand, received: Received = {}) {
  const request = await requireRow(lockRequest(tx, { id, ...received }))
  if (!operator.rights.includes(queueRights[queueKindOf[request.type]])) throw new AppError(commonErrors.noRight)
  if (isCancelled(request)) throw new AppError(walletErrors.cancelled)
  if (request.status !== 'pending') {
    const decidedBy = request.decided_by === null ? undefined : await findOperatorName(tx, request.decided_by)
    throw new AppError(alreadyDecided(decidedBy?.name ?? 'another operator'))
  }
  if (request.closes) await lockClient(tx, request.client_id)
  const { payout_batch_id: batchId } = request
  if (batchId === null) return { ...request, releasedBy: undefined }
  const releasedBy = fromBank && (await findReleaser(tx, batchId))?.released_by
  if (!releasedBy) throw new AppError(walletErrors.inBatch)
  return { ...request, releasedBy }
}

type Decision = {
  readonly command: DecideCommand
  readonly row: DecidedRow
  readonly action: string
  /** Name of the bank account. */
  readonly bankAccount?: string | undefined
}

async function record(
  context: WalletContext,
  tx: Tx,
  { command: { operator, ip }, row, action, bankAccount }: Decision,
) {
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
        credited: row.credited === null ? undefined : decimalRupees(row.credited),
        status: row.status,
        reference: row.bank_reference ?? undefined,
        bankAccount,
        reason: row.reason ?? undefined,
      },
      ip,
    }),
    row.status !== 'pending' &&
      context.inform(tx, decisionMail(context, row), { clientId: row.client_id, topic: 'wallet', id: row.id }),
    endClaim(tx, queueKindOf[row.type], row.id),
    row.payout_batch_id !== null && context.notifyScreens(tx, 'desk', 'payout', row.payout_batch_id),
  ])
}
