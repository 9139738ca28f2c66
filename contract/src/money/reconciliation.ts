import * as z from 'zod/mini'
import { ofAccount, ofSheet, statementFileErrors } from './statement-file.ts'
import { statement, statementFields } from './bank-statement.ts'
import { call, type Right } from '../platform/call.ts'
import { forClients } from '../platform/client-text.ts'
import { csvErrorList } from '../platform/csv.ts'
import { clientFields, id, line, moment, optionalLine, rupeesOut, secondFields } from '../platform/field.ts'
import { alreadyDecided, commonErrors, conflict, invalid } from '../platform/error.ts'
import { reserved } from '../core/approval.ts'
import { reviewErrors } from '../core/proposal-review.ts'
import { idempotencyErrors } from '../core/idempotency.ts'
import { lineBooking } from './line-booking.ts'
import { bankConfidence, caseWarnings, exceptionKind } from '../core/queue.ts'
import { utrUsed } from './reference.ts'
import { layoutRequested, statementLayout } from './statement-layout.ts'

/** For an exact match that this operator cannot approve alone. */
const lineObstacle = z.object({
  reasons: z.array(z.string()),
  /** The operators who may approve it instead. */
  approvers: z.optional(z.array(z.string())),
  /** An approval would be recorded as the first of two. */
  isFirst: z.optional(z.boolean()),
})

/** reconciliation: bank statement lines matched with clients' payments. Moves no money by itself. */

/** credit: received. debit: paid out. */
export const direction = z.enum(['credit', 'debit'])
export type Direction = z.infer<typeof direction>
const paymentKind = z.enum(['deposit', 'withdrawal', 'charge'])
export type PaymentKind = z.infer<typeof paymentKind>

/** The right to approve a payment of each kind. */
export const paymentRights = {
  deposit: 'wallet.approve',
  withdrawal: 'wallet.pay',
  charge: 'charge.approve',
} as const satisfies Record<PaymentKind, Right>

export const lineStates = ['approve', 'exception', 'matched', 'settled'] as const
/** approve: matches a pending payment. matched: payment known. settled: an exception with a note. */
const lineState = z.enum(lineStates)
export type LineState = z.infer<typeof lineState>

export const reconciliationRules = {
  pageRows: 50,
  /** The header is searched in these rows, below the bank's address block. */
  headerRows: 60,
  sampleRows: 8,
  /** Rows shown to choose the columns from. */
  layoutRows: 40,
  statements: 50,
  /** A longer text means that a quote is missing. */
  textLength: 1000,
  /** Days before and after the booking date in which a request of the same amount may match. */
  requestedBefore: { credit: 1, debit: 7 },
  requestedAfter: { credit: 3, debit: 1 },
  /** Earliest lines of the same amount compared with a request. */
  sameAmount: 20,
} as const

const payment = z.object({
  kind: paymentKind,
  _id: id,
  /** `ADD100001`, `WDR100002`, `CHG100003`. */
  name: z.string(),
  amount: rupeesOut,
  /** The UTR or transaction ID given by the client. */
  reference: z.optional(z.string()),
  /** unpaid: a charge without a submitted payment. */
  status: z.enum(['pending', 'approved', 'rejected', 'unpaid']),
  askedAt: moment,
  ...clientFields,
})
export type Payment = z.infer<typeof payment>

const bankLine = z.object({
  _id: id,
  state: lineState,
  direction,
  /** The approval date for a payment missing from the statement. */
  bookedOn: z.iso.date(),
  amount: rupeesOut,
  /** Narration; empty if the line is missing. */
  text: z.string(),
  /** The bank's reference. */
  reference: z.optional(z.string()),
  balance: z.optional(rupeesOut),
  /** The broker’s bank account; absent for a payment missing from the statement. */
  account: z.optional(z.string()),
  fileName: z.optional(z.string()),
  lineNumber: z.optional(z.number()),
  confidence: z.optional(bankConfidence),
  exception: z.optional(exceptionKind),
  reason: z.string(),
  /** The payer’s name in the narration. */
  payer: z.optional(z.string()),
  /** A credit whose narration does not say who paid; absent also for a booking that has no payer, such as interest. */
  isPayerUnreadable: z.optional(z.literal(true)),
  payment: z.optional(payment),
  /** For an unidentified credit: pending requests of the same amount, for which the client gave another reference. */
  possible: z.optional(z.array(payment)),
  approvedBy: z.optional(z.string()),
  /** Gave the first of two approvals of the payment. */
  firstApproval: z.optional(z.string()),
  /** The day for which a booking will count, because that of the line is closed. */
  countsOn: z.optional(z.iso.date()),
  obstacle: z.optional(lineObstacle),
  warnings: z.optional(caseWarnings),
  /** For a single line: another bank account of the broker, to which its payment is booked. */
  bookedTo: z.optional(z.string()),
  /** For a single line: what operators booked, newest first. */
  bookings: z.optional(z.array(lineBooking)),
  /** Requests that await a second operator. */
  requested: z.optional(z.object({ proposalId: id, by: z.string() })),
  settled: z.optional(z.object({ by: z.string(), at: moment, note: z.string() })),
})
export type BankLine = z.infer<typeof bankLine>

const counts = z.object({
  /** Lines in `approve` that may be approved in bulk. */
  exact: z.number(),
  approve: z.number(),
  exception: z.number(),
})

const waiting = z.extend(counts, {
  /** Total of the exact matches, in rupees. */
  exactReceived: rupeesOut,
  exactPaid: rupeesOut,
})

const reading = z.object({
  ...statementFields,
  columns: z.array(z.object({ header: z.string(), readAs: z.string() })),
  /** Columns with contents that are not read. */
  unused: z.array(z.string()),
  /** The sheet that was read, where a workbook has several, and all that have contents. */
  sheet: z.optional(z.string()),
  sheets: z.optional(z.array(z.string())),
  credits: rupeesOut,
  debits: rupeesOut,
  /** Rows with a balance, a total, or a date without an amount. */
  withoutAmount: z.number(),
  warnings: z.array(z.string()),
  matched: z.number(),
  /** Entries imported before that this file lacks, or has with another balance. */
  contradicts: z.optional(z.number()),
  counts,
})
export type Reading = z.infer<typeof reading>

export const reconciliationErrors = {
  noHeader: invalid(
    'No row names the columns. One of the first 60 rows must name the date, the narration or description, and the withdrawal and deposit (or debit and credit).',
  ),
  noColumns: invalid('Only spaces separate the columns of this file. Download it from the bank as CSV or Excel.'),
  noLines: invalid('This file has no lines with a date and an amount'),
  noPeriod: invalid(
    'This file has no bookings and does not say which past days it covers. Enter its first and last day.',
  ),
  chooseAccount: invalid('Choose the bank account of this statement'),
  changed: conflict('This entry no longer matches what you reviewed. Review it again before you decide.'),
  notToApprove: conflict('This entry is not awaiting approval'),
  notException: conflict('This entry is no longer an exception'),
  notUnidentified: conflict('Only an unidentified credit can be credited to a client'),
} as const

const r = reconciliationErrors

/** `ending`: the last digits in the file. */
export const otherAccount = (ending: string, name: string) =>
  invalid(`This file is of an account ending in ${ending}, not of ${name}`)

export const importedElsewhere = (name: string) =>
  conflict(`Lines of this file were imported for ${name}. Choose that account.`)

/** `day`: of the opening balance. */
export const beforeOpening = (day: string) =>
  invalid(
    `The books of this account begin with its opening balance of ${day}, and the file has earlier entries. Export the statement from that day on. Nothing was imported.`,
  )

const fileErrors = [
  ...csvErrorList,
  r.noHeader,
  r.noColumns,
  ...Object.values(statementFileErrors),
  r.noLines,
  r.noPeriod,
  r.chooseAccount,
  otherAccount('1234', 'HDFC client account'),
  importedElsewhere('HDFC'),
  beforeOpening('22 Nov 2026'),
  commonErrors.notFound,
]

/** The payment shown to the operator; if the line now matches another one, the approval is rejected. */
const reviewedPayment = { paymentId: id }

export const reconciliationCalls = {
  preview: call('POST /desk/reconciliation/preview', 'wallet.approve', {
    does: 'Reads a bank statement (field `file`) and returns what an import would do. Changes nothing.',
    query: ofAccount,
    csv: 'file',
    reply: z.extend(reading, { sample: z.array(bankLine) }),
    errors: fileErrors,
  }),
  importStatement: call('POST /desk/reconciliation/statements', 'wallet.approve', {
    does: 'Imports a bank statement (field `file`). Lines imported before are unchanged; no money moves.',
    query: ofAccount,
    csv: 'file',
    reply: reading,
    errors: [...fileErrors, ...Object.values(idempotencyErrors)],
  }),
  columns: call('POST /desk/reconciliation/columns', 'wallet.approve', {
    does: 'The first rows of a bank statement (field `file`), to choose its columns from. Changes nothing.',
    query: z.object(ofSheet),
    csv: 'file',
    reply: z.object({ rows: z.array(z.array(z.string())), sheets: z.optional(z.array(z.string())) }),
    errors: [...csvErrorList, ...Object.values(statementFileErrors)],
  }),
  layouts: call('GET /desk/reconciliation/layouts', 'ledger.read', {
    does: 'The columns chosen for the statements of each bank account.',
    reads: ['reconciliation', 'charge'],
    reply: z.object({ layouts: z.array(z.object({ bankAccountId: id, layout: statementLayout })) }),
  }),
  saveLayout: call('PUT /desk/reconciliation/layouts/:bankAccountId', 'wallet.approve', {
    does: 'Remembers the columns of the statements of a bank account, once a second operator approves. Statements with another header are read as before.',
    body: statementLayout,
    reply: z.object({ layout: statementLayout, ...secondFields }),
    errors: [commonErrors.notFound, layoutRequested('Asha')],
  }),
  statements: call('GET /desk/reconciliation/statements', 'ledger.read', {
    does: 'Imported bank statements that added lines, newest first.',
    reads: ['reconciliation', 'charge'],
    reply: z.object({ statements: z.array(statement) }),
  }),
  lines: call('GET /desk/reconciliation/lines', 'ledger.read', {
    does: 'Bank lines of one state: pending ones oldest first, others newest first; `after` is the _id of the last one already read. With `search` (a reference, a request or an amount), lines of every state.',
    reads: ['reconciliation', 'charge'],
    query: z.object({ show: z.optional(lineState), search: z.optional(optionalLine(60)), after: z.optional(id) }),
    reply: z.object({ lines: z.array(bankLine), more: z.boolean(), counts: waiting }),
  }),
  line: call('GET /desk/reconciliation/lines/:lineId', 'ledger.read', {
    does: 'One bank line with its match and the reason for it.',
    reads: ['reconciliation', 'charge'],
    reply: bankLine,
  }),
  ofPayment: call('GET /desk/reconciliation/payments/:paymentId', 'ledger.read', {
    does: 'The bank lines matched to a deposit, a withdrawal or a charge.',
    reads: ['reconciliation', 'charge'],
    reply: z.object({ lines: z.array(bankLine) }),
  }),
  approve: call('POST /desk/reconciliation/lines/:lineId/approve', 'operator', {
    does: 'Approves the matched request under the bank’s reference; the effect and the required rights are those of the request’s own approval. `asReceived`: the amount of this line is credited to a deposit that asked for another one. The second of two approvals needs the `version` of the request that the operator saw.',
    body: z.object({ ...reviewedPayment, asReceived: z.optional(z.literal(true)), version: z.optional(z.string()) }),
    reply: z.extend(bankLine, { waitsForSecond: z.boolean() }),
    errors: [
      commonErrors.noRight,
      alreadyDecided('another operator'),
      r.changed,
      r.notToApprove,
      utrUsed,
      reviewErrors.changed,
    ],
  }),
  approveTogether: call('POST /desk/reconciliation/approve', 'operator', {
    does: 'Approves up to 100 exact matches independently, as `approve` does, if this operator alone may; a rejected one does not stop the others.',
    body: z.object({
      matches: z
        .array(z.object({ lineId: id, ...reviewedPayment }), { error: 'Choose the matches to approve' })
        .check(z.minLength(1, { error: 'Choose the matches to approve' }))
        .check(z.maxLength(100, { error: 'Approve at most 100 matches at a time' })),
    }),
    reply: z.object({
      results: z.array(
        z.object({
          lineId: id,
          outcome: z.enum(['approved', 'refused']),
          message: z.optional(z.string()),
        }),
      ),
    }),
    errors: [commonErrors.twoAtOnce, idempotencyErrors.keyReused],
  }),
  credit: call('POST /desk/reconciliation/lines/:lineId/credit', 'wallet.approve', {
    does: 'Asks a second operator to credit an unidentified receipt to a client. Approved, it is a deposit of the client under the bank’s reference.',
    body: z.object({ clientId: id, reason: forClients(line('Say how you know that the money is this client’s', 500)) }),
    reply: z.extend(bankLine, secondFields),
    errors: [commonErrors.notVerified, r.notUnidentified, reserved],
  }),
  settle: call('POST /desk/reconciliation/lines/:lineId/settle', 'wallet.approve', {
    does: 'Closes an exception with a resolution note. No money moves. Above the limit of one operator it needs a second one.',
    body: z.object({ note: line('Enter a resolution note', 500) }),
    reply: z.extend(bankLine, secondFields),
    errors: [alreadyDecided('another operator'), r.notException, reserved],
  }),
}
