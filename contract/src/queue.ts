import * as z from 'zod/mini'
import { call, type Right } from './call.ts'
import { commonErrors } from './error.ts'
import { id, moment, messageReply } from './field.ts'

/** queue: everything that awaits an operator, and who is working on it. */

export const queueRights = {
  kyc: 'kyc.review',
  deposit: 'wallet.approve',
  withdrawal: 'wallet.pay',
  loan: 'loan.offer',
  charge: 'charge.approve',
  trade: 'trade.book',
  reversal: 'trade.book',
  adjustment: 'ledger.adjust',
  setting: 'kyc.review',
  change: 'operator.manage',
} as const satisfies Record<string, Right>
export type QueueKind = keyof typeof queueRights
export const queueKinds = Object.keys(queueRights) as [QueueKind, ...QueueKind[]]
const queueKind = z.enum(queueKinds, { error: `Choose one of ${queueKinds.join(', ')}` })

export const queueRules = {
  /** A claim that is not renewed for this long ends, and another operator may claim the case. */
  claimMinutes: 15,
  /** Items of one kind in a list, oldest first; `counts` has the total. */
  itemsPerKind: 500,
} as const

export const claimFields = { takenBy: z.optional(z.string()), takenById: z.optional(id) }

/** The operator who decided it: the name to show, the id to compare, because two operators may have the same name. */
export const decisionFields = { decidedBy: z.optional(z.string()), decidedById: z.optional(id) }

/** What to check before a decision, most serious first; with the request or client it is about. */
export const caseWarnings = z.array(
  z.object({
    severity: z.enum(['high', 'medium', 'low']),
    sentence: z.string(),
    transactionId: z.optional(id),
    clientId: z.optional(id),
  }),
)
export type CaseWarning = z.infer<typeof caseWarnings>[number]

const queueItem = z.object({
  kind: queueKind,
  id: z.string(),
  /** Absent for a change of the broker's own set-up. */
  clientId: z.optional(id),
  clientName: z.optional(z.string()),
  /** Rupees, for requests about money. */
  amount: z.optional(z.number()),
  since: moment,
  /** The kind of a setting request (segment, nominee, settlement), adjustment (credit, debit, cashback) or proposal. */
  type: z.optional(z.string()),
  /** Gave the first of two approvals, or made the request: another operator must approve it. */
  firstApproval: z.optional(z.string()),
  firstApprovalById: z.optional(id),
  ...claimFields,
})
export type QueueItem = z.infer<typeof queueItem>

export const queueErrors = { claimed: { status: 409, message: 'Another operator is working on this case' } } as const

export const claimedBy = (operatorName: string) => ({
  status: queueErrors.claimed.status,
  message: `${operatorName} is working on this case`,
})

export const queueCalls = {
  list: call('GET /desk/queue', 'operator', {
    does: 'Everything the operator may decide, oldest first; `counts` has the full number of each kind, even if the list is truncated.',
    query: z.object({ kind: z.optional(queueKind) }),
    reply: z.object({ items: z.array(queueItem), counts: z.partialRecord(queueKind, z.number()) }),
  }),
  claim: call('POST /desk/queue/take', 'operator', {
    does: 'Claims an item for this operator or renews the claim; `release` ends it.',
    body: z.object({ kind: queueKind, id, release: z.optional(z.boolean()) }),
    reply: messageReply,
    errors: [commonErrors.notFound, queueErrors.claimed],
  }),
}
