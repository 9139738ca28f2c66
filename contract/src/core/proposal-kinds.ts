import type { kycCorrections, kycDocumentNames } from '../client/kyc.ts'
import { lineBookingNames } from '../banking/line-booking.ts'
import { rightNames } from '../broker/operator.ts'
import { changes, field, group, type Kind, optional, rows, word } from './proposal-field.ts'
import {
  assignedPlan,
  assignedPlans,
  bankAccount,
  brokeragePlan,
  calendarDay,
  chargeRate,
  clearingChoice,
  clearingFile,
  clearingLine,
  deal,
  escalationLevel,
  exchangeCode,
  holidayList,
  identityCorrection,
  instrument,
  layout,
  loanOffer,
  openingBalance,
  panDecision,
  payoutFailures,
  reissue,
  sentFile,
  shortages,
  statementColumns,
  statementDecision,
  sttClass,
  sttExemption,
  template,
  tradeFile,
  tradingAccount,
  versionOf,
} from './proposal-parts.ts'

/** The table of everything that one operator requests and another decides. */

const clientId = field('client', 'Client')
const reason = field('text', 'Reason')
/** The time of a trade without one of its own. */
const at = optional(field('moment', 'Requested'))

/** Stored as a row of `proposal` until another operator decides. The right to decide is that of the queue. */
export const proposalKinds = {
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
  'contract-note.reissue': { queue: 'exchange', title: 'Note reissued', uses: { note: 'number' }, fields: reissue },
  'levy-file.count': { queue: 'exchange', title: 'STT or stamp duty file', fields: sentFile },
  'price-file.count': { queue: 'price', title: 'Price file', fields: sentFile },
  'security-file.count': { queue: 'exchange', title: 'List of securities', fields: sentFile },
  'stt-list.count': { queue: 'exchange', title: 'List of securities with their STT', fields: sentFile },
  'clearing-file.count': { queue: 'settlement', title: 'File of a clearing corporation', fields: clearingFile },
  'clearing.corporation': { queue: 'settlement', title: 'Clearing corporations', fields: clearingChoice },
  'shortage.end': { queue: 'settlement', title: 'End of a shortage', fields: shortages.end },
  'shortage.reopen': { queue: 'settlement', title: 'Reversal of a close-out', fields: shortages.reopen },
  'shortage.close': { queue: 'settlement', title: 'Close-out of a shortage', fields: shortages.close },
  'loan.offer': { queue: 'loan', title: 'Loan offer', fields: loanOffer },
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
  'client-import.book': {
    queue: 'adjustment',
    title: 'Import of clients',
    fields: { importId: field('import', 'File') },
  },
  'kyc.pan': {
    queue: 'kyc',
    title: 'PAN used twice or changed',
    fields: {
      clientId,
      body: group('Decision', panDecision),
      sealedPan: optional(field('sealed', 'PAN')),
    },
  },
  'kyc.correct': {
    queue: 'kyc',
    title: 'KYC correction',
    fields: {
      clientId,
      correction: word('Correction', { reopen: 'Reopen', revoke: 'Revoke' } satisfies Record<
        (typeof kycCorrections)[number],
        string
      >),
      documents: {
        ...field('list', 'Documents'),
        words: { pan: 'PAN card', aadhaar: 'Aadhaar card' } satisfies Record<(typeof kycDocumentNames)[number], string>,
      },
      reason,
    },
  },
  'kyc.identity': {
    queue: 'kyc',
    title: 'Correction of identity',
    fields: identityCorrection,
  },
  'client.trading-account': { queue: 'kyc', title: 'UCC or demat account', fields: tradingAccount },
  'contact.change': {
    queue: 'kyc',
    title: 'Change of email or mobile',
    fields: {
      clientId,
      email: optional(field('text', 'Email')),
      mobile: optional(field('text', 'Mobile')),
      reason,
      evidenceId: field('photo', 'Evidence'),
    },
  },
  'operator.add': {
    queue: 'change',
    title: 'New operator',
    fields: { name: field('text', 'Name'), email: field('text', 'Email'), role: field('text', 'Role') },
  },
  'operator.role': {
    queue: 'change',
    title: 'Role of an operator',
    fields: { operatorId: field('operator', 'Operator'), role: field('text', 'Role') },
  },
  'operator.reset': {
    queue: 'change',
    title: 'Login of an operator',
    fields: { operatorId: field('operator', 'Operator'), enable: field('yesNo', 'Enable a disabled login') },
  },
  'operator.rights': {
    queue: 'change',
    title: 'Rights of a role',
    fields: {
      role: field('text', 'Role'),
      before: { ...field('list', 'Rights when it was requested'), words: rightNames },
      rights: { ...field('list', 'Rights'), words: rightNames },
    },
  },
  'operator.role-add': {
    queue: 'change',
    title: 'New role',
    fields: { name: field('text', 'Role'), rights: { ...field('list', 'Rights'), words: rightNames } },
  },
  'operator.role-rename': {
    queue: 'change',
    title: 'Name of a role',
    fields: { role: field('text', 'Role'), name: field('text', 'Name') },
  },
  'operator.role-retire': { queue: 'change', title: 'End of a role', fields: { role: field('text', 'Role') } },
  'client.unfreeze': {
    queue: 'change',
    title: 'Unfreezing of a login',
    makers: 'client.freeze',
    fields: { clientId, reason, frozenAt: field('moment', 'Frozen on') },
  },
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
  'template.add': {
    queue: 'change',
    title: 'New message template',
    makers: 'content.edit',
    fields: template,
  },
  'template.edit': {
    queue: 'change',
    title: 'Change of a message template',
    makers: 'content.edit',
    fields: { ...versionOf, before: group('Before', template), after: group('After', template) },
  },
  'template.retire': {
    queue: 'change',
    title: 'Retirement or restoration of a message template',
    makers: 'content.edit',
    fields: { ...versionOf, isRetired: field('yesNo', 'Retired'), before: group('Template', template) },
  },
  'complaint.level': {
    queue: 'change',
    title: 'Escalation matrix',
    makers: 'content.edit',
    fields: { before: group('Before', escalationLevel), after: group('After', escalationLevel) },
  },
  'privacy.erase': { queue: 'change', title: 'Erasure of personal data', fields: { clientId, reason } },
} as const satisfies Record<string, Kind>
