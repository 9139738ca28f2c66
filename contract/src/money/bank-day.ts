import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { commonErrors, conflict, invalid } from '../platform/error.ts'
import { day, id, keysOf, moment, rupeesIn, rupeesOut, secondFields } from '../platform/field.ts'
import { formatRupees } from '../platform/money.ts'

/** bank-day: the days of the broker's bank accounts, compared with the statements and signed off by two operators. */

export const bankDayRules = {
  /** Entries of the books or the bank only, with which a day can be closed. */
  items: 2000,
  /** Pending requests in the list of open points, oldest first. */
  requests: 200,
} as const

export const bankDayTexts = { exceptions: 'Charges, interest, other' } as const

const bankDayState = z.enum(['open', 'requested', 'closed'])
export type BankDayState = z.infer<typeof bankDayState>

/** In the order of the reconciliation statement, from the balance by the books to that of the bank. */
export const bankDayItemLabels = {
  before: 'Balance before the first imported statement',
  bankReceipt: 'Receipts in the bank, not in the books',
  bankPayment: 'Payments in the bank, not in the books',
  bookReceipt: 'Receipts in the books, not in the bank',
  bookPayment: 'Payments in the books, not in the bank',
} as const
export type BankDayItemKind = keyof typeof bankDayItemLabels
export const bankDayItemKinds = keysOf(bankDayItemLabels)

/** The page that the desk opens for it. */
const subject = {
  lineId: z.optional(id),
  payment: z.optional(z.object({ _id: id, kind: z.enum(['deposit', 'withdrawal', 'charge']) })),
}

const item = z.object({
  kind: z.enum(bankDayItemKinds),
  /** Day of the bank line, or value date of the entry. */
  day: z.iso.date(),
  text: z.string(),
  /** Added to the balance by the books; below zero where it is deducted. */
  amount: rupeesOut,
  ...subject,
})
export type BankDayItem = z.infer<typeof item>

const point = z.object({
  text: z.string(),
  /** The day cannot be closed before this is resolved. */
  blocks: z.boolean(),
  page: z.optional(z.enum(['import', 'books'])),
  ...subject,
})
export type BankDayPoint = z.infer<typeof point>

const figures = {
  opening: rupeesOut,
  receipts: rupeesOut,
  payouts: rupeesOut,
  /** Charges, interest and other entries of the bank; below zero if more was deducted. */
  exceptions: rupeesOut,
  /** By the books. */
  closing: rupeesOut,
  /** Closing balance of the statement; absent while the imported lines do not give it. */
  bankClosing: z.optional(rupeesOut),
}

const movements = { receipts: rupeesOut, payouts: rupeesOut, exceptions: rupeesOut }

const bankDay = z.object({
  bankAccountId: id,
  bankAccountName: z.string(),
  day: z.iso.date(),
  /** The first day of these figures: the one after the last closed day. */
  from: z.iso.date(),
  state: bankDayState,
  /** Closed together with this later day. */
  closedWith: z.optional(z.iso.date()),
  ...figures,
  /** The balances an operator may enter, because lines have no running balance; `both` before the first sign-off. */
  balanceEntry: z.optional(z.enum(['closing', 'both'])),
  /** Who entered `bankClosing`. */
  entered: z.optional(z.object({ by: z.string(), at: moment })),
  items: z.array(item),
  points: z.array(point),
  /** Version of figures and items; whoever signs them off repeats it. */
  version: z.string(),
  proposalId: z.optional(id),
  requestedBy: z.optional(z.string()),
  requestedById: z.optional(id),
  closedBy: z.optional(z.string()),
  closedAt: z.optional(moment),
})
export type BankDay = z.infer<typeof bankDay>

const listed = z.object({
  day: z.iso.date(),
  state: bankDayState,
  ...movements,
  /** Lines of the imported statements. */
  lines: z.number(),
  /** Those of them that are not booked, if any. */
  unbooked: z.optional(z.object({ lines: z.number(), received: rupeesOut, paid: rupeesOut })),
  /** Closing balance of a day that was signed off. */
  bankClosing: z.optional(rupeesOut),
})
export type ListedBankDay = z.infer<typeof listed>

export const bankDayErrors = {
  future: invalid('This day has not come yet'),
  closed: conflict('This day is closed'),
  requested: conflict('The sign-off of a day of this account is already awaiting a second operator'),
  changed: conflict(
    'The figures changed since you opened this page. Check them again before you request the sign-off.',
  ),
  changedSince: conflict(
    'The figures changed after the sign-off was requested. Reject this request, check the day and request it again.',
  ),
  balanceKnown: conflict(
    'The imported entries of these days have running balances and are confirmed, so none is entered',
  ),
  openingNeeded: invalid('Enter the opening balance printed on the statement'),
  unbalanced: conflict('The books do not balance. Find the difference under Books first.'),
} as const

const e = bankDayErrors

/** `why` is an open point that blocks. */
export const cannotClose = (why: string) => conflict(`This day cannot be closed yet. ${why}`)

/** In paise. */
export const balanceDiffers = (opening: bigint, expected: bigint) =>
  invalid(
    `The opening balance of ${formatRupees(opening)} and the imported entries give ${formatRupees(expected)}. Compare both with the statement: entries may be missing or imported twice.`,
  )

export const balanceOfFile = (fileName: string, inFile: bigint, entered: bigint) =>
  invalid(
    `The file ${fileName} ends with ${formatRupees(inFile)}, and you entered ${formatRupees(entered)}. Compare both with the bank’s own page: if the bank does not have the balance of the file, the file is not the bank’s.`,
  )
export const confirmedByImporter = (fileName: string) =>
  conflict(`You imported ${fileName}. An operator who did not import it must confirm the bank’s balance.`)

const chosenDay = day('Choose a day')
const month = z
  .string({ error: 'Choose a month' })
  .check(z.regex(/^(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])$/, { error: 'Choose a month' }))

export const bankDayCalls = {
  list: call('GET /desk/bank-days', 'ledger.read', {
    does: 'The days of a month of one bank account up to today, newest first; by default this month of the account that receives.',
    reads: ['reconciliation', 'broker-bank', 'proposal'],
    query: z.object({ bankAccountId: z.optional(id), month: z.optional(month) }),
    reply: z.object({
      bankAccountId: id,
      bankAccountName: z.string(),
      month,
      closedThrough: z.optional(z.iso.date()),
      days: z.array(listed),
    }),
    errors: [commonErrors.notFound],
  }),
  day: call('GET /desk/bank-days/:bankAccountId', 'ledger.read', {
    does: 'The bank reconciliation statement of one day, by default today, with what is still open; of a closed day as it was signed off.',
    reads: ['reconciliation', 'broker-bank', 'proposal'],
    query: z.object({ day: z.optional(chosenDay) }),
    reply: bankDay,
    errors: [commonErrors.notFound, e.future],
  }),
  file: call('GET /desk/bank-days/:bankAccountId/file', 'ledger.read', {
    does: 'The bank reconciliation statement of one day, by default today, as PDF.',
    query: z.object({ day: z.optional(chosenDay) }),
    reply: 'file',
    errors: [commonErrors.notFound, e.future],
  }),
  enterBalance: call('POST /desk/bank-days/:bankAccountId/balance', 'wallet.approve', {
    does: 'Enters the closing balance printed on a statement whose lines have no running balance, and before the first sign-off its opening balance. Rejected unless the imported lines lead from one to the other. It also confirms the statements up to the day that the operator did not import; with running balances, if it is the balance with which the last of them ends.',
    body: z.object({ day: chosenDay, opening: z.optional(rupeesIn), closing: rupeesIn }),
    reply: bankDay,
    errors: [
      commonErrors.notFound,
      e.future,
      e.closed,
      e.balanceKnown,
      e.openingNeeded,
      balanceDiffers(100_000n, 150_000n),
      balanceOfFile('november.csv', 100_000n, 150_000n),
      confirmedByImporter('november.csv'),
    ],
  }),
  close: call('POST /desk/bank-days/:bankAccountId/close', 'ledger.adjust', {
    does: 'Requests the sign-off of a day and all open days before it; another operator must approve it. From then on nothing can be booked on these days.',
    body: z.object({ day: chosenDay, version: z.string({ error: 'Open the day first' }) }),
    reply: z.extend(bankDay, secondFields),
    errors: [
      commonErrors.notFound,
      e.future,
      e.closed,
      e.requested,
      e.changed,
      cannotClose('The imported statements end on 19 Nov 2026.'),
    ],
  }),
}
