import * as z from 'zod/mini'
import { caseReads, clientReads, ledgerReads } from './notice.ts'
import { call } from '../platform/call.ts'
import { forClients } from '../platform/client-text.ts'
import { clientFields, id, keysOf, line, moment, rupeesIn, rupeesOut } from '../platform/field.ts'
import { alreadyDecided, commonErrors, conflict, invalid } from '../platform/error.ts'
import { above, formatRupees, least } from '../platform/money.ts'
import { claimFields, decisionFields } from './queue.ts'

/** ledger: the books. One entry moves one amount from one ledger account to another; entries are never changed. */

/** Per client; never negative. */
export const clientLedgerAccounts = ['cash', 'invested', 'loan', 'cashback', 'withheld', 'unsettled'] as const
/** Summed from entries, never stored as a balance. */
export const brokerLedgerAccounts = [
  'bank',
  'clearing',
  'loans_receivable',
  'fees',
  'gst',
  'cashback_expense',
  'adjustment',
  'bank_charges',
  'bank_interest',
  'unidentified',
  'opening',
  'transit',
  /** What a client owes for executed trades; the figure `dues` is its debits less its credits. */
  'client_dues',
  /** Control account of each settlement with the clearing corporation; 0 after the pay-out. */
  'clearing_corporation',
  /** Contra of `invested`: together 0. */
  'securities',
  'brokerage',
  'stt',
  'stamp_duty',
  'exchange_charges',
  'sebi_fee',
  'levy_difference',
] as const
export const ledgerAccount = z.enum([...clientLedgerAccounts, ...brokerLedgerAccounts])
export type ClientLedgerAccount = (typeof clientLedgerAccounts)[number]
export type LedgerAccount = z.infer<typeof ledgerAccount>

/** What of a change of the balance pays dues for executed trades first, in paise (settled, section 14). */
export const paysDues = (change: bigint, dues: bigint): bigint => least(above(change), dues)

/** Where money is that the client received, of which `paid` paid dues; `otherwise` if nothing did. */
export function afterDues(paise: bigint, paid: bigint, otherwise = 'the money is back in your balance'): string {
  if (paid <= 0n) return otherwise
  const dues = `${formatRupees(paid)} paid your dues for executed trades`
  return paid < paise ? `${dues}, ${formatRupees(paise - paid)} is in your balance` : dues
}

/** What happened, with its name (settled, section 3). */
export const eventNames = {
  'deposit.approved': 'Deposit approved',
  'withdrawal.requested': 'Withdrawal requested',
  'withdrawal.paid': 'Withdrawal paid',
  'withdrawal.refused': 'Withdrawal not paid, money returned',
  'loan.accepted': 'Loan accepted',
  'loan.repaid': 'Loan repaid',
  'trade.bought': 'Trade bought',
  'trade.sold': 'Trade sold',
  'trade.reversed': 'Trade reversed',
  'charge.approved': 'Charge paid',
  'charge.returned': 'Charge payment returned by the bank',
  'adjustment.approved': 'Adjustment',
  'cashback.ended': 'Cashback ended with the account',
  'cashback.restored': 'Cashback restored',
  'bank.charge': 'Bank charge',
  'bank.interest': 'Bank interest',
  'bank.transfer': 'Transfer between bank accounts',
  'bank.moved': 'Moved to another bank account',
  'bank.moved.reversed': 'Move to another bank account reversed',
  'receipt.held': 'Receipt to be returned',
  'receipt.returned': 'Receipt returned',
  'line.credited': 'Bank line credited',
  'line.debited': 'Bank line debited',
  'line.reversed': 'Booking of a bank line reversed',
  'opening.balance': 'Opening balance imported',
  'opening.position': 'Opening position imported',
  'securities.opened': 'Open positions at cost',
  'opening.bank': 'Opening balance of a bank account',
  'opening.bank.reversed': 'Opening balance of a bank account reversed',
  'trade.confirmed': 'Trade confirmed by the exchange',
  'contract.booked': 'Contract note',
  'contract.adjusted.stt': 'STT of a contract note adjusted',
  'contract.adjusted.stamp': 'Stamp duty of a contract note adjusted',
  'contract.adjusted.stt.again': 'STT of a contract note adjusted, other exchange',
  'contract.adjusted.stamp.again': 'Stamp duty of a contract note adjusted, other exchange',
  'contract.reversed': 'Contract note reversed',
  'settlement.released': 'Sale proceeds released',
  'dp.charged': 'DP charge',
  'dp.reversed': 'DP charge reversed',
  'clearing.paid': 'Pay-in to the clearing corporation',
  'clearing.received': 'Pay-out of the clearing corporation',
  'levy.paid': 'Levy paid',
  'levy.difference': 'Difference in a levy',
  'fraction.paid': 'Shares paid by the company to the bank account',
  'fraction.reversed': 'Payment by the company reversed',
  'rights.allotted': 'Rights shares allotted',
  'rights.lapsed': 'Rights entitlements lapsed',
  'rights.reversed': 'Rights allotment reversed',
} as const
export type LedgerEvent = keyof typeof eventNames
export const ledgerEvents = keysOf(eventNames)
export const ledgerEvent = z.enum(ledgerEvents)

export const adjustmentKinds = ['credit', 'debit', 'cashback'] as const
const adjustmentKind = z.enum(adjustmentKinds, { error: 'Choose credit, debit or cashback' })
export const adjustmentStatus = z.enum(['pending', 'approved', 'rejected'])

const adjustment = z.object({
  _id: id,
  ...clientFields,
  /** credit and debit change the wallet, cashback the cashback. */
  kind: adjustmentKind,
  amount: rupeesOut,
  reason: z.string(),
  status: adjustmentStatus,
  requestedBy: z.string(),
  /** May cancel the request but not approve it. */
  requestedById: id,
  ...decisionFields,
  createdAt: moment,
})

const difference = z.object({
  /** For example `cash of SD100001`; without an amount to compare, a sentence naming the row. */
  what: z.string(),
  clientId: z.optional(id),
  shown: rupeesOut,
  entries: rupeesOut,
})

const entry = z.object({
  id: z.string(),
  journalId: id,
  at: moment,
  event: ledgerEvent,
  /** Id of the request, loan, trade or charge behind it. */
  causeId: id,
  debit: ledgerAccount,
  credit: ledgerAccount,
  amount: rupeesOut,
  reason: z.optional(z.string()),
})

const worth = z.object({
  /** The client's own money: cash + invested + onHold + unsettled - dues. Below zero if losses exceed it. */
  worth: rupeesOut,
  cash: rupeesOut,
  /** Cost of the open positions without the borrowed part. */
  invested: rupeesOut,
  /** In pending withdrawals. */
  onHold: rupeesOut,
  /** Unpaid principal of loans. */
  borrowed: rupeesOut,
  /** Part of `borrowed` that is not invested. */
  unusedLoan: rupeesOut,
  /** Deposits credited. */
  added: rupeesOut,
  /** Withdrawals paid. */
  takenOut: rupeesOut,
  /** From sales, withdrawable after the pay-out of their settlement; part of `worth`. */
  unsettled: z.optional(rupeesOut),
  /** Owed for executed trades; subtracted in `worth`. */
  dues: z.optional(rupeesOut),
})

const page = z.object({
  before: z.optional(z.string().check(z.regex(/^\d{1,18}$/, { error: 'Enter the number of a ledger entry' }))),
})

export const ledgerRules = {
  pageRows: 50,
  /** Pending adjustments, then the newest decided ones, up to this many. */
  adjustmentRows: 100,
  differenceRows: 100,
  /** How often each server process checks the books. */
  checkMilliseconds: 60_000,
  /** An `Idempotency-Key` is stored for a week. */
  sweepMilliseconds: 3_600_000,
} as const

export const ledgerErrors = {
  ownRequest: conflict('You requested this yourself. Another operator must decide it.'),
  makerGone: conflict(
    'The operator who requested this may no longer request it. Reject it; another operator can request it again.',
  ),
  amountNeeded: invalid('Enter an amount above ₹0'),
} as const

/** Only the client's own money counts, not the loan. `held` for trades that are not booked yet. */
export function insufficientBalance(paise: bigint, held = 0n) {
  const forTrades = held > 0n ? `, of which ${formatRupees(held)} pays for trades that are being booked` : ''
  return conflict(`Insufficient balance: the client has ${formatRupees(paise)}${forTrades}`)
}

const r = ledgerErrors

export const ledgerCalls = {
  books: call('GET /desk/books', 'ledger.read', {
    does: 'The trial balance, and every figure that differs from its entries.',
    reads: ['ledger'],
    reply: z.object({
      balanced: z.boolean(),
      /** Credits minus debits; the sum over all accounts is zero. */
      accounts: z.array(z.object({ account: ledgerAccount, balance: rupeesOut })),
      /** The broker’s bank accounts; their sum is that of `bank`. */
      bankAccounts: z.array(z.object({ _id: id, name: z.string(), balance: rupeesOut })),
      entries: z.number(),
      differences: z.array(difference),
    }),
  }),
  entries: call('GET /desk/clients/:clientId/entries', 'ledger.read', {
    does: 'A client’s ledger entries, newest first; `before` is the id of the last entry already read.',
    reads: clientReads,
    query: page,
    reply: z.object({ entries: z.array(entry) }),
  }),
  accountEntries: call('GET /desk/books/:account', 'ledger.read', {
    does: 'The entries of one ledger account, newest first, each with its client; `before` is the id of the last entry already read.',
    reads: ['ledger'],
    words: { account: ledgerAccount.options },
    query: page,
    reply: z.object({
      entries: z.array(z.extend(entry, { client: z.optional(z.object({ _id: id, name: z.string() })) })),
    }),
  }),
  statement: call('GET /user/statement/:userId', 'client', {
    does: 'Every change of the client’s figures with its reason, newest first; `before` is the id of the last one already read.',
    reads: ledgerReads,
    query: page,
    reply: z.object({ entries: z.array(entry) }),
  }),
  worth: call('GET /user/worth/:userId', 'client', {
    does: 'What the client has, owes, added and took out, each a sum of ledger entries of the same moment.',
    reads: ledgerReads,
    reply: worth,
  }),
  adjustments: call('GET /desk/ledger/adjustments', 'ledger.adjust', {
    does: 'Manual adjustments, pending ones first.',
    reads: ['ledger'],
    reply: z.object({ adjustments: z.array(adjustment) }),
  }),
  adjustment: call('GET /desk/ledger/adjustments/:adjustmentId', 'client.read', {
    does: 'One adjustment.',
    reads: [...caseReads('adjustmentId'), 'ledger'],
    reply: z.extend(adjustment, claimFields),
  }),
  requestAdjustment: call('POST /desk/ledger/adjustments', 'ledger.adjust', {
    does: 'Requests a manual adjustment; another operator must approve it before it is booked.',
    body: z.object({
      clientId: id,
      kind: adjustmentKind,
      amount: rupeesIn,
      reason: forClients(line('Please give a reason the client can read', 300)),
    }),
    reply: adjustment,
    errors: [r.amountNeeded, insufficientBalance(50_000n), commonErrors.notFound],
  }),
  approveAdjustment: call('POST /desk/ledger/adjustments/:adjustmentId/approve', 'ledger.adjust', {
    does: 'Books the adjustment; not by the operator who requested it.',
    reply: adjustment,
    errors: [r.ownRequest, r.makerGone, alreadyDecided('another operator'), insufficientBalance(50_000n)],
  }),
  rejectAdjustment: call('POST /desk/ledger/adjustments/:adjustmentId/reject', 'ledger.adjust', {
    does: 'Rejects or cancels the adjustment; nothing is booked.',
    reply: adjustment,
    errors: [alreadyDecided('another operator')],
  }),
}
