import * as z from 'zod/mini'
import { call } from './call.ts'
import { id, line, moment, rupeesIn, rupeesOut, said } from './field.ts'
import { paiseOf } from './money.ts'
import { alreadyDecided, commonErrors } from './error.ts'
import { normalizeReference } from './reference.ts'
import { claimFields } from './queue.ts'

/** wallet: a client's money with the broker, and the requests that bring it in and take it out. */

export const walletRules = {
  addFundMinimum: paiseOf(100),
  withdrawMinimum: paiseOf(100),
  /** Each press adds this many rupees to the amount (section 9). */
  quickAdd: [500, 1000, 5000, 10_000],
  /** Longest page of the transaction history. */
  pageSize: 50,
  /** Requests of each kind a client may make. */
  requests: { most: 100, seconds: 3600 },
  /** A QR not used by then is forgotten. */
  intentDays: 30,
  /** Two requests of one amount within this time may be one payment told twice. */
  sameAmountMinutes: 60,
} as const

/** What the server answers to Pay Now and to a withdrawal. */
export const walletWords = {
  added: 'Request received. Your wallet is credited after we confirm the payment.',
  withdrawn: 'Withdrawal request successful!',
  /** What a client may do about a refusal. */
  whatToDo: {
    added:
      'If the money left your bank, send a new request with the 12-digit UTR from your UPI app, or write to support.',
    withdrawal: 'Check your bank details, then request the withdrawal again. The money is back in your balance.',
  },
} as const

const requestStatus = z.enum(['pending', 'approved', 'rejected'])
export type RequestStatus = z.infer<typeof requestStatus>
export const requestTypes = ['added', 'withdrawal'] as const
const requestType = z.enum(requestTypes)
export type RequestType = z.infer<typeof requestType>

/** Which status may follow which. */
export const walletTransitions = {
  pending: ['approved', 'rejected'],
  approved: [],
  rejected: [],
} as const satisfies Record<RequestStatus, readonly RequestStatus[]>

/** What the Info column says (section 4). */
export const statusWords = {
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

/** The reasons an operator picks from; free text may follow. */
export const walletReasons = {
  added: [
    'We did not find this payment in our bank statement',
    'The amount received differs from the amount requested',
    'The payment came from an account that is not yours',
  ],
  withdrawal: [
    'The bank did not accept the payment',
    'The name on the bank details differs from your registered name',
    'You asked us to cancel it',
  ],
} as const satisfies Record<RequestType, readonly string[]>

/** The 12 digits by which UPI and IMPS name a payment, or none yet; unique across deposits and charges. */
export const utrRule = { digits: 12, pattern: /^(?:(?!0{12})\d{12})?$/, message: 'A UTR has 12 digits' } as const
const utr = z.string({ error: 'Enter the 12-digit UTR' }).check(
  z.maxLength(100, { error: utrRule.message }),
  // Text without letters and digits is not the same as an empty field.
  z.overwrite((text) => normalizeReference(text) || text.trim()),
  z.regex(utrRule.pattern, { error: utrRule.message }),
)
/** How a bank names a payment: UTR of UPI, IMPS, NEFT or RTGS. */
const noReference = 'Enter the bank reference'
const referenceForm = 'A bank reference has 6 to 30 letters and digits'
const bankReference = z
  .string({ error: noReference })
  .check(
    z.maxLength(100, { error: referenceForm }),
    z.overwrite(normalizeReference),
    z.regex(/^[A-Z0-9]{6,30}$/, { error: referenceForm }),
  )

export const walletTransaction = z.object({
  _id: id,
  /** What the client quotes to support: `ADD…` or `WDR…` with digits. */
  transactionId: z.string(),
  createdAt: moment,
  type: requestType,
  amount: rupeesOut,
  status: requestStatus,
  /** The reference in the QR of a deposit. */
  reference: z.optional(z.string()),
  utr: z.optional(z.string()),
  bankReference: z.optional(z.string()),
  /** Why it was refused. */
  reason: z.optional(z.string()),
})
export type WalletTransaction = z.infer<typeof walletTransaction>

/** One step a request went through or waits for. */
const step = z.object({
  what: z.string(),
  /** Absent while it still has to happen. */
  at: z.optional(moment),
  /** Who acted or must act. */
  who: z.enum(['you', 'us', 'bank']),
  detail: z.optional(z.string()),
})

export const walletErrors = {
  addMinimum: { status: 422, message: 'Minimum add fund amount is ₹100' },
  withdrawMinimum: { status: 422, message: 'Minimum withdraw amount is ₹100' },
  insufficient: { status: 422, message: 'Insufficient balance for withdrawal' },
  noBank: { status: 409, message: 'Add your bank details before you withdraw' },
  utrUsed: { status: 409, message: 'This UTR was already used for another payment' },
  intentUsed: { status: 409, message: 'This payment request was already sent' },
  intentOver: { status: 409, message: 'This payment request does not match. Please start again.' },
  noReference: { status: 400, message: noReference },
  needsSecond: { status: 409, message: 'You gave the first approval. A second operator must approve it too.' },
} as const

/** Bank details were changed a short while ago (settled, section 6). */
export function coolingOff(until: string) {
  return { status: 409, message: `Your bank details changed recently. You can withdraw again after ${until}.` }
}

const r = walletErrors

export const walletFigures = z.object({
  balance: rupeesOut,
  investedAmount: rupeesOut,
  cashback: rupeesOut,
  loanAmount: rupeesOut,
  /** In withdrawals under way. */
  withheld: rupeesOut,
  /** What a withdrawal may take: the balance, never the loan. */
  withdrawable: rupeesOut,
  /** When the pause after a change of bank details ends; absent when there is none. */
  withdrawalsFrom: z.optional(moment),
})

/** The session's client; any other text names nobody. */
const ownId = z.string({ error: commonErrors.notFound.message })

const page = z.object({
  before: z.optional(id),
  limit: z.optional(z.string().check(z.regex(/^(?:[1-9]|[1-4]\d|50)$/, { error: 'Request 1 to 50 transactions' }))),
})

export const walletCalls = {
  wallet: call({
    method: 'GET',
    path: '/user/wallet/:userId',
    who: 'client',
    does: 'The client’s figures in rupees, each the sum of its ledger entries.',
    reply: walletFigures,
  }),
  intent: call({
    method: 'POST',
    path: '/user/wallet/intent',
    who: 'verified',
    does: 'Starts a deposit: a reference of its own and the UPI link with payee, exact amount and reference. Nothing waits at the desk yet.',
    body: z.object({ amount: rupeesIn }),
    reply: z.object({
      reference: z.string(),
      amount: rupeesOut,
      upiId: z.string(),
      upiName: z.string(),
      upiLink: z.string(),
    }),
    errors: [r.addMinimum, commonErrors.tooMany],
  }),
  addMoney: call({
    method: 'POST',
    path: '/user/wallet/add-money',
    who: 'verified',
    does: 'Asks the desk to credit a payment the client says they made. Credits nothing by itself.',
    body: z.object({
      id: ownId,
      amount: rupeesIn,
      /** Of the intent whose QR was paid; left out, the request gets a reference of its own. */
      reference: z.optional(line('Enter the reference', 35)),
      /** Empty until the client has looked it up. */
      utr: z.optional(utr),
    }),
    reply: z.extend(said, { transaction: walletTransaction }),
    errors: [r.addMinimum, r.utrUsed, r.intentUsed, r.intentOver, commonErrors.notFound],
  }),
  withdraw: call({
    method: 'POST',
    path: '/user/wallet/withdraw',
    who: 'verified',
    does: 'Asks the desk to pay out to the saved bank details; the amount is withheld at once.',
    body: z.object({ id: ownId, amount: rupeesIn }),
    reply: z.extend(said, { transaction: walletTransaction }),
    errors: [r.withdrawMinimum, r.insufficient, r.noBank, coolingOff('21 Nov 2026, 6:30 pm'), commonErrors.notFound],
  }),
  transactions: call({
    method: 'GET',
    path: '/user/wallet/transactions/:userId',
    who: 'client',
    does: 'Deposits and withdrawals, newest first; `before` is the _id of the last one already read.',
    query: page,
    reply: z.object({ transactions: z.array(walletTransaction), total: z.number() }),
  }),
  timeline: call({
    method: 'GET',
    path: '/user/wallet/transaction/:transactionId',
    who: 'client',
    does: 'One request with every step it went through and the one it waits for.',
    reply: z.extend(walletTransaction, { steps: z.array(step) }),
  }),
  clientWallet: call({
    method: 'GET',
    path: '/desk/clients/:clientId/wallet',
    who: 'client.read',
    does: 'A client’s figures and requests, as the client sees them.',
    query: page,
    reply: z.object({ wallet: walletFigures, transactions: z.array(walletTransaction), total: z.number() }),
  }),
  deskTransaction: call({
    method: 'GET',
    path: '/desk/wallet/transactions/:transactionId',
    who: 'client.read',
    does: 'What the operator compares: the request, the bank details to pay to, and warnings of likely duplicates.',
    reply: z.extend(walletTransaction, {
      clientId: id,
      clientName: z.string(),
      saudaId: z.string(),
      /** As they stood when the withdrawal was requested; the account number is whole for who may pay it, else masked. */
      payTo: z.optional(z.object({ accountHolderName: z.string(), accountNumber: z.string(), ifsc: z.string() })),
      /** Operator who gave the first of two approvals, and under which reference: the second finds the payment by it. */
      firstApproval: z.optional(z.string()),
      firstApprovalById: z.optional(id),
      firstApprovalAt: z.optional(moment),
      firstApprovalReference: z.optional(z.string()),
      needsTwo: z.boolean(),
      decidedBy: z.optional(z.string()),
      ...claimFields,
      warnings: z.array(z.object({ sentence: z.string(), transactionId: z.optional(id), clientId: z.optional(id) })),
    }),
  }),
  approve: call({
    method: 'POST',
    path: '/desk/wallet/transactions/:transactionId/approve',
    who: 'operator',
    does: 'Deposit (right wallet.approve): credits against the bank’s UTR. Withdrawal (right wallet.pay): paid under the bank’s reference; large ones need two operators, and only the second, who pays, must give it.',
    body: z.object({ reference: z.optional(bankReference) }),
    reply: z.extend(walletTransaction, { waitsForSecond: z.boolean() }),
    errors: [commonErrors.noRight, alreadyDecided('another operator'), r.utrUsed, r.needsSecond, r.noReference],
  }),
  reject: call({
    method: 'POST',
    path: '/desk/wallet/transactions/:transactionId/reject',
    who: 'operator',
    does: 'Refuses with a reason the client reads; a withdrawal’s money goes back to the balance.',
    body: z.object({ reason: line('Please give a reason the client can act on', 300) }),
    reply: walletTransaction,
    errors: [commonErrors.noRight, alreadyDecided('another operator')],
  }),
}
