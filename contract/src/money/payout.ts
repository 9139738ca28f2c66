import * as z from 'zod/mini'
import { payoutReads } from '../core/notice.ts'
import { proposalStatus } from '../core/approval.ts'
import { bankReversal } from './bank-reversal.ts'
import { call } from '../platform/call.ts'
import { csvErrorList } from '../platform/csv.ts'
import { commonErrors, conflict, invalid } from '../platform/error.ts'
import { clientFields, id, line, moment, rupeesOut, secondFields, unusedColumns } from '../platform/field.ts'
import { paiseOf } from '../platform/money.ts'
import { bankLayout, payoutLayout } from './payout-layout.ts'
import { obstacles, releasers } from '../core/payer.ts'
import { caseWarnings } from '../core/queue.ts'
import { requestStatus } from './wallet.ts'

/** payout: pending withdrawals paid together by a file for the bank (settled, section 13). */

export const payoutRules = {
  withdrawals: 500,
  /** Batches in the list, newest first. */
  batches: 100,
  rtgsFrom: paiseOf(200_000),
} as const

const batchState = z.enum(['prepared', 'released', 'cancelled'])

const sum = z.object({ count: z.number(), amount: rupeesOut })

const batch = z.object({
  _id: id,
  /** `PAY100001`. */
  name: z.string(),
  bankId: id,
  bankName: z.string(),
  layoutName: z.string(),
  status: batchState,
  all: sum,
  paid: sum,
  failed: sum,
  /** Not answered by the bank; none in a cancelled batch. */
  open: sum,
  createdBy: z.string(),
  createdById: id,
  createdAt: moment,
  releasedBy: z.optional(z.string()),
  releasedAt: z.optional(moment),
  downloadedBy: z.optional(z.string()),
  downloadedAt: z.optional(moment),
  cancelReason: z.optional(z.string()),
  /** Requests that await a second operator. */
  proposalId: z.optional(id),
  proposalKind: z.optional(z.enum(['payout.release', 'payout.cancel', 'payout.fail'])),
  proposalStatus: z.optional(proposalStatus),
})
export type PayoutBatch = z.infer<typeof batch>

const withdrawal = z.object({
  /** Id of the withdrawal. */
  _id: id,
  /** `WDR100001`, the reference in the file. */
  transactionId: z.string(),
  ...clientFields,
  amount: rupeesOut,
  payeeName: z.string(),
  /** Masked. */
  accountNumber: z.string(),
  ifsc: z.string(),
  createdAt: moment,
})

const candidate = z.extend(withdrawal, {
  /** Why it cannot be paid in a batch yet. */
  missing: z.optional(z.string()),
  warnings: caseWarnings,
  obstacles,
})
export type PayoutCandidate = z.infer<typeof candidate>

const payout = z.extend(withdrawal, {
  status: z.enum([...requestStatus.options, 'removed']),
  bankReference: z.optional(z.string()),
  reason: z.optional(z.string()),
  /** It was returned after it was paid. */
  reversed: z.optional(bankReversal),
  decidedAt: z.optional(moment),
  /** While it is pending. */
  warnings: caseWarnings,
  obstacles,
})
export type Payout = z.infer<typeof payout>

export const batchReply = z.extend(batch, {
  payouts: z.array(payout),
  releasers,
  /** Before the release: that the bank account has too little money by the books. */
  tooLittle: z.optional(z.string()),
  /** Why you cannot approve the request that waits about it. */
  obstacle: z.optional(z.string()),
  ...secondFields,
})

/** One line of the bank’s answer. */
const answerLine = z.object({
  line: z.number(),
  transactionId: z.string(),
  amount: z.optional(rupeesOut),
  outcome: z.enum(['paid', 'failed', 'unchanged', 'problem']),
  /** The UTR, the bank’s reason, or what is wrong with the line. */
  detail: z.string(),
})
export type PayoutAnswer = z.infer<typeof answerLine>

const answers = z.object({
  fileName: z.string(),
  lines: z.array(answerLine),
  paid: sum,
  failed: sum,
  unanswered: sum,
  unused: unusedColumns,
  /** Rows that name no payment. */
  leftOut: z.number(),
})

export const payoutErrors = {
  noLayout: conflict('An administrator must choose the payout file layout of this bank account first'),
  noDebitAccount: conflict('Enter account number and IFSC of this bank account under Books first'),
  noCorporateCode: conflict('The payout file layout of this bank account needs the corporate code'),
  notReleased: conflict('The batch is not released. A second operator must release it first.'),
  isReleased: conflict('The batch is released. What the bank has not answered can only be cancelled.'),
  lastPayment: conflict('These are all payments of the batch. Reject its release instead.'),
  isCancelled: conflict('This batch was cancelled'),
  nothingOpen: conflict('The bank has answered every payment of this batch'),
  stopped: conflict(
    'Payouts and approvals of withdrawals are stopped. The reason is at the top of every page; an administrator can ask to resume them under Payouts.',
  ),
  notStopped: conflict('Payouts are not stopped'),
  stoppedAgain: conflict('Payouts were stopped again after this request. Read the reason first.'),
  proposed: conflict('A request about this batch is already awaiting a second operator'),
  unknownColumns: invalid(
    'The columns of this file could not be found. Check the answer columns in the payout file layout of this bank account.',
  ),
  noPayments: invalid('No line of this file names a withdrawal of this batch'),
} as const

/** `names`: such as `WDR100001`. */
export const ownFirstApproval = (names: readonly string[]) =>
  conflict(
    `You gave the first approval of ${new Intl.ListFormat('en-IN').format(names)} in this batch. Another operator must release it.`,
  )

const e = payoutErrors

export const cannotBatch = (name: string, why: string) => conflict(`${name}: ${why}`)

/** `why` blocks a payment of a released batch. */
export const cannotDownload = (name: string, why: string) =>
  conflict(`${name}: ${why}. Otherwise cancel this batch and pay the others in a new one.`)

export const batchFaults = {
  notPending: 'it is no longer pending',
  inBatch: 'it is already in a payout batch',
  firstApproval: 'it needs a first approval',
  name: 'the name of the account holder has no Latin letter or digit, so the bank’s file cannot carry it',
} as const

const chosen = z
  .array(id, { error: 'Choose at least one withdrawal' })
  .check(
    z.minLength(1, { error: 'Choose at least one withdrawal' }),
    z.maxLength(payoutRules.withdrawals, { error: `A batch has at most ${payoutRules.withdrawals} withdrawals` }),
  )

/** State of the switch that stops all payouts and approvals of withdrawals. */
const stopReply = z.object({
  stopped: z.optional(z.object({ at: moment, reason: z.string(), by: z.optional(z.string()) })),
  ...secondFields,
})
const stopBody = z.object({ reason: line('Please give a reason', 300) })

export const payoutCalls = {
  stopState: call('GET /desk/payout-stop', 'operator', {
    does: 'Whether all payouts and approvals of withdrawals are stopped, since when, why and by whom.',
    reads: payoutReads,
    reply: stopReply,
  }),
  stop: call('POST /desk/payout-stop', 'operator.manage', {
    does: 'Stops all payouts and approvals of withdrawals at once; all administrators are mailed. A check of the books that finds a difference does the same.',
    body: stopBody,
    reply: stopReply,
  }),
  resume: call('POST /desk/payout-stop/lift', 'operator.manage', {
    does: 'Asks to resume payouts; a second administrator must approve it. While the books differ, the next check stops them again.',
    body: stopBody,
    reply: stopReply,
    errors: [payoutErrors.notStopped],
  }),
  candidates: call('GET /desk/payouts/candidates', 'wallet.pay', {
    does: 'Pending withdrawals outside a batch, oldest first, with what each still needs before it can be paid in one.',
    reads: payoutReads,
    reply: z.object({ withdrawals: z.array(candidate), total: z.number(), releasers }),
  }),
  list: call('GET /desk/payouts', 'ledger.read', {
    does: 'The newest payout batches with their progress.',
    reads: payoutReads,
    reply: z.object({ batches: z.array(batch) }),
  }),
  create: call('POST /desk/payouts', 'wallet.pay', {
    does: 'Puts pending withdrawals into a batch, to be paid from one bank account; a second operator must release it. They stay pending.',
    body: z.object({
      bankId: id,
      withdrawals: chosen,
    }),
    reply: batchReply,
    errors: [
      commonErrors.notFound,
      e.noLayout,
      e.noDebitAccount,
      e.noCorporateCode,
      cannotBatch('WDR100001', batchFaults.inBatch),
    ],
  }),
  batch: call('GET /desk/payouts/:batchId', 'ledger.read', {
    does: 'One batch with the progress of each payment.',
    reads: payoutReads,
    reply: batchReply,
  }),
  file: call('GET /desk/payouts/:batchId/file', 'wallet.pay', {
    does: 'The file for the bank with the payments it has not answered, unless one of them has been blocked since the release; every download is written to the audit log. Nothing is booked.',
    reply: 'file',
    errors: [
      e.notReleased,
      e.isCancelled,
      e.nothingOpen,
      e.stopped,
      cannotDownload('WDR100001', 'WDR100002 is on hold'),
    ],
  }),
  preview: call('POST /desk/payouts/:batchId/answer/preview', 'wallet.pay', {
    does: 'Reads the bank’s answer to a batch and changes nothing.',
    csv: 'file',
    reply: answers,
    errors: [...csvErrorList, e.notReleased, e.isCancelled, e.unknownColumns, e.noPayments],
  }),
  importAnswer: call('POST /desk/payouts/:batchId/answer', 'wallet.pay', {
    does: 'Marks each payment the bank answers as paid, with its UTR. Failed payments are returned to the clients once a second operator approves. The same file again changes nothing.',
    csv: 'file',
    reply: z.extend(answers, secondFields),
    errors: [...csvErrorList, e.notReleased, e.isCancelled, e.unknownColumns, e.noPayments, e.proposed],
  }),
  leaveOut: call('POST /desk/payouts/:batchId/leave-out', 'wallet.pay', {
    does: 'Takes payments out of a batch that is not released yet; they are pending again. The last one stays: reject the release instead.',
    body: z.object({ withdrawals: chosen }),
    reply: batchReply,
    errors: [commonErrors.notFound, e.isReleased, e.isCancelled, e.lastPayment],
  }),
  cancel: call('POST /desk/payouts/:batchId/cancel', 'wallet.pay', {
    does: 'Takes the payments that the bank has not answered out of a released batch, for a file that the bank did not accept; always needs a second operator.',
    body: z.object({ reason: line('Please give the reason', 300) }),
    reply: batchReply,
    errors: [e.notReleased, e.isCancelled, e.nothingOpen, e.proposed],
  }),
  layouts: call('GET /desk/payout-layouts', 'ledger.read', {
    does: 'The payout file layout of each bank account of the broker.',
    reads: [...payoutReads, 'broker-bank'],
    reply: z.array(bankLayout),
  }),
  saveLayout: call('PUT /desk/payout-layouts/:bankId', 'operator.manage', {
    does: 'Sets the payout file layout of a bank account; from the second administrator on, one of them must approve it.',
    body: payoutLayout,
    reply: z.extend(bankLayout, secondFields),
  }),
}
