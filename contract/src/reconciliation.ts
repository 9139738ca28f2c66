import * as z from 'zod/mini'
import { call } from './call.ts'
import { csvErrorList } from './csv.ts'
import { id, line, moment, optionalLine, rupeesOut } from './field.ts'
import { alreadyDecided } from './error.ts'

/** reconciliation: the lines of the bank's statement beside what clients told us. It never moves money by itself. */

/** credit: the bank received it; debit: the bank paid it out. */
export const direction = z.enum(['credit', 'debit'])
export type Direction = z.infer<typeof direction>

/** What money at the bank can be for. */
const paymentKind = z.enum(['deposit', 'withdrawal', 'charge'])
export type PaymentKind = z.infer<typeof paymentKind>

export const lineStates = ['approve', 'exception', 'matched', 'settled'] as const
/** approve: fits something that waits. matched: it is known what it was for. settled: an exception with a note. */
const lineState = z.enum(lineStates)
export type LineState = z.infer<typeof lineState>

/** exact: named by a reference of ours or the bank’s, one that no other line or request shares, and the amount is the same. */
const confidence = z.enum(['exact', 'likely', 'unsure'])
export type Confidence = z.infer<typeof confidence>

const exceptionKind = z.enum(['unasked', 'unexplained', 'amount', 'duplicate', 'reversed', 'missing'])
export type ExceptionKind = z.infer<typeof exceptionKind>

/** Why a line needs somebody, at a glance. */
export const exceptionWords = {
  unasked: 'Unidentified credit',
  unexplained: 'Unidentified debit',
  amount: 'Amount differs',
  duplicate: 'Duplicate',
  reversed: 'Returned',
  missing: 'Not in the statement',
} as const satisfies Record<ExceptionKind, string>

export const confidenceWords = {
  exact: 'Exact',
  likely: 'Likely',
  unsure: 'Unsure',
} as const satisfies Record<Confidence, string>

export const reconciliationRules = {
  /** Lines on a page. */
  pageRows: 50,
  /** Rows in which the header must stand: banks write the holder's address above it. */
  headerRows: 60,
  /** Lines of a file shown before it is imported. */
  sampleRows: 8,
  /** Statements listed. */
  statements: 50,
  /** Lines approved by one press at most. */
  together: 100,
  /** Longest text of a line; more means that a quote is missing. */
  textLength: 1000,
  /** Days from the bank's day on which a request of the same amount may be what the money is for. */
  askedBefore: { credit: 1, debit: 7 },
  askedAfter: { credit: 3, debit: 1 },
  /** Of the lines with the amount of one request, so many of the earliest are compared with it. */
  sameAmount: 20,
} as const

/** What the request, charge or intent is that a line fits or resembles. */
const payment = z.object({
  kind: paymentKind,
  _id: id,
  /** `ADD100001`, `WDR100002`, `CHG100003`. */
  name: z.string(),
  amount: rupeesOut,
  /** The UTR or transaction ID the client told us. */
  entered: z.optional(z.string()),
  /** unpaid: a charge nobody said they paid. */
  status: z.enum(['pending', 'approved', 'rejected', 'unpaid']),
  askedAt: moment,
  clientId: id,
  clientName: z.string(),
  saudaId: z.string(),
})
export type Payment = z.infer<typeof payment>

const bankLine = z.object({
  _id: id,
  state: lineState,
  direction,
  /** The bank's day; of a payment that is not in the statement, the day it was approved. */
  bookedOn: z.iso.date(),
  amount: rupeesOut,
  /** What the bank wrote; empty where the line is missing. */
  text: z.string(),
  /** How the bank names the payment. */
  reference: z.optional(z.string()),
  balance: z.optional(rupeesOut),
  /** Where it stands. */
  fileName: z.optional(z.string()),
  lineNumber: z.optional(z.number()),
  confidence: z.optional(confidence),
  exception: z.optional(exceptionKind),
  /** Why it fits or why nothing does, as sentences. */
  reason: z.string(),
  payment: z.optional(payment),
  /** Who approved it from here. */
  approvedBy: z.optional(z.string()),
  settled: z.optional(z.object({ by: z.string(), at: moment, note: z.string() })),
})
export type BankLine = z.infer<typeof bankLine>

const counts = z.object({
  /** Of `approve`, those that may be approved together. */
  exact: z.number(),
  approve: z.number(),
  exception: z.number(),
})

const waiting = z.extend(counts, {
  /** Rupees that the exact matches bring in and pay out together. */
  exactReceived: rupeesOut,
  exactPaid: rupeesOut,
})

/** What a file says, and what importing it does. */
const reading = z.object({
  fileName: z.string(),
  /** Last four digits of the account's number, where the file tells them. */
  account: z.optional(z.string()),
  /** Columns used, each under what it is read as. */
  columns: z.array(z.object({ header: z.string(), readAs: z.string() })),
  firstOn: z.iso.date(),
  lastOn: z.iso.date(),
  lines: z.number(),
  /** Lines not imported before. */
  added: z.number(),
  credits: rupeesOut,
  debits: rupeesOut,
  /** Rows with a date and no amount, such as an opening balance. */
  withoutAmount: z.number(),
  /** What somebody should look at, as sentences. */
  warnings: z.array(z.string()),
  /** What the new lines turned out to be. */
  matched: z.number(),
  counts,
})
export type Reading = z.infer<typeof reading>

const statement = z.object({
  _id: id,
  fileName: z.string(),
  account: z.optional(z.string()),
  firstOn: z.iso.date(),
  lastOn: z.iso.date(),
  lines: z.number(),
  added: z.number(),
  importedBy: z.string(),
  importedAt: moment,
})
export type Statement = z.infer<typeof statement>

export const reconciliationErrors = {
  noHeader: {
    status: 422,
    message:
      'No line names the columns. One of the first 60 must say: date, narration or description, withdrawal and deposit (or debit and credit).',
  },
  noLines: { status: 422, message: 'This file has no lines with a date and an amount' },
  changed: {
    status: 409,
    message: 'This entry no longer matches what you reviewed. Review it again before you decide.',
  },
  notToApprove: { status: 409, message: 'This entry is not awaiting approval' },
  notException: { status: 409, message: 'This entry is no longer an exception' },
  noReference: {
    status: 409,
    message: 'The bank gave no reference for this line. Approve the request on its own page.',
  },
} as const

const r = reconciliationErrors

/** Which request the operator saw beside the line: another one is not approved unseen. */
const seen = { paymentId: id }

export const reconciliationCalls = {
  preview: call({
    method: 'POST',
    path: '/desk/reconciliation/preview',
    who: 'wallet.approve',
    does: 'Reads a bank statement (field `file`) and says what importing it would do. Changes nothing.',
    csv: 'file',
    reply: z.extend(reading, { sample: z.array(bankLine) }),
    errors: [...csvErrorList, r.noHeader, r.noLines],
  }),
  importStatement: call({
    method: 'POST',
    path: '/desk/reconciliation/statements',
    who: 'wallet.approve',
    does: 'Imports a bank statement (field `file`). Lines imported before stay as they are; no money moves.',
    csv: 'file',
    reply: reading,
    errors: [...csvErrorList, r.noHeader, r.noLines],
  }),
  statements: call({
    method: 'GET',
    path: '/desk/reconciliation/statements',
    who: 'ledger.read',
    does: 'Bank statements that brought something new, newest first.',
    reply: z.object({ statements: z.array(statement) }),
  }),
  lines: call({
    method: 'GET',
    path: '/desk/reconciliation/lines',
    who: 'ledger.read',
    does: 'Bank lines of one state: those that wait oldest first, the others newest first; `after` is the _id of the last one already read. With `search` (a reference, a request or an amount) of every state.',
    query: z.object({
      show: z.optional(lineState),
      search: z.optional(optionalLine(60)),
      after: z.optional(id),
    }),
    reply: z.object({ lines: z.array(bankLine), more: z.boolean(), counts: waiting }),
  }),
  line: call({
    method: 'GET',
    path: '/desk/reconciliation/lines/:lineId',
    who: 'ledger.read',
    does: 'One bank line, with what it fits and why.',
    reply: bankLine,
  }),
  ofPayment: call({
    method: 'GET',
    path: '/desk/reconciliation/payments/:paymentId',
    who: 'ledger.read',
    does: 'The bank lines that fit a deposit, a withdrawal or a charge.',
    reply: z.object({ lines: z.array(bankLine) }),
  }),
  approve: call({
    method: 'POST',
    path: '/desk/reconciliation/lines/:lineId/approve',
    who: 'operator',
    does: 'Approves what the line fits, under the bank’s reference: exactly as on the request’s own page, with the same rights.',
    body: z.object(seen),
    reply: z.extend(bankLine, { waitsForSecond: z.boolean() }),
    errors: [alreadyDecided('another operator'), r.changed, r.notToApprove, r.noReference],
  }),
  approveTogether: call({
    method: 'POST',
    path: '/desk/reconciliation/approve',
    who: 'operator',
    does: 'Approves up to 100 exact matches, each by itself as `approve` does; one that is refused does not stop the others.',
    body: z.object({
      matches: z
        .array(z.object({ lineId: id, ...seen }), { error: 'Choose the matches to approve' })
        .check(z.minLength(1, { error: 'Choose the matches to approve' }))
        .check(z.maxLength(100, { error: 'Approve at most 100 matches at a time' })),
    }),
    reply: z.object({
      results: z.array(
        z.object({
          lineId: id,
          outcome: z.enum(['approved', 'waitsForSecond', 'refused']),
          /** Why it was refused. */
          message: z.optional(z.string()),
        }),
      ),
    }),
  }),
  settle: call({
    method: 'POST',
    path: '/desk/reconciliation/lines/:lineId/settle',
    who: 'wallet.approve',
    does: 'Takes an exception out of the queue with a note. No money moves.',
    body: z.object({ note: line('Enter a resolution note', 500) }),
    reply: bankLine,
    errors: [alreadyDecided('another operator'), r.notException],
  }),
}
