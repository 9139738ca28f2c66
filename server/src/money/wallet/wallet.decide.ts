import { decimalRupees } from '@sauda/contract/platform/money'
import { commonErrors } from '@sauda/contract/platform/error'
import { requireOthersAccountFirst } from '../../core/approval/own-account.ts'
import type { AppContext } from '../../app/app-context.ts'
import { requireUnreserved } from '../../core/approval/reservation.ts'
import type { BankBooking } from '../../core/ledger/bank-account.ts'
import { lockedFigures, post } from '../../core/ledger/ledger.ts'
import { releaseOthers, releaseReferences, reserveReference, throwReferenceUsed } from '../../core/ledger/reference.ts'
import { together, type Tx } from '../../platform/db.ts'
import { endClaim, recordChange } from '../../core/queue/claim.ts'
import { bookingOfRequest } from './wallet.booking.ts'
import {
  type ApproveCommand,
  type DecideCommand,
  judge,
  lockDecidable,
  lockPending,
  named,
  requireNamed,
} from './wallet.gates.ts'
import { decisionMail } from './wallet.mail.ts'
import { depositApproved, withdrawalPaid, withdrawalRejected } from './wallet.postings.ts'
import {
  approveFirst,
  approveRequest,
  type DecidedRow,
  type LockedRow,
  rejectRequest,
  type RequestRow,
} from './wallet.sql.ts'
import { queueKindOf, requestName, transactionOf } from './wallet.view.ts'

export type { ApproveCommand }

/** The amount comes from the bank or was withheld before, so it is always available. */
const never = commonErrors.fault

/**
 * Credits a deposit or pays a withdrawal. The first of two approvals only records itself and returns `waitsForSecond`
 * with the reasons; for a withdrawal it needs no reference.
 */
export async function approve(context: AppContext, tx: Tx, command: ApproveCommand) {
  const { id, reference, lineId, isPart = false } = command
  const [request, seen] = await lockDecidable(context, tx, command)
  const judged = await judge(context, tx, seen, request)
  const { operatorId, credited, secondReasons, proofLineId } = judged
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
  await together(
    tx,
    () => (isApproved ? approveRequest(tx, { ...approval, proofLineId, lineId }) : approveFirst(tx, approval)),
    () => isPart || reference === undefined || reserve(tx, request, reference, isApproved),
    // After locking the request and before the ledger, as everywhere; otherwise two operators could deadlock.
    async () => {
      const { dues } = judged.figures ?? (await lockedFigures(tx, request.client_id))
      await together(
        tx,
        () =>
          isApproved && post(tx, row.type === 'added' ? depositApproved(row, bank) : withdrawalPaid(row, bank), never),
        () => record(context, tx, { command, row, action, dues, bankAccount: nameOf(request, bank) }),
      )
    },
  )
  if (isApproved) await settleClosure(context, tx, command, { ...row, outcome: 'paid' })
  return {
    ...transactionOf(row),
    waitsForSecond: !isApproved,
    ...(!isApproved && { secondReasons: [...secondReasons] }),
  }
}

const nameOf = ({ accounts }: LockedRow, bank: BankBooking | undefined): string | undefined =>
  accounts.find(({ _id }) => _id === bank?.accountId)?.name

/**
 * Reserves the reference for the direction of the request, or throws what uses it; the last approval frees what an earlier one had reserved,
 * but not what the client gave.
 */
async function reserve(tx: Tx, request: RequestRow, reference: string, isApproved: boolean): Promise<void> {
  const { id, utr } = request
  const [isFree] = await together(
    tx,
    () => reserveReference(tx, named(request, reference), id),
    () => isApproved && releaseOthers(tx, id, [reference, utr ?? '']),
  )
  if (!isFree) await throwReferenceUsed(tx, named(request, reference), id)
}

/** Returns a withdrawal's money to the balance and releases the UTR. */
export async function reject(context: AppContext, tx: Tx, command: DecideCommand & { readonly reason: string }) {
  const { id, operator, reason } = command
  const { releasedBy, ...request } = await lockPending(tx, command)
  const row = { ...request, status: 'rejected' as const, reason, credited: null }
  const about = { clientId: row.client_id, summary: requestName(row) }
  const [, , { dues }] = await together(
    tx,
    () => requireUnreserved(context, tx, { uses: [`request:${id}`] }),
    () => requireOthersAccountFirst(context, tx, command, about),
    () => lockedFigures(tx, row.client_id),
  )
  await together(
    tx,
    () => rejectRequest(tx, { id, operatorId: releasedBy ?? operator.id, reason }),
    () => row.type === 'withdrawal' && post(tx, withdrawalRejected(row), never),
    () => releaseReferences(tx, id),
    () => record(context, tx, { command, row, action: 'wallet.reject', dues }),
  )
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
