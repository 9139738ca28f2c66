import { formatRupees } from '@sauda/contract/platform/money'
import { alreadyDecided, AppError, commonErrors } from '@sauda/contract/platform/error'
import { ledgerErrors } from '@sauda/contract/core/ledger'
import { otherAmount, receivedNeeded, walletErrors } from '@sauda/contract/money/wallet'
import { queueRights } from '@sauda/contract/core/queue'
import { normalizeReference } from '@sauda/contract/money/reference'
import { refuseUnlessWaived, unlessWaived } from '../../core/approval/waive.ts'
import type { AppContext } from '../../app/app-context.ts'
import { confirmPayer, requireApprover } from '../../core/approval/approval.policy.ts'
import { requireOthersAccountFirst } from '../../core/approval/own-account.ts'
import { requireUnreserved } from '../../core/approval/reservation.ts'
import { requirePayouts } from '../../core/approval/payout-stop.ts'
import { amountInBank } from '../../core/ledger/bank-link.sql.ts'
import type { Figures } from '../../core/ledger/ledger.ts'
import { requireRow, together, type Tx } from '../../platform/db.ts'
import type { CurrentOperator } from '../../platform/mount.ts'
import { refuseBlocked, requirePayable } from '../../core/queue/payment-block.ts'
import { depositOf, reasonsForSecond } from './wallet.alone.ts'
import { findReleaser } from './wallet.batch.sql.ts'
import { requireReviewed } from './wallet.desk.ts'
import { hasLapsed, takeBack } from './wallet.lapse.ts'
import { findOperatorName, lockClient, type LockedRow, lockRequest, type RequestRow } from './wallet.sql.ts'
import { isCancelled, queueKindOf, requestName } from './wallet.view.ts'

// Everything that may refuse a decision about a deposit or withdrawal, in one order.

export type DecideCommand = {
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

export type Pending = LockedRow & { readonly releasedBy: string | undefined }

const directionOf = ({ type }: Pick<RequestRow, 'type'>) =>
  (type === 'added' ? 'credit' : 'debit') as 'credit' | 'debit'
export const named = (request: Pick<RequestRow, 'type'>, reference = '') =>
  ({ direction: directionOf(request), reference }) as const

export function requireNamed({ reference, lineId }: ApproveCommand): void {
  if (reference === undefined && lineId === undefined) throw new AppError(walletErrors.noReference)
}

/** The reference by which bank lines are searched; undefined if the bank line is given. */
const searchedBy = ({ reference, lineId }: ApproveCommand): string | undefined =>
  lineId === undefined && reference !== undefined ? normalizeReference(reference) : undefined

/** Throws unless the request is pending and the operator may decide it; with who released its payout batch. */
export async function lockPending(
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
  if (request.closes) await lockClient(tx, request.client_id)
  const batchId = request.payout_batch_id
  if (batchId === null) return { ...request, releasedBy: undefined }
  const releasedBy = fromBank && (await findReleaser(tx, batchId))?.released_by
  if (!releasedBy) throw new AppError(walletErrors.inBatch)
  return { ...request, releasedBy }
}

/**
 * Locks a request to approve it. A first approval whose giver may no longer give it is taken back. Returns the request and the command, whose
 * `version` is undefined once it was compared.
 */
export async function lockDecidable(context: AppContext, tx: Tx, command: ApproveCommand) {
  const received = { amount: command.amount, reference: searchedBy(command) }
  const request = await lockPending(tx, command, received)
  if (!(await hasLapsed(context, tx, command, request))) return [request, command] as const
  await requireReviewed(context, tx, request, command)
  await takeBack(context, tx, command, request)
  return [await lockPending(tx, command, received), { ...command, version: undefined }] as const
}

type Judged = {
  readonly operatorId: string
  readonly credited: bigint | null
  readonly secondReasons: readonly string[]
  readonly proofLineId?: string | undefined
  /** The client's figures, if they are locked already. */
  readonly figures?: Figures | undefined
}

/**
 * In whose name the request is approved, at which amount, and why a second operator is needed; throws what refuses the approval. The reads and
 * locks are one round trip, in this order: the operator's row and the client's figures are locked before the sums that count them.
 */
export async function judge(context: AppContext, tx: Tx, command: ApproveCommand, request: Pending): Promise<Judged> {
  const { id, operator, reference, lineId, isPart = false } = command
  const { type, client_id: clientId, first_approval_by: makerId, releasedBy } = request
  const received = { ...request, amount: request.received }
  const summary = `${requestName(request)}, ${formatRupees(received.amount)}`
  const isPayment = type === 'withdrawal' && command.fromBank === undefined
  const searched = searchedBy(command)
  const uses = {
    uses: [`request:${id}` as const],
    named: searched === undefined ? undefined : named(request, searched),
  }
  let reviewed: ReturnType<typeof requireReviewed> | undefined
  const always = [
    () => requireUnreserved(context, tx, uses),
    () => (reviewed = requireReviewed(context, tx, request, command)),
    // A payment that the bank has made is still booked.
    () => isPayment && lineId === undefined && requirePayouts(tx),
    () => (type === 'added' || releasedBy !== undefined) && requireNamed(command),
    async () => {
      if (!isPayment) return
      if (typeof command.version === 'string') refuseBlocked((await reviewed) ?? [])
      else await requirePayable(context, tx, [clientId])
    },
    () => requireReceived(tx, request, command),
  ] as const
  if (releasedBy !== undefined) {
    // The release of the batch gave both approvals; the bank has paid.
    await together(tx, ...always)
    return { operatorId: releasedBy, credited: null, secondReasons: [] }
  }
  const [, , , , , , , figures, second, inBank] = await together(
    tx,
    ...always,
    () => requireOthersAccountFirst(context, tx, command, { clientId, summary }),
    () => requireApprover(context, tx, { operator, makerId, clientId, right: queueRights[queueKindOf[type]], summary }),
    () => reasonsForSecond(context, tx, received, operator, { reference, lineId, isPart }),
    () => (isStated(request, command) ? undefined : amountInBank(tx, named(request, reference))),
  )
  const { fault, proofLineId } = second
  if (fault) await refuseUnlessWaived(context, tx, command, { clientId, summary, error: fault })
  const secondReasons = await unlessWaived(context, tx, command, { clientId, summary, reasons: second.reasons })
  if (secondReasons.length === 0 && proofLineId === undefined && inBank !== undefined && inBank !== request.received)
    throw new AppError(receivedNeeded(inBank, request.received))
  if (makerId !== null && type === 'added')
    await confirmPayer(tx, { ...depositOf(received, operator), reference: normalizeReference(reference ?? ''), lineId })
  const credited = received.amount === request.amount ? null : received.amount
  return { operatorId: operator.id, credited, secondReasons, proofLineId, figures }
}

/** The second of two approvals confirms the amount that the first one stated. */
async function requireReceived(tx: Tx, request: LockedRow, command: ApproveCommand): Promise<void> {
  const { type, amount, credited, first_approval_by, received } = request
  const stated = credited ?? amount
  if (received === 0n) throw new AppError(ledgerErrors.amountNeeded)
  if (type === 'withdrawal' && received !== amount) throw new AppError(walletErrors.amountOfWithdrawal)
  if (type === 'added' && first_approval_by !== null && received !== stated)
    throw new AppError(otherAmount(stated, await amountInBank(tx, named(request, command.reference), command.lineId)))
}

/**
 * Whether the operator stated what the bank received. For a deposit without that, nothing is credited while the only bank entry with its
 * reference has another amount.
 */
const isStated = ({ type }: RequestRow, { amount, lineId }: ApproveCommand): boolean =>
  type === 'withdrawal' || amount !== undefined || lineId !== undefined
