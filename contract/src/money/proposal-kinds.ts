import { levyAccountNames, lineBookingNames } from './line-booking.ts'
import { type Kind, changes, field, group, optional, rows, word, clientId, reason } from '../core/proposal-field.ts'

const bankAccount = {
  name: field('text', 'Name of the account'),
  accountNumber: field('text', 'Account number'),
  ifsc: field('text', 'IFSC'),
  upiId: field('text', 'UPI ID'),
  upiName: field('text', 'Name that payers see'),
  receives: field('yesNo', 'Clients pay to this account'),
}
const layout = {
  name: field('text', 'Name of the layout'),
  format: word('Format', { text: 'Text', xlsx: 'Excel' }),
  delimiter: field('text', 'Column separator'),
  fileName: field('text', 'File name'),
  corporateCode: field('text', 'Corporate code'),
  modes: group('Codes of the payment modes', {
    internal: field('text', 'Within the bank'),
    neft: field('text', 'NEFT'),
    rtgs: field('text', 'RTGS'),
  }),
  top: field('list', 'First line of the file'),
  row: field('list', 'Line of a payment'),
  response: group('Answer of the bank', {
    reference: field('text', 'Column of the withdrawal'),
    amount: field('text', 'Column of the amount'),
    status: field('text', 'Column of the status'),
    utr: field('text', 'Column of the UTR'),
    reason: field('text', 'Column of the reason'),
    paid: field('text', 'Words for paid'),
    failed: field('text', 'Words for failed'),
  }),
}
const openingBalance = {
  accountId: field('bankAccount', 'Bank account'),
  day: field('date', 'At the beginning of'),
  amount: field('rupees', 'Opening balance'),
}
/** `entries`: of those that are withdrawn, kept or whose balance is replaced; the review shows them. */
const statementDecision = {
  statementId: field('statement', 'Statement'),
  bankAccountId: field('bankAccount', 'Bank account'),
  reason: field('text', 'Reason'),
  count: field('number', 'Entries'),
  entries: field('hash', 'Hash of the entries'),
}
/** `columns`: what each named column is read as. */
const statementColumns = {
  columns: field('list', 'Read as'),
  layout: group('Column positions', {
    header: field('list', 'Header'),
    date: field('number', 'Date'),
    text: field('number', 'Narration'),
    reference: optional(field('number', 'Reference')),
    withdrawal: optional(field('number', 'Withdrawal')),
    deposit: optional(field('number', 'Deposit')),
    amount: optional(field('number', 'Amount')),
    type: optional(field('number', 'Cr or Dr')),
    balance: optional(field('number', 'Balance')),
    balanceType: optional(field('number', 'Cr or Dr of the balance')),
  }),
}
const payoutFailures = {
  batchId: field('batch', 'Payout batch'),
  fileName: field('text', 'Answer of the bank'),
  sha256: field('hash', 'Hash of the file'),
  failures: rows('Failed payments, returned to the clients', {
    id: field('request', 'Withdrawal'),
    reason: field('text', 'Reason'),
  }),
}
/** What a bank entry pays or receives beside the money of clients. */
const clearingLine = {
  settlementIds: optional(field('list', 'Settlements')),
  levy: optional(word('Pays', levyAccountNames)),
}

const loanOffer = {
  loanId: field('loan', 'Loan request'),
  offer: group('Offer', {
    amount: field('rupees', 'Amount'),
    ratePercent: field('percent', 'Interest rate a year'),
    months: field('number', 'Tenure in months'),
    fee: field('rupees', 'Fee'),
  }),
}

/** What one operator requests and another decides about bank entries, payouts, bank accounts of the broker and loans. */
export const moneyProposals = {
  'receipt.credit': {
    queue: 'deposit',
    uses: { line: 'lineId' },
    title: 'Credit of a receipt',
    fields: { lineId: field('line', 'Bank line'), clientId, reason },
  },
  'receipt.book': {
    queue: 'deposit',
    uses: { line: 'lineId', receipt: 'returnId', settlement: 'settlementIds' },
    title: 'Booking of a line',
    fields: {
      lineId: field('line', 'Bank line'),
      kind: word('Booked as', lineBookingNames),
      reason,
      paymentId: optional(field('request', 'Request')),
      returnId: optional(field('text', 'Receipt returned')),
      saudaId: optional(field('text', 'Client ID')),
      nameAtBank: optional(field('text', 'Name at the bank')),
      ...clearingLine,
      parts: optional(rows('Parts', { paymentId: field('request', 'Request'), amount: field('rupees', 'Amount') })),
    },
  },
  'receipt.reverse': {
    queue: 'deposit',
    uses: { line: 'lineId' },
    title: 'Reversal of a line',
    fields: { lineId: field('line', 'Bank line'), reason },
  },
  'receipt.close': {
    queue: 'deposit',
    uses: { line: 'lineId' },
    title: 'Closing of a bank entry with a note',
    fields: { lineId: field('line', 'Bank line'), note: field('text', 'Note') },
  },
  'statement.correct': { queue: 'deposit', title: 'Corrected statement', fields: statementDecision },
  'statement.explain': { queue: 'deposit', title: 'Contradiction closed with a reason', fields: statementDecision },
  'statement.withdraw': { queue: 'deposit', title: 'Removal of a statement', fields: statementDecision },
  'statement-layout.change': {
    queue: 'deposit',
    title: 'Columns of a bank statement',
    fields: { bankAccountId: field('bankAccount', 'Bank account'), ...statementColumns },
  },
  'payout.release': {
    queue: 'withdrawal',
    title: 'Release of a payout batch',
    fields: { batchId: field('batch', 'Payout batch') },
  },
  'payout.cancel': {
    queue: 'withdrawal',
    title: 'Cancellation of a payout batch',
    fields: { batchId: field('batch', 'Payout batch'), reason },
  },
  'payout.fail': { queue: 'withdrawal', title: 'Failed payments of a payout batch', fields: payoutFailures },
  'payout.resume': {
    queue: 'change',
    title: 'Resumption of payouts',
    fields: { reason, stoppedAt: field('moment', 'Stopped on') },
  },
  'payout-layout.change': {
    queue: 'change',
    title: 'Layout of payout files',
    fields: { bankId: field('bankAccount', 'Bank account'), layout: group('Layout', layout) },
  },
  'bank-day.close': {
    queue: 'adjustment',
    title: 'Sign-off of a day',
    fields: {
      bankAccountId: field('bankAccount', 'Bank account'),
      day: field('date', 'Day'),
      version: field('hash', 'Version of the figures'),
    },
  },
  'broker-bank.add': { queue: 'change', title: 'New bank account', fields: bankAccount },
  'broker-bank.change': {
    queue: 'change',
    title: 'Change of a bank account',
    fields: { accountId: field('bankAccount', 'Bank account'), changed: changes('Change', bankAccount) },
  },
  'broker-bank.open': { queue: 'adjustment', title: 'Opening balance of a bank account', fields: openingBalance },
  'broker-bank.open-reverse': {
    queue: 'adjustment',
    title: 'Reversal of an opening balance',
    fields: { ...openingBalance, reason },
  },
  'loan.offer': { queue: 'loan', title: 'Loan offer', fields: loanOffer },
} as const satisfies Record<string, Kind>
