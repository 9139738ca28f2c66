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
import { isSingle, unlessWaived, type WaiveContext } from './waive.ts'
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

type Requested<K extends ProposalKind, Given> = {
  readonly kind: K
  readonly payload: Listed<K, Given>
  readonly operator: { readonly id: string; readonly name: string }
  readonly ip: string
}
type Input = Omit<NewProposal, 'id' | 'operatorId'> & Pick<Requested<ProposalKind, unknown>, 'operator' | 'ip'>

/** Records the proposal. Nothing else happens until another operator approves it. */
async function propose(context: ApprovalContext, tx: Tx, { operator, ip, ...input }: Input): Promise<Proposal> {
  const id = newId()
  const { kind, clientId, summary, reasons } = input
  const uses = [...new Set([...usesOf(kind, input.payload), ...input.uses])]
  await lockUses(tx, uses)
  await requireUnreserved(context, tx, { uses })
  await insertProposal(tx, { ...input, uses, payload: storedFields(kind, input.payload), id, operatorId: operator.id })
  await context.audit(tx, {
    by: { operator, ip },
    action: 'approval.propose',
    subjectId: clientId ?? operator.id,
    after: { proposalId: id, title: titleOf(kind), summary, reasons, status: 'pending' },
  })
  await notify(context, tx, id)
  return viewOf(await requireRow(findProposal(tx, id)))
}

type Needed = Pick<NewProposal, 'clientId' | 'summary' | 'reasons'> & { readonly uses?: readonly Use[] }

/** Thrown by a command, before or after its writes, that needs a second operator. */
export class SecondOperatorNeeded extends Error {
  override name = 'SecondOperatorNeeded'
  readonly clientId: string | null
  readonly summary: string
  readonly reasons: readonly string[]
  /** Beyond what the fields of the proposal name. */
  readonly uses: readonly Use[]

  constructor(needed: Needed) {
    super(needed.summary)
    this.uses = needed.uses ?? []
    this.clientId = needed.clientId
    this.summary = needed.summary
    this.reasons = needed.reasons
  }
}

/** Throws unless there are no reasons or they are waived; not called when an approved proposal is carried out. */
export async function requireSecondOperator(
  context: WaiveContext,
  tx: Tx,
  by: { readonly operator: { readonly id: string; readonly name: string }; readonly ip?: string },
  needed: Needed,
): Promise<void> {
  const reasons = await unlessWaived(context, tx, by, needed)
  if (reasons.length > 0) throw new SecondOperatorNeeded({ ...needed, reasons })
}

/** Runs a command; one that needs a second operator is undone and recorded as a proposal, which is returned. */
export async function runOrPropose<K extends ProposalKind, Given extends Payload<K>, Result>(
  context: ApprovalContext,
  tx: Tx,
  proposal: Requested<K, Given>,
  command: () => Promise<Result>,
): Promise<{ done: Result } | { proposal: Proposal }> {
  await tx.run('savepoint command')
  try {
    return { done: await command() }
  } catch (error) {
    if (!(error instanceof SecondOperatorNeeded)) throw error
    await tx.run('rollback to savepoint command')
    const { clientId, summary, reasons, uses } = error
    return { proposal: await propose(context, tx, { ...proposal, clientId, summary, reasons, uses }) }
  }
}

type Change<K extends ProposalKind, Given> = Requested<K, Given> & {
  readonly summary: string
  readonly clientId?: string
}

/** Runs a command that one operator never carries out alone. */
export const proposeUnlessWaived = <K extends ProposalKind, Given extends Payload<K>, Result>(
  context: ApprovalContext,
  tx: Tx,
  {
    summary,
    reasons,
    uses = [],
    ...proposal
  }: Change<K, Given> & { readonly reasons: readonly string[]; readonly uses?: readonly Use[] },
  command: () => Promise<Result>,
) =>
  runOrPropose(context, tx, proposal, async () => {
    const needed = { clientId: proposal.clientId ?? null, summary, reasons, uses }
    await requireSecondOperator(context, tx, proposal, needed)
    return command()
  })

/**
 * Runs a change of the broker's own set-up, and mails it to all administrators; from the second administrator on it
 * becomes a proposal that one of them must approve.
 */
export function changeOrPropose<K extends ProposalKind, Given extends Payload<K>, Result>(
  context: ApprovalContext,
  tx: Tx,
  { summary, clientId, ...change }: Change<K, Given>,
  command: () => Promise<Result>,
) {
  return runOrPropose(context, tx, change, async () => {
    const reasons = await changeReasons(tx)
    if (reasons.length === 0)
      await announceChange(context, tx, summary, [
        `${change.operator.name} made this change. There was only one administrator, so it did not need a second one.`,
      ])
    const done = await command()
    await requireSecondOperator(context, tx, change, { clientId: clientId ?? null, summary, reasons })
    return done
  })
}

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
