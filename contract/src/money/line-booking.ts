import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { forClients } from '../platform/client-text.ts'
import { alreadyDecided, commonErrors, conflict, invalid } from '../platform/error.ts'
import { id, keysOf, line, moment, rupeesIn, rupeesOut, secondFields, saudaId } from '../platform/field.ts'
import { formatRupees } from '../platform/money.ts'
import { insufficientBalance } from '../core/ledger.ts'

/** line-booking: how operators resolve bank lines that match no request; part of reconciliation. */

/** How an operator books a line. */
export const lineBookingNames = {
  charge: 'Bank charge',
  interest: 'Bank interest',
  return: 'Return to the payer',
  returned: 'Payment that returned a receipt',
  client: 'Book to the client',
  late: 'Bank entry of an approved request or failed withdrawal',
  paid: 'Withdrawal paid with another amount',
  split: 'Payment of pending requests',
  penny_drop: 'Penny-drop',
  transfer: 'Transfer between own accounts',
  moved: 'Move to this bank account',
  settlement: 'Pay-in or pay-out of a settlement',
  levy: 'STT, stamp duty or bill of the exchange',
} as const
export const lineBookingKinds = keysOf(lineBookingNames)
const lineBookingKind = z.enum(lineBookingKinds, { error: 'Choose how to book this line' })
export type LineBookingKind = z.infer<typeof lineBookingKind>

/** The use of a line. */
export const linkLabels = {
  payment: 'Matched by an operator',
  return: 'To be returned to the payer',
  returned: 'Returned',
  client: 'Booked to the client',
  charge: 'Bank charge',
  interest: 'Bank interest',
  penny_drop: 'Penny-drop',
  transfer: 'Transfer between own accounts',
  moved: 'Moved to this bank account',
  settlement: 'Pay-in or pay-out of a settlement',
  levy: 'Levy or bill of the exchange',
  note: 'Closed with a note',
} as const
export type LinkKind = keyof typeof linkLabels

/** What a bank line of the kind `levy` pays. */
export const levyAccountNames = {
  stt: 'STT',
  stamp_duty: 'Stamp duty',
  exchange_charges: 'Exchange charges',
  sebi_fee: 'SEBI fee',
} as const
export type LevyAccount = keyof typeof levyAccountNames

export const lineBooking = z.object({
  _id: id,
  kind: z.enum(keysOf(linkLabels)),
  /** Below zero for what the payment has beyond the line. */
  amount: rupeesOut,
  /** The deposit, withdrawal or charge it concerns, such as `WDR100001`. */
  paymentId: z.optional(id),
  reason: z.string(),
  /** The second operator where two were needed. */
  bookedBy: z.string(),
  requestedBy: z.string(),
  bookedAt: moment,
  reversed: z.optional(z.object({ by: z.string(), at: moment, reason: z.string() })),
})

export const lineBookingErrors = {
  notBookable: conflict('This line cannot be booked this way'),
  choosePayment: invalid('Choose the request that this line paid'),
  chooseReturn: invalid('Choose the receipt that was returned with this payment'),
  notReturn: conflict('This receipt is not waiting to be returned with this amount'),
  notLate: conflict(
    'Only an approved request or a failed withdrawal without a bank entry can be matched with this one',
  ),
  chargeDiffers: conflict('The amount differs from the charge, so this line cannot be its payment'),
  partsDiffer: invalid('The parts must add up to the amount of the line'),
  partTwice: invalid('Each request can be chosen once'),
  fixedPart: invalid('Only a deposit can take another amount than it asked for'),
  namesPayment: conflict(
    'This bank entry names a request, a withdrawal or a payout, so it is not a bank charge or interest. Book it to what it names.',
  ),
  nothingToReturn: conflict('This client has no payment of this amount that can still be returned'),
  alreadyReturned: conflict('This payment was already returned'),
  debitFirst: conflict(
    'This withdrawal was marked as failed. Book the debit of the bank first; then this line is its return.',
  ),
  notPayout: conflict('Only a pending withdrawal can be booked as paid with another amount'),
  notBooked: conflict('This line is not booked'),
  splitStays: conflict(
    'This split cannot be reversed, because its requests are approved. Correct a client’s balance with an adjustment.',
  ),
  notPenny: conflict('A penny-drop is a payment of exactly ₹1.00'),
  pennyDetails: invalid('Enter the client ID and the name the bank returned'),
  noBankDetails: conflict('No client with bank details has this client ID'),
  notElsewhere: conflict('The payment of this line is not booked to another bank account'),
  chooseSettlement: invalid('Choose the settlement of this bank entry'),
  settlementsDiffer: invalid(
    'What the chosen settlements still expect does not add up to the amount of the bank entry',
  ),
  chooseLevy: invalid('Choose what this bank entry pays'),
  isReturned: conflict('The money was already returned. Reverse that payment first.'),
} as const

/**
 * What an operator checks before a bank entry is booked to one settlement; `open`, paise: what it still expects, below zero to be
 * paid. A returned pay-in, a valuation debit and a close-out are booked against the obligation, so that it is no error.
 */
export function settlementWarning(id: string, open: bigint, direction: 'credit' | 'debit'): string | undefined {
  const fits = direction === 'credit' ? open > 0n : open < 0n
  const rest = open < 0n ? -open : open
  const expected = rest === 0n ? 'nothing' : `a ${open > 0n ? 'pay-out' : 'pay-in'} of ${formatRupees(rest)}`
  return fits ? undefined : `${id} still expects ${expected}, but this bank entry is a ${direction}.`
}

/** A payment of ₹1 to a client's bank account, with the name of its holder that the bank returned. */
export const pennyDrop = z.object({
  nameAtBank: z.string(),
  paidOn: z.iso.date(),
  reference: z.optional(z.string()),
  /** Whether the client's bank details are still those it was paid to. */
  isCurrent: z.boolean(),
})

const { notBooked, splitStays, isReturned, ...bookErrors } = lineBookingErrors

const candidate = z.object({
  /** An id, or that of a settlement, `NSE-M-2026220`. */
  _id: z.string(),
  /** `ADD100001`; of a receipt its narration. */
  name: z.string(),
  clientName: z.optional(z.string()),
  amount: rupeesOut,
})
export type Candidate = z.infer<typeof candidate>

const reason = line('Give a reason for the books', 300)

export const lineBookingCalls = {
  candidates: call('GET /desk/reconciliation/lines/:lineId/candidates', 'ledger.read', {
    does: 'What an operator may choose for a line: pending requests, approved ones without a bank line, and receipts to be returned.',
    reads: ['reconciliation', 'charge'],
    reply: z.object({
      pending: z.array(candidate),
      approved: z.array(candidate),
      returns: z.array(candidate),
      /** `amount`: what the obligation still expects; below zero to be paid. */
      settlements: z.array(candidate),
    }),
  }),
  book: call('POST /desk/reconciliation/lines/:lineId/book', 'wallet.approve', {
    does: 'Books an exception: bank charge, interest, return to the payer, to the client of the request it names, a late line of an approved request or of a failed withdrawal, a withdrawal paid with another amount, several requests, a penny-drop to a client’s account, the pay-in or pay-out of settlements, a levy or bill of the exchange, or a transfer between the broker’s bank accounts; or moves a matched payment that was booked to another bank account. What moves a client’s money, a return, a transfer, a move, charges and interest above the limit of one operator, and a settlement or levy that is unproven or not what the books expect need a second operator.',
    body: z.object({
      kind: lineBookingKind,
      reason,
      /** For a late line. */
      paymentId: z.optional(id),
      /** For a payment that returned a receipt. */
      returnId: z.optional(id),
      /** For a penny-drop, with the name that the bank returned. */
      saudaId: z.optional(saudaId),
      nameAtBank: z.optional(forClients(line('Enter the name the bank returned', 100))),
      /** For the pay-in or pay-out: one settlement, or several whose open obligations add up to the line. */
      settlementIds: z.optional(
        z.array(line('Choose the settlement', 20)).check(z.maxLength(10, { error: 'Choose at most 10 settlements' })),
      ),
      levy: z.optional(z.enum(keysOf(levyAccountNames), { error: 'Choose what this bank entry pays' })),
      /** For a split. */
      parts: z.optional(
        z
          .array(z.object({ paymentId: id, amount: rupeesIn }))
          .check(z.maxLength(50, { error: 'Choose at most 50 requests' })),
      ),
    }),
    reply: z.object({ ...secondFields }),
    errors: [
      ...Object.values(bookErrors),
      insufficientBalance(50_000n),
      commonErrors.noRight,
      alreadyDecided('another operator'),
    ],
  }),
  reverse: call('POST /desk/reconciliation/lines/:lineId/reverse', 'wallet.approve', {
    does: 'Reverses the booking of a line with contra entries; the entry is an exception again. With a second operator where the booking needed one.',
    body: z.object({ reason }),
    reply: z.object({ ...secondFields }),
    errors: [notBooked, splitStays, isReturned, insufficientBalance(50_000n)],
  }),
}
