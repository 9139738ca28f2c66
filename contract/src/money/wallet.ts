import * as z from 'zod/mini'
import { caseReads, clientReads, walletReads } from '../core/notice.ts'
import { bankDetails, coolingOff } from './bank.ts'
import { bankAccountChoice, bankAccountErrors } from './broker-bank.ts'
import { bankReversal } from './bank-reversal.ts'
import { call } from '../platform/call.ts'
import { forClients } from '../platform/client-text.ts'
import { confirmation, confirmationErrors } from '../core/confirmation.ts'
import { clientFields, id, line, moment, rupeesFrom, rupeesIn, rupeesOut, messageReply } from '../platform/field.ts'
import { alreadyDecided, commonErrors, conflict, invalid } from '../platform/error.ts'
import { afterDues, ledgerErrors } from '../core/ledger.ts'
import { formatRupees, paiseOf } from '../platform/money.ts'
import { bankReference, noReference, utr, utrUsed } from './reference.ts'
import { frequencies } from '../core/setting-name.ts'
import { evidence, reviewErrors } from '../core/proposal-review.ts'
import { payers } from '../core/payer.ts'
import { caseWarnings, claimFields, decisionFields, processingTime, targetField } from '../core/queue.ts'
import { walletFigures } from './wallet-figures.ts'
import { replyErrorList, replyImages, replyInput, replyRules, replyViews } from '../core/reply.ts'

/** wallet: a client's funds with the broker, and the deposits and withdrawals. */

/** What is usual: the medians of the requests approved in the last `days`, if there are enough of them. */
export const processingRules = { days: 30, leastUsual: 10, leastPublished: 50, refreshMilliseconds: 60_000 } as const

export const walletRules = {
  addFundMinimum: paiseOf(100),
  withdrawMinimum: paiseOf(100),
  /** Rupees added per click (section 9). */
  quickAdd: [500, 1000, 5000, 10_000],
  pageSize: 50,
  /** A deposit rejected longer ago takes no reply. */
  replyDays: 14,
  /** Requests of each kind per client. */
  requests: { most: 100, seconds: 3600 },
  /** An unused QR is deleted after this. */
  intentDays: 30,
  /** Two requests of the same amount within this time may be one payment. */
  sameAmountMinutes: 60,
} as const

export const walletTexts = {
  added: 'Request received. Your wallet is credited after we confirm the payment.',
  withdrawn: 'Withdrawal request successful!',
  /** The stored reason of a withdrawal that the client cancelled (settled, section 13). */
  cancelReason: 'Cancelled by you',
  notWithdrawn: (what: 'rejected' | 'cancelled', paise: bigint, paid: bigint) =>
    `Withdrawal of ${formatRupees(paise)} ${what}; ${afterDues(paise, paid)}`,
  whatToDo: {
    added:
      'If the money left your bank, send a new request with the 12-digit UTR from your UPI app, or write to support.',
    withdrawal: 'Check your bank details, then request the withdrawal again.',
  },
} as const
export const requestStatus = z.enum(['pending', 'approved', 'rejected'])
export type RequestStatus = z.infer<typeof requestStatus>
export const requestTransitions = { pending: ['approved', 'rejected'], approved: [], rejected: ['pending'] } as const
export const requestTypes = ['added', 'withdrawal'] as const
export type RequestType = (typeof requestTypes)[number]

/** The Info column (section 4). */
export const statusTexts = {
  pending: {
    label: 'PENDING',
    added: 'Your transaction is in processing please wait.',
    withdrawal: 'Your transaction is in processing please wait.',
  },
  approved: {
    label: 'SUCCESS',
    added: 'Funds added successfully to your wallet.',
    withdrawal: 'Withdrawal completed successfully.',
  },
  rejected: {
    label: 'FAILED',
    added: 'Your transaction did not go through. Please try again.',
    withdrawal: 'Your transaction did not go through. Please try again.',
  },
} as const satisfies Record<RequestStatus, Record<'label' | RequestType, string>>

export const walletTransaction = z.object({
  _id: id,
  /** `ADD100001` or `WDR100001`, quoted to support. */
  transactionId: z.string(),
  createdAt: moment,
  type: z.enum(requestTypes),
  amount: rupeesOut,
  /** The amount credited, if it differs from the requested one. */
  creditedAmount: z.optional(rupeesOut),
  status: requestStatus,
  /** In the QR of a deposit. */
  reference: z.optional(z.string()),
  utr: z.optional(z.string()),
  bankReference: z.optional(z.string()),
  reason: z.optional(z.string()),
  paidDues: z.optional(rupeesOut),
  /** A withdrawal was returned, or a deposit reversed, after it was approved. */
  reversed: z.optional(bankReversal),
  /** A withdrawal of unused funds on a settlement date, without a request of the client. */
  settlement: z.optional(z.enum(frequencies)),
})
export type WalletTransaction = z.infer<typeof walletTransaction>

const step = z.object({
  what: z.string(),
  /** Absent for a future step. */
  at: z.optional(moment),
  who: z.enum(['you', 'us', 'bank']),
  detail: z.optional(z.string()),
  /** A rejection that the client answered. */
  failed: z.optional(z.boolean()),
  /** For a step of ours that is done or present: seconds since the step before it, at the median of recent requests. */
  usual: z.optional(z.number()),
  ...targetField,
})
export type RequestStep = z.infer<typeof step>

export const walletErrors = {
  addMinimum: invalid('Minimum add fund amount is ₹100'),
  withdrawMinimum: invalid('Minimum withdraw amount is ₹100'),
  insufficient: invalid('Insufficient balance for withdrawal'),
  noBank: conflict('Add your bank details before you withdraw'),
  utrUsed,
  intentUsed: conflict('This payment request was already sent'),
  intentOver: conflict('This payment request does not match. Please start again.'),
  noReference: { status: 400, message: noReference },
  notCancellable: conflict('This withdrawal is being paid and can no longer be cancelled'),
  cancelled: conflict('The client cancelled this withdrawal'),
  amountOfWithdrawal: { status: 400, message: 'Only a deposit can be approved at another amount' },
  inBatch: conflict('This withdrawal is in a payout batch. The bank’s answer to the batch decides it.'),
  needsSecond: conflict('You gave the first approval. A second operator must approve it too.'),
} as const

/** The second of two approvals confirms the amount of the first. */
export const otherAmount = (paise: bigint, inBank?: bigint) =>
  conflict(
    `The first approval was for ${formatRupees(paise)}.${inBank === undefined ? '' : ` The bank entry is of ${formatRupees(inBank)}.`} Approve the same amount, or reject the deposit.`,
  )

/** The only bank entry with the reference has another amount (paise) than would be credited, and the operator states none. */
export const receivedNeeded = (inBank: bigint, paise: bigint) =>
  conflict(`The bank statement shows ${formatRupees(inBank)}, not ${formatRupees(paise)}. Enter the amount received.`)

const r = walletErrors
/** Must be the session's client. */
const ownId = z.string({ error: commonErrors.notFound.message })

const page = z.object({
  before: z.optional(id),
  limit: z.optional(z.string().check(z.regex(/^(?:[1-9]|[1-4]\d|50)$/, { error: 'Request 1 to 50 transactions' }))),
})

export const walletCalls = {
  wallet: call('GET /user/wallet/:userId', 'client', {
    does: 'The client’s figures in rupees, each the sum of its ledger entries; `times` has how long a new request takes.',
    reads: walletReads,
    reply: z.extend(walletFigures, { times: z.optional(z.record(z.enum(requestTypes), processingTime)) }),
  }),
  intent: call('POST /user/wallet/intent', 'verified', {
    does: 'Starts a deposit: returns a unique reference and the UPI link with payee, exact amount and reference. Creates no request at the desk.',
    body: z.object({ amount: rupeesFrom(r.addMinimum.message) }),
    reply: z.object({
      reference: z.string(),
      amount: rupeesOut,
      upiId: z.string(),
      upiName: z.string(),
      upiLink: z.string(),
    }),
    errors: [r.addMinimum, commonErrors.tooMany],
  }),
  addMoney: call('POST /user/wallet/add-money', 'verified', {
    does: 'Reports a payment for the desk to confirm; the balance changes only on approval.',
    body: z.object({
      id: ownId,
      amount: rupeesFrom(r.addMinimum.message),
      /** The reference of the QR that was paid; created if omitted. */
      reference: z.optional(line('Enter the reference', 35)),
      utr: z.optional(utr),
    }),
    reply: z.extend(messageReply, { transaction: walletTransaction }),
    errors: [r.addMinimum, r.utrUsed, r.intentUsed, r.intentOver, commonErrors.notFound],
  }),
  withdraw: call('POST /user/wallet/withdraw', 'verified', {
    whenRevoked: true,
    does: 'Requests a withdrawal to the saved bank details; the amount is placed on hold immediately.',
    body: z.object({ id: ownId, amount: rupeesFrom(r.withdrawMinimum.message), confirmation }),
    reply: z.extend(messageReply, { transaction: walletTransaction }),
    errors: [
      r.withdrawMinimum,
      r.insufficient,
      r.noBank,
      coolingOff('21 Nov 2026, 6:30 pm'),
      confirmationErrors.fromMail('the withdrawal of ₹500.00 to Asha Rao, account ••••9012'),
      commonErrors.notFound,
    ],
  }),
  transactions: call('GET /user/wallet/transactions/:userId', 'client', {
    does: 'Deposits and withdrawals, newest first; `before` is the _id of the last one already read.',
    reads: walletReads,
    query: page,
    reply: z.object({ transactions: z.array(walletTransaction), total: z.number() }),
  }),
  timeline: call('GET /user/wallet/transaction/:transactionId', 'client', {
    does: 'One request with its completed steps and the next one.',
    reads: walletReads,
    reply: z.extend(walletTransaction, {
      steps: z.array(step),
      /** A withdrawal that no operator has approved yet. */
      canCancel: z.boolean(),
      /** A deposit rejected within `replyDays`. */
      canReply: z.boolean(),
    }),
  }),
  reply: call('POST /user/wallet/transaction/:transactionId/reply', 'client', {
    limit: replyRules.limit,
    does: 'Answers the rejection of a deposit with text, a photo of the payment, or both; the desk looks for the payment again.',
    images: replyImages,
    body: replyInput,
    reply: z.extend(messageReply, { transaction: walletTransaction }),
    errors: [...replyErrorList, r.utrUsed],
  }),
  proof: call('GET /desk/wallet/transactions/:transactionId/replies/:replyId', 'wallet.approve', {
    does: 'The photo sent with a reply; every view is written to the audit log.',
    reply: 'image',
  }),
  cancel: call('POST /user/wallet/transaction/:transactionId/cancel', 'client', {
    does: 'Cancels a withdrawal before its first approval; the amount returns to the balance.',
    reply: z.extend(messageReply, { transaction: walletTransaction }),
    errors: [r.notCancellable, commonErrors.notFound],
  }),
  clientWallet: call('GET /desk/clients/:clientId/wallet', 'client.read', {
    does: 'A client’s figures and requests, as the client sees them.',
    reads: clientReads,
    query: page,
    reply: z.object({ wallet: walletFigures, transactions: z.array(walletTransaction), total: z.number() }),
  }),
  deskTransaction: call('GET /desk/wallet/transactions/:transactionId', 'client.read', {
    does: 'What the operator compares: the request, the bank details to pay to, and warnings of risks and likely duplicates.',
    reads: [...caseReads('transactionId', 'wallet/:transactionId'), 'reconciliation'],
    reply: z.extend(walletTransaction, {
      ...clientFields,
      /** As at the request; the account number is complete only for operators who may pay. */
      payTo: z.optional(bankDetails),
      /** The first of two approvals. */
      firstApproval: z.optional(z.string()),
      firstApprovalById: z.optional(id),
      firstApprovalAt: z.optional(moment),
      firstApprovalReference: z.optional(z.string()),
      /** The first approval was for this amount and not the requested one. */
      firstApprovalAmount: z.optional(rupeesOut),
      ...bankAccountChoice,
      /** The payout batch it is in; the bank's answer decides it. */
      payout: z.optional(z.object({ _id: id, name: z.string() })),
      payers: z.optional(payers),
      needsTwo: z.boolean(),
      /** Why this operator alone may not approve it; empty if one operator is enough or the first approval exists. */
      secondReasons: z.array(z.string()),
      ...decisionFields,
      ...claimFields,
      replies: replyViews,
      warnings: caseWarnings,
      /** The bank lines that name the request. */
      evidence: z.array(evidence),
      /** What the client sees. */
      steps: z.array(step),
      /** Changes with what the request says, its evidence and the severe warnings. */
      version: z.string(),
    }),
  }),
  approve: call('POST /desk/wallet/transactions/:transactionId/approve', 'operator', {
    does: 'Deposit (right wallet.approve): credits against the bank’s UTR; `amount` is what was received, if not the requested amount (needed to credit if the bank entry with the reference has another amount), and `bankAccountId` where it came in, if that is not the account that receives deposits. Withdrawal (right wallet.pay): paid under the bank’s reference; large ones need two operators, and only the second, who pays, must give it. With a `version` other than that of the request now, nothing happens.',
    body: z.object({
      reference: z.optional(bankReference),
      amount: z.optional(rupeesIn),
      bankAccountId: z.optional(id),
      version: z.optional(z.string()),
    }),
    reply: z.extend(walletTransaction, { waitsForSecond: z.boolean(), secondReasons: z.optional(z.array(z.string())) }),
    errors: [
      commonErrors.noRight,
      alreadyDecided('another operator'),
      r.cancelled,
      r.inBatch,
      r.utrUsed,
      r.needsSecond,
      r.noReference,
      r.amountOfWithdrawal,
      ledgerErrors.amountNeeded,
      otherAmount(90_000n),
      receivedNeeded(90_000n, 100_000n),
      reviewErrors.changed,
      ...Object.values(bankAccountErrors),
    ],
  }),
  reject: call('POST /desk/wallet/transactions/:transactionId/reject', 'operator', {
    does: 'Rejects with a reason shown to the client; the amount of a withdrawal returns to the balance.',
    body: z.object({ reason: forClients(line('Please give a reason the client can act on', 300)) }),
    reply: walletTransaction,
    errors: [commonErrors.noRight, alreadyDecided('another operator'), r.cancelled, r.inBatch],
  }),
}
