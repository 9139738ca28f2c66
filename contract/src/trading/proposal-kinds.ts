import { rateNames, sttClassNames } from './charge-rate.ts'
import { closeOutNames } from './clearing.ts'
import { actionNames } from './corporate-action-name.ts'
import { reissueCauses } from './contract-note.ts'
import { corporationNames } from './corporation.ts'
import { calendarKindNames, holidayListNames } from '../core/calendar.ts'
import { type Kind, changes, field, group, optional, word, clientId, sentFile } from '../core/proposal-field.ts'

const deal = {
  quantity: field('number', 'Quantity'),
  price: field('number', 'Price (₹)'),
  tradedAt: optional(field('moment', 'Time of the trade')),
  exchange: optional(field('text', 'Exchange')),
  orderNumber: optional(field('text', 'Order number')),
  exchangeTradeNumber: optional(field('text', 'Trade number of the exchange')),
}
const chargeRate = {
  rate: word('Rate', rateNames),
  percent: field('percent', 'Rate in percent'),
  from: field('date', 'First trade day'),
}
const sttClass = {
  isin: field('text', 'ISIN'),
  stt: word('STT', sttClassNames),
  from: field('date', 'First trade day'),
}
const corporateAction = {
  kind: word('Action', actionNames),
  stockName: field('text', 'Share'),
  exDate: field('date', 'Ex-date'),
  held: field('number', 'For shares held'),
  given: field('number', 'Shares after it or in addition; of a dividend: rupees'),
  newIsin: optional(field('text', 'New ISIN')),
  otherStock: optional(field('text', 'Share that holders receive')),
  costPercent: optional(field('percent', 'Part of the cost for it')),
  allottedOn: optional(field('date', 'Allotted on')),
  creditedOn: optional(field('date', 'Traded from')),
  accepted: optional(field('list', 'Shares of each client')),
  issuePrice: optional(field('number', 'Issue price (₹)')),
  source: field('text', 'Stated in'),
}
const actionId = field('action', 'Corporate action')
const fractionPayment = {
  actionId,
  price: field('number', 'Price per share (₹)'),
  paidOn: field('date', 'Paid on'),
}
const reissue = {
  clientId,
  day: field('date', 'Trade day'),
  number: field('text', 'Note to be cancelled'),
  cause: word('Cause', reissueCauses),
  reason: field('text', 'Reason'),
}
const sttExemption = { isins: field('list', 'ISINs'), from: field('date', 'First trade day') }
const assignedPlan = {
  clientId: optional(field('client', 'Client')),
  plan: field('text', 'Plan'),
  from: field('date', 'First trade day'),
}
const assignedPlans = {
  clients: field('list', 'Clients'),
  plan: field('text', 'Plan'),
  from: field('date', 'First trade day'),
}
const brokeragePlan = {
  name: field('text', 'Plan'),
  from: field('date', 'First trade day'),
  delivery: field('text', 'Delivery'),
  intraday: field('text', 'Intraday'),
  etf: field('text', 'ETFs'),
  minimum: field('rupees', 'Least brokerage of a day'),
  dealerFee: field('rupees', 'Order placed by a dealer'),
}
const instrument = {
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
/** `settlements`: exchange and number of each, such as `NSE 2026220`, separated by `, `. */
const clearingFile = { ...sentFile, settlements: field('text', 'Settlements') }
/** Names of columns and the day as the operator entered them. */
const holdingFile = {
  ...sentFile,
  account: optional(field('text', 'Column of the demat account')),
  isin: optional(field('text', 'Column of the ISIN')),
  quantity: optional(field('text', 'Column of the quantity')),
  day: optional(field('date', 'Day of the holdings')),
}
const tradeFile = {
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
const exchangeCode = {
  exchange: field('text', 'Exchange'),
  column: field('text', 'Column'),
  code: field('text', 'Code'),
  meaning: field('text', 'Meaning; empty to remove it'),
}
const clearingChoice = {
  from: field('date', 'From trade day'),
  NSE: word('NSE', corporationNames),
  BSE: word('BSE', corporationNames),
}
const calendarDay = {
  day: field('date', 'Date'),
  kind: word('Type', calendarKindNames),
  name: field('text', 'Name'),
  isRemoved: field('yesNo', 'Remove it'),
}
const holidayList = { ...sentFile, list: word('Days of the list', holidayListNames) }
const shortage = {
  clientId: field('client', 'Client'),
  settlementId: field('text', 'Settlement'),
  amount: field('rupees', 'Value of the shares'),
  reason: field('text', 'Reason'),
}
const shortages = {
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
/** The time of a trade without one of its own. */
const at = optional(field('moment', 'Requested'))

/** What one operator requests and another decides about trades, prices, securities and settlements. */
export const tradingProposals = {
  'trade.buy': {
    queue: 'trade',
    title: 'Purchase',
    fields: { at, body: group('Purchase', { clientId, stockName: field('text', 'Stock'), ...deal }) },
  },
  'trade.sell': {
    queue: 'trade',
    title: 'Sale',
    uses: { lot: 'tradeId' },
    fields: {
      at,
      tradeId: field('trade', 'Position'),
      body: group('Sale', { ...deal, left: optional(field('number', 'Open quantity shown to the dealer')) }),
    },
  },
  'trade.file': { queue: 'trade', title: 'File of trades', fields: { at, sha256: field('hash', 'Hash of the file') } },
  'exchange-file.book': { queue: 'exchange', title: 'Trade file of an exchange', fields: tradeFile },
  'contract-note.reissue': {
    queue: 'exchange',
    title: 'Contract note again',
    uses: { note: 'number' },
    fields: reissue,
  },
  'levy-file.count': { queue: 'exchange', title: 'STT or stamp duty file', fields: sentFile },
  'price-file.count': { queue: 'price', title: 'Price file', fields: sentFile },
  'security-file.count': { queue: 'exchange', title: 'List of securities', fields: sentFile },
  'stt-list.count': { queue: 'exchange', title: 'List of securities with their STT', fields: sentFile },
  'fair-value.count': { queue: 'price', title: 'Prices of 31 January 2018', fields: sentFile },
  'corporate-action.book': {
    queue: 'exchange',
    title: 'Corporate action',
    uses: { share: 'stockName' },
    fields: corporateAction,
  },
  'corporate-action.pay': {
    queue: 'exchange',
    title: 'Payment by the company',
    uses: { action: 'actionId' },
    fields: fractionPayment,
  },
  'corporate-action.reverse': {
    queue: 'exchange',
    title: 'Reversal of a corporate action',
    uses: { action: 'actionId' },
    fields: { actionId, reason: field('text', 'Reason') },
  },
  'clearing-file.count': { queue: 'settlement', title: 'File of a clearing corporation', fields: clearingFile },
  'holding-file.count': { queue: 'settlement', title: 'Holdings file of a depository', fields: holdingFile },
  'clearing.corporation': { queue: 'settlement', title: 'Clearing corporations', fields: clearingChoice },
  'shortage.end': { queue: 'settlement', title: 'End of a shortage', fields: shortages.end },
  'shortage.reopen': { queue: 'settlement', title: 'Reversal of a close-out', fields: shortages.reopen },
  'shortage.close': { queue: 'settlement', title: 'Close-out of a shortage', fields: shortages.close },
  'instrument.add': {
    queue: 'change',
    title: 'New instrument',
    makers: 'trade.book',
    fields: { symbol: field('text', 'Symbol'), ...instrument },
  },
  'instrument.change': {
    queue: 'change',
    title: 'Change of an instrument',
    makers: 'trade.book',
    fields: { instrumentId: field('instrument', 'Instrument'), changed: changes('Change', instrument) },
  },
  'exchange-code.change': { queue: 'change', title: 'Code in trade files', fields: exchangeCode },
  'calendar.change': { queue: 'change', title: 'Day of the trading calendar', fields: calendarDay },
  'calendar-list.count': { queue: 'change', title: 'List of holidays', fields: holidayList },
  'charge-rate.set': { queue: 'change', title: 'Rate of a charge of trades', fields: chargeRate },
  'stt-class.set': { queue: 'change', title: 'STT of a security', fields: sttClass },
  'stt-class.exempt': { queue: 'change', title: 'Securities without STT', fields: sttExemption },
  'brokerage-plan.set': { queue: 'change', title: 'Brokerage plan', fields: brokeragePlan },
  'brokerage-plan.assign': { queue: 'change', title: 'Brokerage plan of a client', fields: assignedPlan },
  'brokerage-plan.assign-several': {
    queue: 'change',
    title: 'Brokerage plan of several clients',
    fields: assignedPlans,
  },
} as const satisfies Record<string, Kind>
