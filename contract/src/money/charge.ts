import * as z from 'zod/mini'
import { caseReads } from '../core/notice.ts'
import { bankReversal } from './bank-reversal.ts'
import { call } from '../platform/call.ts'
import { forClients } from '../platform/client-text.ts'
import {
  clientFields,
  day,
  id,
  line,
  moment,
  optionalLine,
  rupeesIn,
  rupeesOut,
  messageReply,
} from '../platform/field.ts'
import { alreadyDecided, commonErrors, conflict, invalid } from '../platform/error.ts'
import { claimFields, decisionFields, targetField } from '../core/queue.ts'

/** charge: fees a client owes the broker, paid by UPI outside the wallet and confirmed at the desk. */

/**
 * PAID: submitted by the client, awaiting the desk. REJECTED is payable again. CANCELLED, beyond the specification: raised
 * by mistake.
 */
export const chargeStatus = z.enum(['PENDING', 'PAID', 'APPROVED', 'REJECTED', 'CANCELLED'])
export type ChargeStatus = z.infer<typeof chargeStatus>

export const chargeTransitions = {
  PENDING: ['PAID', 'CANCELLED'],
  PAID: ['APPROVED', 'REJECTED'],
  APPROVED: [],
  REJECTED: ['PAID', 'CANCELLED'],
  CANCELLED: [],
} as const satisfies Record<ChargeStatus, readonly ChargeStatus[]>

/** Due: the client can pay it. A payment under review is not due again. */
export const dueChargeStatuses = chargeStatus.options.filter((status) =>
  (chargeTransitions[status] as readonly string[]).includes('PAID'),
)
/** Neither paid nor cancelled. */
export const openChargeStatuses = chargeStatus.options.filter((status) => chargeTransitions[status].length > 0)

export const chargeTypes = ['Profit Sharing', 'Government Charge', 'GST', 'TDS', 'Brokerage', 'Other'] as const
export type ChargeType = (typeof chargeTypes)[number]
/** Rejected in live mode (settled, section 2). */
export const demoOnlyChargeTypes: readonly string[] = ['Profit Sharing', 'TDS']

export const chargeTexts = {
  PAID: 'Payment Submitted - Awaiting Approval',
  APPROVED: 'Payment Approved',
  REJECTED: 'Payment Rejected',
  CANCELLED: 'Cancelled',
  /** Shown on both screens; a test checks it. */
  honest: 'You never need to pay a charge to withdraw.',
  defaultRemarks: 'Payment made via UPI',
} as const

export const chargeReasons = [
  'We did not find this payment in our bank statement',
  'The amount received differs from the amount due',
  'This transaction ID belongs to another payment',
] as const

export const chargeView = z.object({
  _id: id,
  /** `CHG100001`: the reference in the payment, quoted to support. */
  reference: z.string(),
  chargeType: z.enum(chargeTypes),
  description: z.string(),
  /** Excludes GST. */
  amount: rupeesOut,
  gst: rupeesOut,
  total: rupeesOut,
  status: chargeStatus,
  dueDate: z.optional(z.iso.date()),
  createdAt: moment,
  paymentDetails: z.optional(
    z.object({
      paymentMethod: z.literal('UPI'),
      transactionId: z.string(),
      paymentDate: moment,
      remarks: z.optional(z.string()),
    }),
  ),
  reason: z.optional(z.string()),
  /** The bank returned the confirmed payment; a charge that is still due is raised again. */
  reversed: z.optional(bankReversal),
  /** Empty unless the charge is payable. */
  upiLink: z.string(),
  ...targetField,
})
export type Charge = z.infer<typeof chargeView>

const summary = z.object({
  /** Rupees. */
  totalDue: rupeesOut,
  totalPaid: rupeesOut,
  pending: z.number(),
  paid: z.number(),
  approved: z.number(),
  rejected: z.number(),
})

export const chargeErrors = {
  notPayable: conflict('This charge does not need a payment now'),
  idNeeded: { status: 400, message: 'Please enter transaction ID' },
  used: conflict('This UTR belongs to another payment'),
  notPaid: conflict('This charge has no payment awaiting approval'),
  onlyUnpaid: conflict('Only an unpaid charge can be cancelled. Reject a reported payment first.'),
  newerPayment: conflict(
    'The client submitted a new payment after you opened this charge. Review it before you decide.',
  ),
  typeNotAllowed: invalid('This charge type is not allowed in live mode'),
  amountNeeded: invalid('Enter an amount above ₹0'),
  gstTooHigh: invalid('GST is at most 28% of the amount. Enter the GST in rupees.'),
} as const

const r = chargeErrors

/** The payment the operator reviewed; if the client has submitted a newer one, the decision is rejected. */
const reviewedPayment = { transactionId: z.optional(line('Please enter transaction ID', 64)) }

export const chargeCalls = {
  list: call('GET /user/charges', 'client', {
    does: 'The client’s charges, newest first, and their sums.',
    reads: ['charge'],
    reply: z.object({ charges: z.array(chargeView), summary, upiId: z.string(), upiName: z.string() }),
  }),
  pay: call('POST /user/charges/:chargeId/pay', 'client', {
    does: 'Submits the transaction ID of a UPI payment; the desk confirms it. The wallet is untouched.',
    body: z.object({
      paymentMethod: z._default(z.literal('UPI', { error: 'Charges are paid by UPI' }), 'UPI'),
      transactionId: line('Please enter transaction ID', 64),
      remarks: z._default(optionalLine(200), ''),
    }),
    reply: z.extend(messageReply, { charge: chargeView }),
    errors: [r.notPayable, r.idNeeded, r.used],
  }),
  deskCharge: call('GET /desk/charges/:chargeId', 'client.read', {
    does: 'One charge with its client.',
    reads: caseReads('chargeId', 'charge/:chargeId'),
    reply: z.extend(chargeView, { ...clientFields, ...claimFields, ...decisionFields }),
  }),
  raise: call('POST /desk/charges', 'charge.raise', {
    does: 'Raises a charge and mails the client.',
    body: z.object({
      clientId: id,
      chargeType: z.enum(chargeTypes, { error: 'Choose one of the charge types' }),
      description: forClients(line('Please describe the charge', 300)),
      amount: rupeesIn,
      gst: z.optional(rupeesIn),
      dueDate: z.optional(day('Enter the due date as YYYY-MM-DD')),
    }),
    reply: chargeView,
    errors: [r.typeNotAllowed, r.amountNeeded, r.gstTooHigh, commonErrors.loginFrozen, commonErrors.notFound],
  }),
  approve: call('POST /desk/charges/:chargeId/approve', 'charge.approve', {
    does: 'Confirms the payment against the bank; GST is booked as its own entry.',
    body: z.object(reviewedPayment),
    reply: chargeView,
    errors: [r.notPaid, r.newerPayment, alreadyDecided('another operator')],
  }),
  reject: call('POST /desk/charges/:chargeId/reject', 'charge.approve', {
    does: 'Rejects the payment with a reason; the charge is payable again.',
    body: z.object({ reason: forClients(line('Please give a reason the client can act on', 300)), ...reviewedPayment }),
    reply: chargeView,
    errors: [r.notPaid, r.newerPayment, alreadyDecided('another operator')],
  }),
  cancel: call('POST /desk/charges/:chargeId/cancel', 'charge.raise', {
    does: 'Cancels an unpaid charge with a reason and mails the client.',
    body: z.object({ reason: forClients(line('Please give a reason the client can understand', 300)) }),
    reply: chargeView,
    errors: [r.onlyUnpaid],
  }),
}
