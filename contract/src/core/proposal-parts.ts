import { calendarKindNames, holidayListNames } from './calendar.ts'
import { levyAccountNames } from '../banking/line-booking.ts'
import { rateNames, sttClassNames } from '../trading/charge-rate.ts'
import { closeOutNames } from '../trading/clearing.ts'
import { reissueCauses } from '../trading/contract-note.ts'
import { corporationNames } from '../trading/corporation.ts'
import { field, group, optional, rows, word } from './proposal-field.ts'

/** Fields that several kinds of proposal share, or that are long. */

export const deal = {
  quantity: field('number', 'Quantity'),
  price: field('number', 'Price (₹)'),
  tradedAt: optional(field('moment', 'Time of the trade')),
  exchange: optional(field('text', 'Exchange')),
  orderNumber: optional(field('text', 'Order number')),
  exchangeTradeNumber: optional(field('text', 'Trade number of the exchange')),
}
export const bankAccount = {
  name: field('text', 'Name of the account'),
  accountNumber: field('text', 'Account number'),
  ifsc: field('text', 'IFSC'),
  upiId: field('text', 'UPI ID'),
  upiName: field('text', 'Name that payers see'),
  receives: field('yesNo', 'Clients pay to this account'),
}
export const chargeRate = {
  rate: word('Rate', rateNames),
  percent: field('percent', 'Rate in percent'),
  from: field('date', 'First trade day'),
}
export const sttClass = {
  isin: field('text', 'ISIN'),
  stt: word('STT', sttClassNames),
  from: field('date', 'First trade day'),
}
export const reissue = {
  clientId: field('client', 'Client'),
  day: field('date', 'Trade day'),
  number: field('text', 'Note to be cancelled'),
  cause: word('Cause', reissueCauses),
  reason: field('text', 'Reason'),
}
export const sttExemption = { isins: field('list', 'ISINs'), from: field('date', 'First trade day') }
export const assignedPlan = {
  clientId: optional(field('client', 'Client')),
  plan: field('text', 'Plan'),
  from: field('date', 'First trade day'),
}
export const assignedPlans = {
  clients: field('list', 'Clients'),
  plan: field('text', 'Plan'),
  from: field('date', 'First trade day'),
}
export const brokeragePlan = {
  name: field('text', 'Plan'),
  from: field('date', 'First trade day'),
  delivery: field('text', 'Delivery'),
  intraday: field('text', 'Intraday'),
  etf: field('text', 'ETFs'),
  minimum: field('rupees', 'Least brokerage of a day'),
  dealerFee: field('rupees', 'Order placed by a dealer'),
}
export const instrument = {
  name: field('text', 'Name'),
  aliases: field('list', 'Other names'),
  exchange: field('text', 'Exchange'),
  isin: field('text', 'ISIN'),
  kind: field('text', 'Type'),
  lot: field('number', 'Lot'),
  tick: field('text', 'Tick size'),
  fractional: field('yesNo', 'Fractional quantities'),
  active: field('yesNo', 'Open for buying'),
}
export const layout = {
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
export const documentDecision = {
  accept: field('yesNo', 'Accepted'),
  reason: optional(field('text', 'Reason for the client')),
}
/** Decision on both documents, where the same PAN is used twice. */
export const panDecision = {
  pan: optional(
    group('PAN card', {
      ...documentDecision,
      name: optional(field('text', 'Name on the card')),
      samePanReason: optional(field('text', 'Why this PAN is used twice')),
    }),
  ),
  aadhaar: optional(group('Aadhaar card', { ...documentDecision, last4: optional(field('text', 'Last 4 digits')) })),
  since: optional(field('moment', 'Photos from')),
}
export const openingBalance = {
  accountId: field('bankAccount', 'Bank account'),
  day: field('date', 'At the beginning of'),
  amount: field('rupees', 'Opening balance'),
}
export const identityCorrection = {
  clientId: field('client', 'Client'),
  name: optional(field('text', 'Name')),
  sealedPan: optional(field('sealed', 'PAN')),
  sealedBirth: optional(field('sealed', 'Date of birth')),
  reason: field('text', 'Reason'),
  evidenceId: optional(field('photo', 'Evidence')),
}
export const template = {
  title: field('text', 'Title'),
  kind: field('text', 'About'),
  subject: field('text', 'Subject'),
  text: field('text', 'Message'),
}
export const versionOf = { templateId: field('template', 'Template'), version: field('number', 'Version') }
export const escalationLevel = {
  level: field('number', 'Level'),
  contact: field('text', 'Contact person'),
  address: field('text', 'Address'),
  phone: field('text', 'Phone'),
  email: field('text', 'E-mail'),
  hours: field('text', 'Working hours'),
  days: field('number', 'Replies within (days)'),
}
/** `entries`: of those that are withdrawn, kept or whose balance is replaced; the review shows them. */
export const statementDecision = {
  statementId: field('statement', 'Statement'),
  bankAccountId: field('bankAccount', 'Bank account'),
  reason: field('text', 'Reason'),
  count: field('number', 'Entries'),
  entries: field('hash', 'Hash of the entries'),
}
/** `columns`: what each named column is read as. */
export const statementColumns = {
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
export const loanOffer = {
  loanId: field('loan', 'Loan request'),
  offer: group('Offer', {
    amount: field('rupees', 'Amount'),
    ratePercent: field('percent', 'Interest rate a year'),
    months: field('number', 'Tenure in months'),
    fee: field('rupees', 'Fee'),
  }),
}
export const payoutFailures = {
  batchId: field('batch', 'Payout batch'),
  fileName: field('text', 'Answer of the bank'),
  sha256: field('hash', 'Hash of the file'),
  failures: rows('Failed payments, returned to the clients', {
    id: field('request', 'Withdrawal'),
    reason: field('text', 'Reason'),
  }),
}
/** Its bytes are stored under the hash. */
export const sentFile = { name: field('text', 'File'), sha256: field('hash', 'Hash of the file') }
/** `settlements`: exchange and number of each, such as `NSE 2026220`, separated by `, `. */
export const clearingFile = { ...sentFile, settlements: field('text', 'Settlements') }
export const tradeFile = {
  fileId: field('text', 'Import'),
  name: field('text', 'File'),
  sha256: field('hash', 'Hash of the file'),
  day: field('date', 'Trade day'),
  trades: field('number', 'Trades'),
  totals: field('list', 'Control totals'),
  exceptions: field('list', 'To check'),
  clients: optional(field('list', 'What changes for clients')),
  sample: field('list', 'First and last trades'),
  differences: field('list', 'Compared with the trades booked before'),
}
export const exchangeCode = {
  exchange: field('text', 'Exchange'),
  column: field('text', 'Column'),
  code: field('text', 'Code'),
  meaning: field('text', 'Meaning; empty to remove it'),
}
export const clearingChoice = {
  from: field('date', 'From trade day'),
  NSE: word('NSE', corporationNames),
  BSE: word('BSE', corporationNames),
}
export const calendarDay = {
  day: field('date', 'Date'),
  kind: word('Type', calendarKindNames),
  name: field('text', 'Name'),
  isRemoved: field('yesNo', 'Remove it'),
}
export const holidayList = { ...sentFile, list: word('Days of the list', holidayListNames) }
export const tradingAccount = {
  clientId: field('client', 'Client'),
  ucc: field('text', 'UCC'),
  demat: field('text', 'Demat account'),
  reason: field('text', 'Reason'),
}
/** What a bank entry pays or receives beside the money of clients. */
export const clearingLine = {
  settlementIds: optional(field('list', 'Settlements')),
  levy: optional(word('Pays', levyAccountNames)),
}
const shortage = {
  clientId: field('client', 'Client'),
  settlementId: field('text', 'Settlement'),
  amount: field('rupees', 'Value of the shares'),
  reason: field('text', 'Reason'),
}
export const shortages = {
  end: { ...shortage, shortageId: optional(field('shortage', 'Shortage')) },
  reopen: { ...shortage, shortageId: field('shortage', 'Shortage') },
  close: {
    clientId: field('client', 'Client'),
    shortageId: field('shortage', 'Shortage'),
    kind: word('Settled by', closeOutNames),
    number: field('text', 'Number of the auction settlement'),
    day: field('date', 'Day of the auction'),
    price: field('number', 'Auction price, or highest price since the trade'),
    file: optional(field('text', 'Delivery file, whose price is final')),
  },
}
