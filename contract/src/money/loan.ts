import * as z from 'zod/mini'
import { caseReads } from '../core/notice.ts'
import { call } from '../platform/call.ts'
import { forClients } from '../platform/client-text.ts'
import { clientFields, id, line, moment, rupeesIn, rupeesOut, messageReply, secondFields } from '../platform/field.ts'
import { alreadyDecided, commonErrors, conflict, invalid } from '../platform/error.ts'
import { above, least, paiseOf, rupeesOf } from '../platform/money.ts'
import { claimFields, decisionFields, targetField } from '../core/queue.ts'

/** loan: money lent to a client for trading, on terms shown before acceptance. */

/** admin_approved: offered by the desk. approved: accepted by the client. */
export const loanStatus = z.enum(['pending', 'admin_approved', 'approved', 'closed', 'rejected'])
export type LoanStatus = z.infer<typeof loanStatus>

export const loanTransitions = {
  pending: ['admin_approved', 'rejected'],
  admin_approved: ['approved', 'rejected'],
  approved: ['closed'],
  closed: [],
  rejected: [],
} as const satisfies Record<LoanStatus, readonly LoanStatus[]>

export const loanRules = { minimumRupees: 1000, maximumRatePercent: 36, maximumMonths: 60 } as const

/** Suggestions for the operator; free text is allowed. */
export const loanReasons = [
  'We cannot lend to you at the moment',
  'We need to know more about you before we can lend',
  'You asked us to cancel the offer',
] as const

/** Stored as the reason of an offer the client declined. */
export const declined = 'The client declined the offer'

const instalment = z.object({
  number: z.number(),
  /** In an offer: as if it were accepted today. */
  dueDate: z.iso.date(),
  principal: rupeesOut,
  interest: rupeesOut,
  fee: rupeesOut,
  amount: rupeesOut,
})

/** Fixed at the offer and stored as accepted (docs/decisions/0020-loan-terms.md). */
export const loanTerms = z.object({
  amount: rupeesOut,
  /** Per year, at most two decimals. */
  ratePercent: z.number(),
  months: z.number(),
  fee: rupeesOut,
  /** Included in the fee, at the rate of the day of acceptance; absent where no GST is charged. */
  feeGst: z.optional(rupeesOut),
  /** Annual percentage rate including the fee, two decimals. */
  aprPercent: z.number(),
  totalPayable: rupeesOut,
  /** Equal instalments; the fee is in the first, rounding differences are in the last. */
  schedule: z.array(instalment),
})
export type LoanTerms = z.infer<typeof loanTerms>

/** The totals of the terms. */
const loanCost = z.object({
  /** Each instalment without the fee, except the last, which has the rounding difference. */
  emi: rupeesOut,
  /** Interest of the whole tenure. */
  interest: rupeesOut,
  /** All payments if the loan is closed with an instalment before the last. */
  closing: z.optional(z.object({ afterMonths: z.number(), total: rupeesOut })),
})
export type LoanCost = z.infer<typeof loanCost>

const closingMonths = 6

/** Closing is after six months, of a shorter loan after half of it. */
export function costOf({ months, schedule }: LoanTerms): LoanCost {
  const sum = (key: 'principal' | 'interest' | 'amount', rows = schedule) =>
    rows.reduce((total, row) => total + paiseOf(row[key]), 0n)
  const [first] = schedule
  const afterMonths = months > closingMonths ? closingMonths : Math.floor(months / 2)
  const total = sum('amount', schedule.slice(0, afterMonths)) + sum('principal', schedule.slice(afterMonths))
  return {
    emi: rupeesOf(first ? paiseOf(first.principal) + paiseOf(first.interest) : 0n),
    interest: rupeesOf(sum('interest')),
    ...(afterMonths > 0 && { closing: { afterMonths, total: rupeesOf(total) } }),
  }
}

export const loanView = z.object({
  _id: id,
  status: loanStatus,
  userAccepted: z.boolean(),
  /** Total payable; 0 before an offer. */
  total: rupeesOut,
  createdAt: moment,
  terms: z.optional(loanTerms),
  cost: z.optional(loanCost),
  /** Remaining payments if every instalment is paid on its due date; accepted loans only. */
  outstanding: z.optional(rupeesOut),
  /** What of it each instalment of the schedule still needs, in the same order. */
  left: z.optional(z.array(rupeesOut)),
  /** Not yet repaid of the loan amount: the balance in loans_receivable. */
  principal: z.optional(rupeesOut),
  /** The part of the payoff before the principal, only from own money: the accrued interest and a due fee. */
  firstFromOwn: z.optional(rupeesOut),
  /** Closes the loan today, without the interest of future months. */
  payoff: z.optional(rupeesOut),
  repaid: z.optional(rupeesOut),
  /** The earliest unpaid due date and the amount due by then; overdue if before today. */
  next: z.optional(z.object({ dueDate: z.iso.date(), amount: rupeesOut })),
  reason: z.optional(z.string()),
  ...targetField,
})
export type Loan = z.infer<typeof loanView>

/** What the unused loan pays of a repayment, in paise: only principal, after `firstFromOwn`. */
export const repaidFromLoan = (
  paise: bigint,
  { principal, firstFromOwn }: Record<'principal' | 'firstFromOwn', bigint>,
  unused: bigint,
): bigint => least(above(paise, firstFromOwn), principal, unused)

export const loanErrors = {
  open: conflict('You already have a loan request or a loan'),
  lendingOff: conflict('New loans are not offered at the moment'),
  notOffered: conflict('This loan offer is not awaiting your acceptance'),
  notWaiting: conflict('This loan request is no longer pending'),
  notRunning: conflict('This loan is not active'),
  tooMuch: invalid('This is more than you owe on this loan'),
  insufficient: invalid('Insufficient balance for this repayment'),
  amountNeeded: invalid('Enter an amount above ₹0'),
  offerAmount: invalid('Offer at least ₹1,000'),
  offerWaits: conflict('An offer for this loan is already awaiting a second operator'),
  offerFee: invalid('The processing fee cannot exceed the loan amount'),
} as const

const r = loanErrors

const percent = z.number({ error: 'Enter the interest rate (% p.a.)' }).check(
  z.refine((rate) => /^\d{1,2}(?:\.\d{1,2})?$/.test(String(rate)) && rate <= loanRules.maximumRatePercent, {
    error: 'Enter an interest rate from 0 to 36% p.a. with at most two decimals',
  }),
)

const tenureError = { error: `Enter a tenure of 1 to ${loanRules.maximumMonths} months` }
const months = z
  .int({ error: 'Enter the tenure in whole months' })
  .check(z.minimum(1, tenureError), z.maximum(loanRules.maximumMonths, tenureError))
const offer = z.object({ amount: rupeesIn, ratePercent: percent, months, fee: rupeesIn })

export const loanCalls = {
  list: call('GET /user/loan/get-loans-by-user/:userId', 'client', {
    does: 'The client’s loans, newest first.',
    reads: ['loan'],
    reply: z.array(loanView),
  }),
  request: call('POST /user/loan/request/:userId', 'verified', {
    does: 'Requests a loan offer from the desk.',
    body: z.object({ userId: z.optional(id) }),
    reply: z.extend(messageReply, { loan: loanView }),
    errors: [r.open, r.lendingOff],
  }),
  accept: call('POST /user/loan/accept', 'verified', {
    does: 'Accepts the offer as shown; the money becomes the client’s loan amount.',
    body: z.object({ loanId: id }),
    reply: z.extend(messageReply, { loan: loanView }),
    errors: [r.notOffered, r.lendingOff, commonErrors.notFound],
  }),
  decline: call('POST /user/loan/decline', 'verified', {
    whenRevoked: true,
    does: 'Declines an offer; nothing is disbursed, and the client may request another one.',
    body: z.object({ loanId: id }),
    reply: z.extend(messageReply, { loan: loanView }),
    errors: [r.notOffered, commonErrors.notFound],
  }),
  repay: call('POST /user/loan/repay', 'verified', {
    whenRevoked: true,
    does: 'Repays part or all of a loan from the wallet: interest and fee from the balance, principal from the unused loan first, then from the balance.',
    body: z.object({ loanId: id, amount: rupeesIn }),
    reply: z.extend(messageReply, { loan: loanView }),
    errors: [r.notRunning, r.tooMuch, r.insufficient, r.amountNeeded, commonErrors.notFound],
  }),
  deskLoan: call('GET /desk/loans/:loanId', 'client.read', {
    does: 'One loan with its client.',
    reads: caseReads('loanId', 'loan/:loanId'),
    reply: z.extend(loanView, {
      ...clientFields,
      ...claimFields,
      /** Made or cancelled the offer, or rejected the request. */
      ...decisionFields,
    }),
  }),
  preview: call('POST /desk/loans/preview', 'loan.offer', {
    does: 'Computes the terms of an offer without making it; `loanId` names the request of the client, whose state decides the GST in the fee.',
    reads: [],
    body: z.extend(offer, { loanId: z.optional(id) }),
    reply: loanTerms,
    errors: [r.offerAmount, r.offerFee, commonErrors.notFound],
  }),
  offer: call('POST /desk/loans/:loanId/offer', 'loan.offer', {
    does: 'Makes an offer; the client sees every term before accepting.',
    body: offer,
    reply: z.extend(loanView, secondFields),
    errors: [
      r.notWaiting,
      r.offerWaits,
      r.offerAmount,
      r.offerFee,
      r.lendingOff,
      alreadyDecided('another operator'),
      commonErrors.loginFrozen,
      commonErrors.notVerified,
    ],
  }),
  reject: call('POST /desk/loans/:loanId/reject', 'loan.offer', {
    does: 'Rejects the request, or cancels an offer not yet accepted, with a reason shown to the client.',
    body: z.object({ reason: forClients(line('Please give a reason the client can act on', 300)) }),
    reply: loanView,
    errors: [r.notWaiting, alreadyDecided('another operator')],
  }),
}
