import { type Proposal, secondAdministrator } from '@sauda/contract/core/approval'
import {
  type Listed,
  type Payload,
  type ProposalKind,
  storedFields,
  titleOf,
  type Use,
  usesOf,
} from '@sauda/contract/core/proposal'
import { withFullStop } from '@sauda/contract/platform/sentence'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import type { CurrentOperator } from '../../platform/mount.ts'
import { decisionOf } from '../queue/claim.ts'
import { changeReasons, mailAdministrators, type ApprovalContext } from './approval.policy.ts'
import { requireUnreserved } from './reservation.ts'
import type { Described } from './review.ts'
import { isSingle, unlessWaived } from './waive.ts'
import {
  findPendingAbout,
  findProposal,
  insertProposal,
  lockUses,
  type NewProposal,
  type ProposalRow,
  selectPending,
  sqlPending,
} from './proposal.sql.ts'

export { findPendingAbout, sqlPending }

/** The operator who ends a proposal without carrying it out. */
export type Ender = { readonly operator: Pick<CurrentOperator, 'id' | 'name'>; readonly ip: string }
export type Decider = { readonly operator: CurrentOperator; readonly ip: string }
/** Who carries a command out; `requestedBy` is another operator if it was proposed. */
export type Executor = Decider & { readonly requestedBy: string }

/** A feature's handling of an approved proposal of one kind; its right, queue, title and fields are in the contract. */
export type ProposalHandler<K extends ProposalKind> = {
  /** Carries it out; what came from a call's body is checked against the contract again. */
  carryOut(tx: Tx, payload: Payload<K>, by: Executor): Promise<unknown>
  /** Undoes the proposal's own changes on a rejection or lapse, if there are any. */
  undo?(tx: Tx, payload: Payload<K>, by: Ender): Promise<unknown>
  /** Facts for the deciding operator besides the fields; throws an AppError if it cannot be carried out now. */
  describe?(tx: Tx, payload: Payload<K>, operator: CurrentOperator): Promise<Described<K>>
  /** Called once the transaction in which it was carried out is committed. */
  committed?(): Promise<unknown>
}
export type ProposalHandlers<Kinds extends ProposalKind = ProposalKind> = {
  readonly [K in Kinds]: ProposalHandler<K>
}

export type Requested<K extends ProposalKind, Given> = {
  readonly kind: K
  readonly payload: Listed<K, Given>
  readonly operator: { readonly id: string; readonly name: string }
  readonly ip: string
}
type Input = Omit<NewProposal, 'id' | 'operatorId' | 'clientId'> &
  Pick<Decision, 'clientId'> &
  Pick<Requested<ProposalKind, unknown>, 'operator' | 'ip'>

/** Records the proposal. Nothing else happens until another operator approves it. */
async function propose(context: ApprovalContext, tx: Tx, { operator, ip, ...input }: Input): Promise<Proposal> {
  const id = newId()
  const { kind, clientId = null, summary, reasons } = input
  const uses = [...new Set([...usesOf(kind, input.payload), ...input.uses])]
  await lockUses(tx, uses)
  await requireUnreserved(context, tx, { uses })
  await insertProposal(tx, {
    ...input,
    clientId,
    uses,
    payload: storedFields(kind, input.payload),
    id,
    operatorId: operator.id,
  })
  await context.audit(tx, {
    by: { operator, ip },
    action: 'approval.propose',
    subjectId: clientId ?? operator.id,
    after: { proposalId: id, title: titleOf(kind), summary, reasons, status: 'pending' },
  })
  await notify(context, tx, id)
  return viewOf(await requireRow(findProposal(tx, id)))
}

/** What a second operator decides: in one line, about which client, and why one operator is not enough; no reasons if one is. */
export type Decision = Pick<NewProposal, 'summary' | 'reasons'> & {
  readonly clientId?: string | null | undefined
  /** What it would use beyond what the fields of the proposal name. */
  readonly uses?: readonly Use[]
}
type Outcome<Result> = { readonly done: Result } | { readonly proposal: Proposal }

type Change<K extends ProposalKind, Given> = Requested<K, Given> & {
  readonly summary: string
  readonly clientId?: string | null | undefined
}

/** Carries a command out, or proposes it where there are reasons for a second operator that are not waived. */
export async function proposeUnlessWaived<K extends ProposalKind, Given extends Payload<K>, Result>(
  context: ApprovalContext,
  tx: Tx,
  { summary, clientId, reasons: found, uses = [], ...request }: Change<K, Given> & Pick<Decision, 'reasons' | 'uses'>,
  command: () => Promise<Result>,
): Promise<Outcome<Result>> {
  const reasons = await unlessWaived(context, tx, request, { clientId, summary, reasons: found })
  if (reasons.length === 0) return { done: await command() }
  return { proposal: await propose(context, tx, { ...request, clientId, summary, reasons, uses }) }
}

/**
 * Carries out a command that can be judged only by what it did: where it needs a second operator, it is undone and recorded as a
 * proposal. What would prevent it later prevents the request too.
 */
export async function tryOrPropose<K extends ProposalKind, Given extends Payload<K>, Result>(
  context: ApprovalContext,
  tx: Tx,
  request: Requested<K, Given>,
  command: () => Promise<Decision & { readonly result: Result }>,
): Promise<Outcome<Result>> {
  await tx.run('savepoint command')
  const { result, uses = [], ...decision } = await command()
  const reasons = await unlessWaived(context, tx, request, decision)
  if (reasons.length === 0) return { done: result }
  await tx.run('rollback to savepoint command')
  return { proposal: await propose(context, tx, { ...request, ...decision, reasons, uses }) }
}

/**
 * Runs a change of the broker's own set-up, and mails it to all administrators; from the second administrator on it
 * becomes a proposal that one of them must approve.
 */
export const changeOrPropose = <K extends ProposalKind, Given extends Payload<K>, Result>(
  context: ApprovalContext,
  tx: Tx,
  { summary, clientId, ...change }: Change<K, Given>,
  command: () => Promise<Result>,
) =>
  tryOrPropose(context, tx, change, async () => {
    const reasons = await changeReasons(tx)
    if (reasons.length === 0)
      await announceChange(context, tx, summary, [
        `${change.operator.name} made this change. There was only one administrator, so it did not need a second one.`,
      ])
    return { clientId, summary, reasons, result: await command() }
  })

/** The contract's `secondFields` of a call that became a proposal. */
export const waiting = ({ reasons }: Pick<Proposal, 'reasons'>) => ({
  waitsForSecond: true as const,
  secondReasons: reasons,
})

/** The same for a command that may have been carried out at once. */
export const secondOf = (result: { done: unknown } | { proposal: Proposal }) =>
  'proposal' in result ? waiting(result.proposal) : {}

/** The reply to a change of the set-up: `made`, or that a second administrator must approve it. */
export const changeReply = (result: { done: unknown } | { proposal: Proposal }, made: string) => ({
  message: 'done' in result ? made : secondAdministrator,
  ...secondOf(result),
})

/** Without the details, which follow a colon. */
const subjectOf = (summary: string): string => summary.split(': ', 1)[0] ?? summary

/** Mails every administrator, under the approval policy. */
export async function announceChange(context: ApprovalContext, tx: Tx, summary: string, paragraphs: readonly string[]) {
  if (!isSingle(context))
    await mailAdministrators(context, tx, subjectOf(summary), [
      withFullStop(summary),
      ...paragraphs,
      'If this looks wrong, disable the operators involved and check the audit trail.',
    ])
}

/** Pending proposals of these kinds, oldest first. */
export const pendingProposals = async (sql: Sql, kinds: readonly ProposalKind[]): Promise<Proposal[]> =>
  (await selectPending(sql, kinds)).map(viewOf)

export async function notify({ notifyScreens }: ApprovalContext, tx: Tx, id: string): Promise<void> {
  await notifyScreens(tx, 'desk', 'queue')
  await notifyScreens(tx, 'desk', 'proposal', id)
}

export function viewOf(row: ProposalRow): Proposal {
  return {
    _id: row.id,
    kind: row.kind,
    summary: row.summary,
    reasons: row.reasons,
    status: row.status,
    ...(row.kind === 'bank-day.close' && { bankDay: row.payload as Payload<'bank-day.close'> }),
    ...(row.client_id !== null && {
      clientId: row.client_id,
      clientName: row.client_name ?? '',
      saudaId: row.sauda_id ?? '',
    }),
    requestedBy: row.requested_by_name,
    requestedById: row.requested_by,
    createdAt: row.created_at.toISOString(),
    ...decisionOf(row),
    ...(row.decided_at !== null && { decidedAt: row.decided_at.toISOString() }),
  }
}
