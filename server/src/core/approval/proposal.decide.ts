import { approvalErrors, type Proposal } from '@sauda/contract/core/approval'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { makerRightOf, type ProposalKind, queueOf, rightOf, titleOf } from '@sauda/contract/core/proposal'
import type { QueueKind } from '@sauda/contract/core/queue'
import type { AppContext } from '../../app/app-context.ts'
import { auditView } from '../audit/audit.ts'
import { requireRow, type Tx, undone } from '../../platform/db.ts'
import { claimOf, endClaim } from '../queue/claim.ts'
import { warningsAbout } from '../queue/warning.ts'
import { type ApprovalContext, requireApprover } from './approval.policy.ts'
import { approverFault } from './approver.view.ts'
import { decideRequest } from './decision.ts'
import { updateDecided } from './decision.sql.ts'
import { formerMakers, mayStillRequest } from './maker.ts'
import {
  announceChange,
  type Decider,
  type Ender,
  notify,
  type ProposalHandler,
  type ProposalHandlers,
  viewOf,
} from './proposal.ts'
import { findProposal, lockPendingProposals, type ProposalRow } from './proposal.sql.ts'
import { requireSeen, reviewOf } from './review.ts'
import { isSingle } from './waive.ts'

type DecideContext = ApprovalContext & Pick<AppContext, 'warnings'>
type DecideCommand = Decider & { readonly proposalId: string }

/** `version`: of the review that the operator saw. A proposal whose maker may no longer request it lapses instead. */
export async function approveProposal(
  context: DecideContext,
  handlers: ProposalHandlers,
  tx: Tx,
  { version, ...command }: DecideCommand & { readonly version: string },
): Promise<Proposal> {
  const { operator, ip } = command
  const { row, handler } = await findDecidable(handlers, tx, command)
  const { summary, requested_by: makerId } = row
  if (row.status === 'pending' && (makerId !== operator.id || isSingle(context))) {
    await requireApprover(context, tx, { operator, makerId, right: rightOf(row.kind), summary })
    if (!(await mayStillRequest(context, tx, makerId, makerRightOf(row.kind)))) {
      await lapse(context, handlers, tx, row, command)
      return viewOf(await requireRow(findProposal(tx, row.id)))
    }
    const review = await reviewFor(context, tx, handlers, row, command)
    if (review.fault) throw review.fault
    requireSeen(review.version, version)
  }
  await decide(context, tx, command, 'approved')
  if (queueOf(row.kind) === 'change')
    await announceChange(context, tx, summary, [`Requested by ${row.requested_by_name}, approved by ${operator.name}.`])
  await handler.carryOut(tx, row.payload, { operator, requestedBy: makerId, ip })
  return viewOf(await requireRow(findProposal(tx, row.id)))
}

/** The proposing operator cancels it this way. */
export async function rejectProposal(
  context: DecideContext,
  handlers: ProposalHandlers,
  tx: Tx,
  command: DecideCommand,
): Promise<Proposal> {
  const { row, handler } = await findDecidable(handlers, tx, command)
  await decide(context, tx, command, 'rejected')
  await handler.undo?.(tx, row.payload, command)
  return viewOf(await requireRow(findProposal(tx, row.id)))
}

/** Lapses the proposals whose maker was disabled or lost the right; what was pending because of them returns to its queue. */
export async function lapseProposals(context: DecideContext, handlers: ProposalHandlers, tx: Tx, by: Ender) {
  const pending = await lockPendingProposals(tx)
  for (const [right, rows] of Map.groupBy(pending, ({ kind }) => makerRightOf(kind))) {
    const makers = rows.map((row) => row.requested_by)
    const former = new Set(await formerMakers(context, tx, makers, right))
    for (const row of rows) if (former.has(row.requested_by)) await lapse(context, handlers, tx, row, by)
  }
}

async function lapse(context: DecideContext, handlers: ProposalHandlers, tx: Tx, row: ProposalRow, by: Ender) {
  const lapsed = { id: row.id, status: 'lapsed', operatorId: by.operator.id, isWaived: false } as const
  if ((await updateDecided(tx, 'proposal', lapsed)) === 0) return
  await record(context, tx, row, by, 'lapsed')
  const handler: ProposalHandler<ProposalKind> = handlers[row.kind]
  await handler.undo?.(tx, row.payload, by)
}

async function findDecidable(handlers: ProposalHandlers, tx: Tx, { proposalId, operator }: DecideCommand) {
  const row = await requireRow(findProposal(tx, proposalId))
  const handler: ProposalHandler<ProposalKind> = handlers[row.kind]
  if (!operator.rights.includes(rightOf(row.kind))) throw new AppError(commonErrors.noRight)
  return { row, handler }
}

async function decide(
  context: DecideContext,
  tx: Tx,
  { proposalId: id, ...by }: DecideCommand,
  status: 'approved' | 'rejected',
): Promise<void> {
  const row = await decideRequest(context, tx, by, {
    table: 'proposal',
    id,
    status,
    find: async () => {
      const found = await requireRow(findProposal(tx, id))
      if (found.status === 'lapsed') throw new AppError(approvalErrors.lapsed)
      return found
    },
    about: (found) => ({
      makerId: found.requested_by,
      decidedBy: found.decided_by_name,
      clientId: found.client_id,
      summary: found.summary,
      error: approvalErrors.ownRequest,
    }),
  })
  await record(context, tx, row, by, status)
}

const actions = { approved: 'approval.approve', rejected: 'approval.reject', lapsed: 'approval.lapse' } as const

async function record(
  context: DecideContext,
  tx: Tx,
  { id, kind, summary, client_id: clientId, requested_by: makerId }: ProposalRow,
  { operator, ip }: Ender,
  status: keyof typeof actions,
): Promise<void> {
  await context.audit(tx, {
    by: { operator, ip },
    action: actions[status],
    subjectId: clientId ?? makerId,
    before: { status: 'pending' },
    after: { proposalId: id, title: titleOf(kind), summary, status },
  })
  await endClaim(tx, queueOf(kind), id)
  await notify(context, tx, id)
}

/** Shown to those who may decide it and to its maker. Audited if it shows what is stored encrypted, such as a PAN. */
export async function getProposal(
  context: DecideContext,
  tx: Tx,
  handlers: ProposalHandlers,
  { operator, ip }: Decider,
  id: string,
) {
  const row = await requireRow(findProposal(tx, id))
  if (row.requested_by !== operator.id && !operator.rights.includes(rightOf(row.kind)))
    throw new AppError(commonErrors.noRight)
  const { fault: found, showsEncrypted, ...review } = await reviewFor(context, tx, handlers, row, { operator, ip })
  const { requested_by: makerId } = row
  const isDecider = row.status === 'pending' && makerId !== operator.id
  const waits = isDecider && (await approverFault(context, tx, { operator, makerId, right: rightOf(row.kind) }))
  const fault = waits ? new AppError(waits) : found
  if (showsEncrypted)
    await auditView(tx, {
      by: { operator, ip },
      action: 'approval.view',
      subjectId: row.client_id ?? row.requested_by,
      after: { proposalId: id, title: titleOf(row.kind) },
    })
  return {
    ...viewOf(row),
    ...review,
    ...(fault && { obstacle: fault.message }),
    ...(await claimOf(tx, queueOf(row.kind), id)),
  }
}

async function reviewFor(context: DecideContext, tx: Tx, handlers: ProposalHandlers, row: ProposalRow, by: Decider) {
  const { kind, payload, client_id: clientId, status } = row
  const handler: ProposalHandler<ProposalKind> = handlers[kind]
  const warnings = clientId === null ? [] : await warningsAbout(context, tx, { clientId }, by.operator.id)
  const isPending = status === 'pending'
  const describe = isPending ? () => handler.describe?.(tx, payload, by.operator) : undefined
  const attempt = isPending && triedQueues.has(queueOf(kind)) ? () => tryChange(tx, handler, row, by) : undefined
  // The warning says it in advance.
  const isOwn = warnings.some(({ code }) => code === 'ownAccount')
  const review = await reviewOf(tx, { kind, payload, warnings, describe, attempt })
  return { ...review, ...(isOwn && { fault: new AppError(commonErrors.ownAccount) }), warnings }
}

/** Whose requests are carried out and undone for a review, so that it says what prevents them. */
const triedQueues: ReadonlySet<QueueKind> = new Set(['change', 'kyc'])

/** Throws what prevents a change of the set-up or of a client's details now, as at its request (`tryOrPropose`): it is made and undone. */
const tryChange = (tx: Tx, handler: ProposalHandler<ProposalKind>, row: ProposalRow, { operator, ip }: Decider) =>
  undone(tx, async () => {
    // The change no longer waits when it is made.
    await updateDecided(tx, 'proposal', { id: row.id, status: 'approved', operatorId: operator.id, isWaived: true })
    await handler.carryOut(tx, row.payload, { operator, requestedBy: row.requested_by, ip })
  })
