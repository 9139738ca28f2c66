import * as z from 'zod/mini'
import { bankDetailsInput } from './bank.ts'
import { call } from '../platform/call.ts'
import { forClients } from '../platform/client-text.ts'
import { commonErrors, conflict, invalid } from '../platform/error.ts'
import { day, id, line, moment, rupeesIn, rupeesOut, secondFields, tidy } from '../platform/field.ts'

/** broker-bank: the broker's own bank accounts, and which of them clients pay to. */

/** The broker's bank account that received a deposit, if no bank line determines it. */
export const bankAccountErrors = {
  ofLine: conflict('The bank entry with this reference is of another bank account. Choose that account.'),
  ofWithdrawal: { status: 400, message: 'Only the approval of a deposit names a bank account' },
  ofFirst: conflict('The first approval named another bank account. Approve for the same one, or reject the deposit.'),
} as const

/** The bank account of a request that an operator decides. */
export const bankAccountChoice = {
  /** To choose from; absent with one account, and after the first approval. */
  bankAccounts: z.optional(z.array(z.object({ _id: id, name: z.string() }))),
  /** Named by the first of two approvals. */
  firstApprovalBankAccount: z.optional(z.string()),
}

/** A UPI ID, and what live mode demands of it: SEBI's validated handles of brokers. */
export const upiIdPattern = /^[\w.-]{2,256}@[\w.-]{2,64}$/
export const liveUpiIdPattern = /^[\w.-]+\.brk@valid[a-z]+$/i

const upiIdError = { error: 'Enter a UPI ID such as name@bank' }

const details = z.object({
  name: forClients(line('Please enter a name for the account', 60)),
  accountNumber: bankDetailsInput.shape.accountNumber,
  ifsc: bankDetailsInput.shape.ifsc,
  upiId: z.string(upiIdError).check(tidy(), z.regex(upiIdPattern, upiIdError)),
  upiName: forClients(line('Please enter the name that payers see', 99)),
  /** Clients pay deposits and charges to this account, and to no other. */
  receives: z.boolean(),
})
export type BrokerBankDetails = z.output<typeof details>

/** Number and IFSC are missing on the account made from the settings, until they are entered. */
const account = z.extend(details, {
  _id: id,
  accountNumber: z.optional(z.string()),
  ifsc: z.optional(z.string()),
})
export type BrokerBank = z.output<typeof account>

const opening = z.object({
  /** At the beginning of which the account had this balance. */
  day: z.iso.date(),
  amount: rupeesOut,
  requestedBy: z.string(),
  bookedBy: z.string(),
  bookedAt: moment,
  /** The first day of its statements, and what they begin with beyond the books. */
  statement: z.optional(z.object({ day: z.iso.date(), difference: rupeesOut })),
})
export type BankOpening = z.output<typeof opening>

/** `pending`: the oldest change that awaits a second operator. */
const listed = z.extend(account, { opening: z.optional(opening), pending: z.optional(id) })
export type ListedBrokerBank = z.output<typeof listed>

export const brokerBankErrors = {
  taken: conflict('An account with this number and IFSC already exists'),
  noReceiver: conflict('Clients pay to this account. Choose another account for that first.'),
  notValidated: invalid('Enter a validated UPI handle for brokers, such as name.brk@validbank'),
  opened: conflict('This account has an opening balance. Reverse it before you enter another one.'),
  noOpening: conflict('This account has no opening balance'),
  openingChanged: conflict(
    'The opening balance changed after its reversal was requested. Reject this request and make it again.',
  ),
  openingPending: conflict('The opening balance of this account is already awaiting a second operator'),
  openingFuture: invalid('This day has not come yet'),
} as const

/** `first`: the day of the first entry of the bank or the books. */
export const bookedSince = (first: string) =>
  conflict(`This account has entries from ${first} on. Enter the balance at the beginning of that day.`)

const { taken, noReceiver, notValidated, ...o } = brokerBankErrors

export const brokerBankCalls = {
  list: call('GET /desk/bank-accounts', 'ledger.read', {
    does: 'The broker’s bank accounts with their opening balances and pending changes, by name.',
    reads: ['broker-bank', 'proposal'],
    reply: z.array(listed),
  }),
  add: call('POST /desk/bank-accounts', 'operator.manage', {
    does: 'Adds a bank account; from the second administrator on, one of them must approve it.',
    body: details,
    reply: z.extend(account, secondFields),
    errors: [taken, notValidated],
  }),
  edit: call('PUT /desk/bank-accounts/:accountId', 'operator.manage', {
    does: 'Changes a bank account, its UPI handle, or where clients pay; from the second administrator on, one of them must approve it.',
    body: details,
    reply: z.extend(account, secondFields),
    errors: [taken, noReceiver, notValidated],
  }),
  open: call('POST /desk/bank-accounts/:accountId/opening', 'ledger.adjust', {
    does: 'Requests the opening balance of a bank account at the beginning of a day; a second operator must approve it. Its other side is the ledger account of opening balances.',
    body: z.object({ day: day('Enter the day'), amount: rupeesIn }),
    reply: z.extend(listed, secondFields),
    errors: [commonErrors.notFound, o.opened, o.openingPending, o.openingFuture, bookedSince('3 Nov 2026')],
  }),
  reverseOpening: call('POST /desk/bank-accounts/:accountId/opening/reverse', 'ledger.adjust', {
    does: 'Requests the reversal of an opening balance by a contra entry; a second operator must approve it. Then another one can be entered.',
    body: z.object({ reason: line('Please give a reason', 300) }),
    reply: z.extend(listed, secondFields),
    errors: [commonErrors.notFound, o.noOpening, o.openingPending, o.openingChanged],
  }),
}
