import { decimalRupees, formatRupees } from '@sauda/contract/platform/money'
import { alreadyDecided, AppError, commonErrors } from '@sauda/contract/platform/error'
import { ledgerErrors } from '@sauda/contract/core/ledger'
import { otherAmount, receivedNeeded, walletErrors } from '@sauda/contract/money/wallet'
import { queueRights } from '@sauda/contract/core/queue'
import { normalizeReference } from '@sauda/contract/banking/reference'
import { refuseUnlessWaived, unlessWaived } from '../../core/approval/waive.ts'
import type { AppContext } from '../../app/app-context.ts'
import { confirmPayer, requireApprover } from '../../core/approval/approval.policy.ts'
import { requireUnreserved } from '../../core/approval/reservation.ts'
import { requirePayouts } from '../../core/approval/payout-stop.ts'
import type { BankBooking } from '../../core/ledger/bank-account.ts'
import { lockedFigures, post } from '../../core/ledger/ledger.ts'
import { amountInBank } from '../../core/ledger/bank-link.sql.ts'
import { releaseOthers, releaseReferences, reserveReference, throwReferenceUsed } from '../../core/ledger/reference.ts'
import { requireRow, type Tx } from '../../platform/db.ts'
import type { CurrentOperator } from '../../platform/mount.ts'
import { endClaim, recordChange } from '../../core/queue/claim.ts'
import { requirePayable } from '../../core/queue/warning.ts'
import { depositOf, reasonsForSecond } from './wallet.alone.ts'
import { bookingOfRequest } from './wallet.booking.ts'
import { decisionMail } from './wallet.mail.ts'
import { findReleaser } from './wallet.batch.sql.ts'
import { depositApproved, withdrawalPaid, withdrawalRejected } from './wallet.postings.ts'
import {
  approveFirst,
  approveRequest,
  type DecidedRow,
  findOperatorName,
  type LockedRow,
  lockRequest,
  rejectRequest,
  type RequestRow,
  lockClient,
} from './wallet.sql.ts'
import { requireReviewed } from './wallet.desk.ts'
import { takeBackLapsed } from './wallet.lapse.ts'
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
  /** The account that received the money, if no bank line determines it. */
  readonly bankAccountId?: string | undefined
  /** The version that the operator reviewed. */
  readonly version?: string | null | undefined
  /** The bank line from which the request is approved. */
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
export async function approve(context: AppContext, tx: Tx, command: ApproveCommand) {
  const { id, reference, amount, lineId, isPart = false } = command
  const searched = lineId === undefined && reference !== undefined ? normalizeReference(reference) : undefined
  const received = { amount, reference: searched }
  const found = await lockPending(context, tx, command, received)
  await requireReviewed(context, tx, found, command)
  const request = (await takeBackLapsed(context, tx, command, found))
    ? await lockPending(context, tx, command, received)
    : found
  // A payment that the bank has made is still booked.
  if (request.type === 'withdrawal' && lineId === undefined && command.fromBank === undefined) await requirePayouts(tx)
  const { operatorId, credited, secondReasons, proofLineId } = await judge(context, tx, command, request)
  const isApproved = secondReasons.length === 0
  const action = isApproved ? 'wallet.approve' : 'wallet.approve-first'
  if (isApproved) requireNamed(command)
  const bank = isApproved || request.type === 'added' ? await bookingOfRequest(tx, request, command) : undefined
  const row = {
    ...request,
    credited,
    ...(isApproved && { status: 'approved' as const, bank_reference: reference ?? null }),
  }
  const approval = { id, operatorId, reference, credited, accountId: bank?.accountId }
  const [, isFree, { dues }] = await Promise.all([
    isApproved ? approveRequest(tx, { ...approval, proofLineId, lineId }) : approveFirst(tx, approval),
    // After locking the request and before the ledger, as everywhere; otherwise two operators could deadlock.
    isPart || reference === undefined || reserve(tx, request, reference, isApproved),
    lockedFigures(tx, request.client_id),
  ])
  if (!isFree) await throwReferenceUsed(tx, named(request, reference), id)
  await Promise.all([
    isApproved && post(tx, row.type === 'added' ? depositApproved(row, bank) : withdrawalPaid(row, bank), never),
    record(context, tx, { command, row, action, dues, bankAccount: nameOf(request, bank) }),
  ])
  if (isApproved) await settleClosure(context, tx, command, { ...row, outcome: 'paid' })
  return {
    ...transactionOf(row),
    waitsForSecond: !isApproved,
    ...(!isApproved && { secondReasons: [...secondReasons] }),
  }
}

function requireNamed({ reference, lineId }: ApproveCommand): void {
  if (reference === undefined && lineId === undefined) throw new AppError(walletErrors.noReference)
}

type Judged = {
  readonly operatorId: string
  readonly credited: bigint | null
  readonly secondReasons: readonly string[]
  readonly proofLineId?: string | undefined
}

/** In whose name the request is approved, at which amount, and why a second operator is needed. */
async function judge(context: AppContext, tx: Tx, command: ApproveCommand, request: Pending): Promise<Judged> {
  const { id, operator, reference, lineId, isPart = false } = command
  const { type, client_id: clientId, first_approval_by: makerId, releasedBy } = request
  if (type === 'added' || releasedBy !== undefined) requireNamed(command)
  if (releasedBy !== undefined) {
    // The release of the batch gave both approvals; the bank has paid.
    await receivedAmount(tx, request, command)
    return { operatorId: releasedBy, credited: null, secondReasons: [] }
  }
  if (type === 'withdrawal' && !command.fromBank) await requirePayable(context, tx, [{ clientId, requestId: id }])
  const received = { ...request, amount: await receivedAmount(tx, request, command) }
  const summary = `${requestName(request)}, ${formatRupees(received.amount)}`
  // Before the sums, because it locks the rows that they add up.
  await requireApprover(context, tx, { operator, makerId, clientId, right: queueRights[queueKindOf[type]], summary })
  const found = { reference, lineId, isPart }
  const { reasons, fault, proofLineId } = await reasonsForSecond(context, tx, received, operator, found)
  if (fault) await refuseUnlessWaived(context, tx, command, { clientId, summary, error: fault })
  const secondReasons = await unlessWaived(context, tx, command, { clientId, summary, reasons })
  if (secondReasons.length === 0 && proofLineId === undefined) await requireStated(tx, request, command)
  if (makerId !== null && type === 'added')
    await confirmPayer(tx, { ...depositOf(received, operator), reference: normalizeReference(reference ?? ''), lineId })
  const credited = received.amount === request.amount ? null : received.amount
  return { operatorId: operator.id, credited, secondReasons, proofLineId }
}

const directionOf = ({ type }: Pick<RequestRow, 'type'>) =>
  (type === 'added' ? 'credit' : 'debit') as 'credit' | 'debit'
const named = (request: Pick<RequestRow, 'type'>, reference = '') =>
  ({ direction: directionOf(request), reference }) as const

const nameOf = ({ accounts }: LockedRow, bank: BankBooking | undefined): string | undefined =>
  accounts.find(({ _id }) => _id === bank?.accountId)?.name

/** Reserves references for the direction of the request; the last approval frees what an earlier one had reserved, but not what the client gave. */
async function reserve(tx: Tx, { id, type, utr }: RequestRow, reference: string, isApproved: boolean) {
  if (!(await reserveReference(tx, named({ type }, reference), id))) return false
  if (isApproved) await releaseOthers(tx, id, [reference, utr ?? ''])
  return true
}

/** Paise to credit or pay; the second of two approvals confirms what the first one stated. */
async function receivedAmount(tx: Tx, request: LockedRow, command: ApproveCommand): Promise<bigint> {
  const { type, amount, credited, first_approval_by, received } = request
  const stated = credited ?? amount
  if (received === 0n) throw new AppError(ledgerErrors.amountNeeded)
  if (type === 'withdrawal') {
    if (received !== amount) throw new AppError(walletErrors.amountOfWithdrawal)
    return received
  }
  if (first_approval_by !== null && received !== stated)
    throw new AppError(otherAmount(stated, await amountInBank(tx, named(request, command.reference), command.lineId)))
  return received
}

/** Nothing is credited at an amount that nobody stated while the only bank entry with the reference has another one. */
async function requireStated(tx: Tx, request: LockedRow, { amount, reference, lineId }: ApproveCommand): Promise<void> {
  if (request.type === 'withdrawal' || amount !== undefined || lineId !== undefined) return
  const inBank = await amountInBank(tx, named(request, reference))
  if (inBank !== undefined && inBank !== request.received) throw new AppError(receivedNeeded(inBank, request.received))
}

/** Returns a withdrawal's money to the balance and releases the UTR. */
export async function reject(context: AppContext, tx: Tx, command: DecideCommand & { readonly reason: string }) {
  const { id, operator, reason } = command
  const { releasedBy, ...request } = await lockPending(context, tx, command)
  const row = { ...request, status: 'rejected' as const, reason, credited: null }
  const { dues } = await lockedFigures(tx, row.client_id)
  await Promise.all([
    rejectRequest(tx, { id, operatorId: releasedBy ?? operator.id, reason }),
    row.type === 'withdrawal' && post(tx, withdrawalRejected(row), never),
    releaseReferences(tx, id),
    record(context, tx, { command, row, action: 'wallet.reject', dues }),
  ])
  await settleClosure(context, tx, command, { ...row, outcome: 'failed' })
  return transactionOf(row)
}

type ClosureEnd = Pick<DecidedRow, 'id' | 'client_id' | 'closes' | 'reason'> & { readonly outcome: 'paid' | 'failed' }

/** The effect of the decision on the account that the withdrawal closes. */
async function settleClosure(
  { settleClosure: settle }: AppContext,
  tx: Tx,
  { operator, ip }: DecideCommand,
  { id: requestId, client_id: clientId, closes, reason, outcome }: ClosureEnd,
): Promise<void> {
  if (closes) await settle(tx, { clientId, requestId, outcome, reason, by: { operator, ip } })
}

type Pending = LockedRow & { readonly releasedBy: string | undefined }

/** Throws unless the request is pending and the operator may decide it; with who released its payout batch. */
async function lockPending(
  context: AppContext,
  tx: Tx,
  { id, operator, fromBank }: DecideCommand,
  received: Pick<ApproveCommand, 'amount' | 'reference'> = {},
): Promise<Pending> {
  const request = await requireRow(lockRequest(tx, { id, ...received }))
  if (!operator.rights.includes(queueRights[queueKindOf[request.type]])) throw new AppError(commonErrors.noRight)
  if (isCancelled(request)) throw new AppError(walletErrors.cancelled)
  if (request.status !== 'pending') {
    const decidedBy = request.decided_by === null ? undefined : await findOperatorName(tx, request.decided_by)
    throw new AppError(alreadyDecided(decidedBy?.name ?? 'another operator'))
  }
  const named =
    received.reference === undefined ? undefined : { direction: directionOf(request), reference: received.reference }
  await requireUnreserved(context, tx, { uses: [`request:${id}`], named })
  if (request.closes) await lockClient(tx, request.client_id)
  const batchId = request.payout_batch_id
  if (batchId === null) return { ...request, releasedBy: undefined }
  const releasedBy = fromBank && (await findReleaser(tx, batchId))?.released_by
  if (!releasedBy) throw new AppError(walletErrors.inBatch)
  return { ...request, releasedBy }
}

type Decision = {
  readonly command: DecideCommand
  readonly row: DecidedRow
  readonly action: string
  /** Paise that the client owes for trades before the decision. */
  readonly dues: bigint
  /** Name of the bank account. */
  readonly bankAccount?: string | undefined
}

async function record(
  context: AppContext,
  tx: Tx,
  { command: { operator, ip }, row, action, dues, bankAccount }: Decision,
) {
  await Promise.all([
    recordChange(context, tx, 'wallet', {
      by: { operator, ip },
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
    }),
    row.status !== 'pending' &&
      context.inform(tx, decisionMail(context, row, dues), { clientId: row.client_id, topic: 'wallet', id: row.id }),
    endClaim(tx, queueKindOf[row.type], row.id),
    row.payout_batch_id !== null && context.notifyScreens(tx, 'desk', 'payout', row.payout_batch_id),
  ])
}
