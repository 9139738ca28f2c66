import * as z from 'zod/mini'
import { caseReads } from './notice.ts'
import { call } from '../platform/call.ts'
import { alreadyDecided, commonErrors, conflict, invalid } from '../platform/error.ts'
import { id, line, messageReply, moment } from '../platform/field.ts'
import { asSentences } from '../platform/sentence.ts'
import { fileErrors } from './sent-file.ts'
import { ledgerErrors } from './ledger.ts'
import { proposalKindNames } from './proposal.ts'
import { proposalReview, reviewErrors } from './proposal-review.ts'
import { caseWarnings, claimFields, decisionFields } from './queue.ts'
import { idempotencyErrors } from './idempotency.ts'

/** approval: what one operator may do alone, and the changes that await a second one (settled, section 11). */

export const approvalModes = ['policy', 'single'] as const

export const approvalRules = {
  /** Waiting periods apply, and administration is separated from money, from this many administrators on. */
  administrators: 2,
  /** How long a waiver of the waiting periods lasts, and how long the desk shows it. */
  breakGlassHours: 1,
  breakGlassShownDays: 7,
} as const

export const proposalStatus = z.enum(['pending', 'approved', 'rejected', 'lapsed'])

export const proposalTransitions = {
  /** lapsed: its maker was disabled or lost the right to request it. */
  pending: ['approved', 'rejected', 'lapsed'],
  approved: [],
  rejected: [],
  lapsed: [],
} as const satisfies Record<z.infer<typeof proposalStatus>, readonly z.infer<typeof proposalStatus>[]>

export const proposalView = z.object({
  _id: id,
  kind: z.enum(proposalKindNames),
  /** The effect of an approval, in one sentence. */
  summary: z.string(),
  /** Why one operator is not enough. */
  reasons: z.array(z.string()),
  status: proposalStatus,
  /** For the sign-off of a day: `version` is that of the figures the first operator saw. */
  bankDay: z.optional(z.object({ bankAccountId: id, day: z.iso.date(), version: z.string() })),
  clientId: z.optional(id),
  clientName: z.optional(z.string()),
  saudaId: z.optional(z.string()),
  requestedBy: z.string(),
  requestedById: id,
  createdAt: moment,
  ...decisionFields,
  decidedAt: z.optional(moment),
})
export type Proposal = z.infer<typeof proposalView>

/** The refusal to use what a pending request would use. `approvers`: the names of the operators who may decide it. */
export function reservedBy(waiting: { summary: string; by: string; approvers: readonly string[] }) {
  const { summary, by, approvers } = waiting
  const who = approvers.length === 0 ? 'No operator may decide it at present' : `${approvers.join(', ')} may decide it`
  return conflict(
    `${by} requested “${summary}”, which would use this and waits for a second operator. ${who}; until then nothing else can use it.`,
  )
}
/** For the documentation of a call. */
export const reserved = reservedBy({ summary: 'Match ₹500.00 with ADD100001', by: 'Kiran', approvers: ['Deepa'] })
/** A file that waits for a second operator, in the list of its files. */
export const waitingFile = z.pick(proposalView, { _id: true, summary: true, requestedBy: true, createdAt: true })
export type WaitingFile = z.infer<typeof waitingFile>

/** Why a change of the broker's own set-up waits. */
export const secondAdministrator = 'A second administrator must approve this change'

export const approvalErrors = {
  fileWaiting: fileErrors.waiting,
  ownRequest: ledgerErrors.ownRequest,
  lapsed: conflict(
    'This request lapsed, because the operator who made it no longer has the right to. Make the request again.',
  ),
  makerGone: ledgerErrors.makerGone,
  outdated: conflict('This request no longer fits the rules. Reject it; it can be made again.'),
  noVersion: invalid('Open the request before you approve it'),
} as const

type Others = { readonly now: readonly string[]; readonly next?: { readonly name: string; readonly from: string } }

/** Who could approve instead: names of operators, and otherwise who is the next one and from when. */
export function whoCanApprove({ now, next }: Others): string {
  const [first, second, ...more] = now
  if (first !== undefined) {
    const names = more.length > 1 ? [first, second, `${more.length} others`] : now
    return `${names.slice(0, -1).join(', ')}${names.length > 1 ? ' and ' : ''}${names.at(-1)} can approve this now.`
  }
  return next === undefined
    ? 'No other operator has the right to; an administrator can add one.'
    : `No operator can approve this now; ${next.name} can from ${next.from}.`
}

/** `until` is a date with time in India, `who` from `whoCanApprove`, or empty. */
export const newOperator = (until: string, who: string) =>
  conflict(`Your login or your role is new: you can approve from ${until}. ${who}`.trim())
export const addedByEachOther = (name: string, until: string, who: string) =>
  conflict(
    `You and ${name} cannot approve each other's requests before ${until}, because one of you added or reset the other. ${who}`.trim(),
  )
/** Why the same operator does not pay alone. */
export const creditedReason = 'You requested or approved a deposit or credit of this client in the last 24 hours'
/** `clients`: those of a batch, such as `Asha Rao and 3 others`. */
export const creditedInBatch = (clients: string) =>
  conflict(
    `You approved a deposit of ${clients} in the last 24 hours. An operator who did not must give the last approval.`,
  )

/** For a list, in which nobody sees what was approved. */
export const firstApprovalBy = (operatorName: string): string =>
  `${operatorName} gave the first approval. Open the request to give the second`

/** Why an exact match is not approved together with others. */
export const notAlone = (reasons: readonly string[]) => conflict(asSentences(reasons))

export const approvalCalls = {
  state: call('GET /desk/approvals', 'operator', {
    does: 'How approvals work at the moment: the mode, whether a second administrator is still missing, and the waivers of the last seven days.',
    reads: ['operator', 'proposal'],
    reply: z.object({
      mode: z.enum(approvalModes),
      /** There is only one administrator, so waiting periods do not apply yet. */
      setUpPhase: z.boolean(),
      /** End of the caller's waiting period for a new login or role, if it is not over or waived. */
      waitingUntil: z.optional(moment),
      breakGlass: z.array(z.object({ operator: z.string(), reason: z.string(), at: moment })),
      /** Missing parts of a live installation: backups, metrics. */
      unwatched: z.optional(z.array(z.string())),
    }),
  }),
  breakGlass: call('POST /desk/approvals/break-glass', 'operator', {
    does: 'Waives the caller’s waiting periods for one hour. All administrators are mailed; the second operator stays necessary.',
    body: z.object({ reason: line('Please give the reason', 300) }),
    reply: messageReply,
    errors: [idempotencyErrors.keyReused],
  }),
  proposal: call('GET /desk/proposals/:proposalId', 'operator', {
    does: 'One proposal with everything its approval would do: each field before and after, what it does to money, the evidence, and what to check about its client. `version` changes with them.',
    reads: [...caseReads('proposalId'), 'proposal'],
    reply: z.extend(proposalView, { ...proposalReview, warnings: caseWarnings, ...claimFields }),
    errors: [commonErrors.noRight],
  }),
  approve: call('POST /desk/proposals/:proposalId/approve', 'operator', {
    does: 'Carries out the proposal. Not by the operator who made it. `version` is that of the review the operator saw; with another one nothing happens.',
    body: z.object({ version: z.string({ error: approvalErrors.noVersion.message }) }),
    reply: proposalView,
    errors: [
      commonErrors.noRight,
      approvalErrors.ownRequest,
      reviewErrors.changed,
      alreadyDecided('another operator'),
      newOperator('22 Nov 2026, 6:30 pm', whoCanApprove({ now: ['Asha'] })),
      addedByEachOther('Asha', '22 Nov 2026, 6:30 pm', whoCanApprove({ now: [] })),
    ],
  }),
  reject: call('POST /desk/proposals/:proposalId/reject', 'operator', {
    does: 'Rejects the proposal; its maker cancels it this way. Nothing happens.',
    reply: proposalView,
    errors: [commonErrors.noRight, alreadyDecided('another operator')],
  }),
}
