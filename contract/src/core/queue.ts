import * as z from 'zod/mini'
import { queueReads } from './notice.ts'
import { call, type Right } from '../platform/call.ts'
import { forClients } from '../platform/client-text.ts'
import { commonErrors, conflict, invalid } from '../platform/error.ts'
import { id, keysOf, line, messageReply, moment, optionalText, rupeesOut } from '../platform/field.ts'

/** queue: everything that awaits an operator, and who is working on it. */

export const queueRights = {
  kyc: 'kyc.review',
  deposit: 'wallet.approve',
  withdrawal: 'wallet.pay',
  loan: 'loan.offer',
  charge: 'charge.approve',
  trade: 'trade.book',
  exchange: 'exchange.import',
  price: 'price.import',
  settlement: 'settlement.manage',
  reversal: 'trade.book',
  adjustment: 'ledger.adjust',
  setting: 'kyc.review',
  change: 'operator.manage',
} as const satisfies Record<string, Right>
export type QueueKind = keyof typeof queueRights
export const queueKinds = keysOf(queueRights)

/** Plural names, for headings. */
export const queueNames: Record<QueueKind, string> = {
  kyc: 'KYC',
  deposit: 'Deposits',
  withdrawal: 'Withdrawals',
  loan: 'Loans',
  charge: 'Charges',
  trade: 'Trades',
  exchange: 'Exchange files',
  price: 'Closing prices',
  settlement: 'Settlements',
  reversal: 'Reversals',
  adjustment: 'Adjustments',
  setting: 'Client requests',
  change: 'Changes',
}
const unknownKind = { error: `Choose one of ${queueKinds.join(', ')}` }
const queueKind = z.enum(queueKinds, unknownKind)

/** The kinds of cases that clients begin themselves. */
const clientKinds: readonly QueueKind[] = ['kyc', 'deposit', 'withdrawal', 'loan', 'charge', 'setting']

/** Whether a client may get a message about the case; a type such as `receipt.credit` is an operator’s proposal. */
export const isClientRequest = ({ kind, type }: { kind: QueueKind; type?: string | null | undefined }): boolean =>
  clientKinds.includes(kind) && !type?.includes('.')

export const queueRules = {
  /** A claim that is not renewed for this long ends, and another operator may claim the case. */
  claimMinutes: 15,
  /** Items of one kind in a list, oldest first; `counts` has the total. */
  itemsPerKind: 500,
  /** From the start of a case to its decision; `TARGET_HOURS` changes them. */
  targetHours: {
    kyc: 24,
    deposit: 4,
    withdrawal: 24,
    loan: 48,
    charge: 24,
    trade: 1,
    exchange: 4,
    price: 4,
    settlement: 4,
    reversal: 4,
    adjustment: 24,
    setting: 48,
    change: 24,
  } satisfies Record<QueueKind, number>,
  holdDays: 90,
  reasonLength: 200,
  messageLength: 1000,
} as const

/** `assigned`: the claim does not expire. */
export const claimFields = {
  takenBy: z.optional(z.string()),
  takenById: z.optional(id),
  assigned: z.optional(z.literal(true)),
}

/**
 * Until when the broker aims to decide a client's pending request (`TARGET_HOURS`); absent while it is on hold. `notBefore`: the rules of the
 * desk allow no payment before that.
 */
export const targetField = { targetAt: z.optional(moment), notBefore: z.optional(moment) }

/** `usual`: seconds, the median of recent requests, if there are enough; `targetHours`: `TARGET_HOURS` of the kind. */
export const processingTime = z.object({ usual: z.optional(z.number()), targetHours: z.number() })
export type ProcessingTime = z.infer<typeof processingTime>

/** The operator who decided it: the name to show, the id to compare, because two operators may have the same name. */
export const decisionFields = { decidedBy: z.optional(z.string()), decidedById: z.optional(id) }

/** The subject of a warning. */
const warningCode = z.enum([
  'ownAccount',
  'hold',
  'contradiction',
  'pinned',
  'frozen',
  'usedUtr',
  'detailsChanged',
  'samePan',
  'sameAccount',
  'otherHolder',
  'otherPayer',
  'credited',
  'quickWithdrawal',
  'recentDetails',
  'closes',
  'sameAmount',
  'sameDevice',
  'price',
  'tradePrice',
])

const caseWarning = z.object({
  code: warningCode,
  severity: z.enum(['high', 'medium', 'low']),
  /** While active, nothing is paid to the client, or not by this operator: singly, in a batch, at its release or by a settlement. */
  blocks: z.boolean(),
  sentence: z.string(),
  /** The page of the desk it is about. */
  link: z.optional(z.string()),
})
export type CaseWarning = z.infer<typeof caseWarning>

/** Warnings about a client or request before a decision, most serious first; the same on every page. */
export const caseWarnings = z.array(caseWarning)

/** Why nothing is paid now; `sentence` is of the warning. */
export const paymentBlocked = (sentence: string) => conflict(`Nothing was paid. ${sentence}.`)

/** The state of a payment by the imported statements. */
export const bankFindings = {
  found: 'Found in bank',
  differs: 'Amount differs',
  notYet: 'Not in bank yet',
} as const
const bankFinding = z.enum(keysOf(bankFindings))
export type BankFinding = keyof typeof bankFindings

/** exact: the same amount and a reference that no other line or request has. */
export const bankConfidence = z.enum(['exact', 'likely', 'unsure'])
export type BankConfidence = z.infer<typeof bankConfidence>

export const confidenceLabels = {
  exact: 'Reference and amount match',
  likely: 'Amount matches',
  unsure: 'Possible matches',
} as const satisfies Record<BankConfidence, string>

/** Why a bank line matches no pending payment. */
export const exceptionKind = z.enum(['unasked', 'unexplained', 'amount', 'duplicate', 'reversed', 'missing'])
export type ExceptionKind = z.infer<typeof exceptionKind>

export const exceptionLabels = {
  unasked: 'Unidentified credit',
  unexplained: 'Unidentified debit',
  amount: 'Amount differs',
  duplicate: 'Duplicate',
  reversed: 'Returned',
  missing: 'Not in the statement',
} as const satisfies Record<ExceptionKind, string>

const queueItem = z.object({
  kind: queueKind,
  id: z.string(),
  /** Absent for a change of the broker's own set-up. */
  clientId: z.optional(id),
  clientName: z.optional(z.string()),
  saudaId: z.optional(z.string()),
  /** For a proposal without a client: what happens if it is approved. */
  summary: z.optional(z.string()),
  /** `ADD100001`, `WDR100002`, `CHG100003`. */
  name: z.optional(z.string()),
  /** The UTR or transaction ID the client gave. */
  reference: z.optional(z.string()),
  /** For a deposit; `amount` is that of the bank, where it differs. */
  bank: z.optional(
    z.object({ finding: bankFinding, confidence: z.optional(bankConfidence), amount: z.optional(rupeesOut) }),
  ),
  /** Rupees, for requests about money. */
  amount: z.optional(z.number()),
  since: moment,
  /** The target for its decision. */
  dueAt: moment,
  /** The kind of a setting request (segment, nominee, settlement), adjustment (credit, debit, cashback) or proposal. */
  type: z.optional(z.string()),
  /** Gave the first of two approvals, or made the request: another operator must approve it. */
  firstApproval: z.optional(z.string()),
  firstApprovalById: z.optional(id),
  /** The client is the operator or has their PAN or bank account, so another one must decide. */
  ownAccount: z.optional(z.literal(true)),
  /** Until the reminder it waits for something; afterwards it is pending again. */
  hold: z.optional(z.object({ by: z.string(), reason: z.string(), remindAt: moment, message: z.optional(z.string()) })),
  ...claimFields,
})
export type QueueItem = z.infer<typeof queueItem>

/** `now` in milliseconds, here and below. */
export const isOnHold = ({ hold }: Pick<QueueItem, 'hold'>, now: number): boolean =>
  hold !== undefined && Date.parse(hold.remindAt) > now

/** The report of decision times counts by the same rule (`report.sql.ts`). */
export const isOverdue = ({ dueAt }: Pick<QueueItem, 'dueAt'>, now: number): boolean => Date.parse(dueAt) <= now

export const queueErrors = {
  claimed: conflict('Another operator is working on this case'),
  reminderPassed: invalid('Choose a reminder in the future'),
  reminderFar: invalid(`Choose a reminder within ${queueRules.holdDays} days`),
  noAddressee: invalid(
    'This case is not a request of a client, so no message can be sent. The case was not put on hold.',
  ),
  notAssignable: invalid('Choose an active operator who may decide this case'),
} as const

export const claimedBy = (operatorName: string) => ({
  status: queueErrors.claimed.status,
  message: `${operatorName} is working on this case`,
})

export const queueCalls = {
  list: call('GET /desk/queue', 'operator', {
    does: 'Everything the operator may decide, oldest first; `counts` has the full number of each kind that is not on hold, even if the list is truncated.',
    reads: queueReads,
    /** `?kind=` asks for all kinds. */
    query: z.object({ kind: z.optional(z.enum(['', ...queueKinds], unknownKind)) }),
    reply: z.object({ items: z.array(queueItem), counts: z.partialRecord(queueKind, z.number()) }),
  }),
  claim: call('POST /desk/queue/take', 'operator', {
    does: 'Claims an item for this operator or renews the claim; `release` ends it, unless the item is assigned to them.',
    body: z.object({ kind: queueKind, id, release: z.optional(z.boolean()) }),
    reply: messageReply,
    errors: [commonErrors.notFound, queueErrors.claimed],
  }),
  hold: call('POST /desk/queue/hold', 'operator', {
    does: 'Puts a case on hold with a reason until a reminder, and mails the client the message if there is one. A decision ends it.',
    body: z.object({
      kind: queueKind,
      id,
      reason: line('Enter what the case is waiting for', queueRules.reasonLength),
      remindAt: z.iso.datetime({ error: 'Choose when the case returns to the queue' }),
      message: z.optional(forClients(optionalText(queueRules.messageLength))),
    }),
    reply: messageReply,
    errors: [commonErrors.notFound, queueErrors.reminderPassed, queueErrors.reminderFar, queueErrors.noAddressee],
  }),
  resume: call('POST /desk/queue/resume', 'operator', {
    does: 'Ends the hold of a case.',
    body: z.object({ kind: queueKind, id }),
    reply: messageReply,
    errors: [commonErrors.notFound],
  }),
  assign: call('POST /desk/queue/assign', 'operator', {
    does: 'Assigns a case to an operator who may decide it, without `operatorId` to nobody. Others may still decide it.',
    body: z.object({ kind: queueKind, id, operatorId: z.optional(id) }),
    reply: messageReply,
    errors: [commonErrors.notFound, queueErrors.notAssignable],
  }),
  colleagues: call('GET /desk/queue/colleagues', 'operator', {
    does: 'The active operators who may decide cases of a kind; with `makerId`, those whose second approval counts for what that operator requested or approved first.',
    reads: queueReads,
    query: z.object({ kind: queueKind, makerId: z.optional(id) }),
    reply: z.object({ operators: z.array(z.object({ _id: id, name: z.string() })) }),
    errors: [commonErrors.notFound],
  }),
}
