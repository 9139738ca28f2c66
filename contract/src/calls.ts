import { accountingCalls } from './books/accounting.ts'
import { approvalCalls } from './core/approval.ts'
import { auditCalls } from './core/audit.ts'
import { authCalls } from './client/auth.ts'
import { bankCalls } from './money/bank.ts'
import { bankDayCalls } from './money/bank-day.ts'
import { brokerBankCalls } from './money/broker-bank.ts'
import { calendarCalls } from './core/calendar.ts'
import type { Call } from './platform/call.ts'
import { chargeCalls } from './money/charge.ts'
import { clientCalls } from './client/client.ts'
import { complaintCalls } from './client/complaint.ts'
import { closingPriceCalls } from './trading/closing-price.ts'
import { contractCalls } from './trading/contract.ts'
import { contractNoteCalls } from './trading/contract-note.ts'
import { exchangeFileCalls } from './trading/exchange-file.ts'
import { corporateActionCalls } from './trading/corporate-action.ts'
import { securityCalls } from './trading/security.ts'
import { clearingCalls } from './trading/clearing.ts'
import { holdingCalls } from './trading/holding.ts'
import { corporationCalls } from './trading/corporation.ts'
import { accountHistoryCalls } from './trading/account-history.ts'
import { closureCalls } from './client/closure.ts'
import { clientImportCalls } from './client/client-import.ts'
import { contactCalls } from './client/contact.ts'
import { contentCalls } from './broker/content.ts'
import { setUpCalls } from './broker/set-up.ts'
import { digestCalls } from './broker/digest.ts'
import { findCalls } from './broker/find.ts'
import { healthCalls } from './broker/health.ts'
import { identityCalls } from './client/identity.ts'
import { kycCalls } from './client/kyc.ts'
import { ledgerCalls } from './core/ledger.ts'
import { bankStatementCalls } from './money/bank-statement.ts'
import { lineBookingCalls } from './money/line-booking.ts'
import { loanCalls } from './money/loan.ts'
import { mailCalls } from './core/mail.ts'
import { marketCalls } from './trading/market.ts'
import { messageCalls } from './client/message.ts'
import { noteCalls } from './client/note.ts'
import { noticeCalls } from './core/notice.ts'
import { operatorCalls } from './broker/operator.ts'
import { payoutCalls } from './money/payout.ts'
import { privacyCalls } from './client/privacy.ts'
import { profileCalls } from './client/profile.ts'
import { queueCalls } from './core/queue.ts'
import { reportCalls } from './books/report.ts'
import { reversalCalls } from './trading/reversal.ts'
import { reconciliationCalls } from './money/reconciliation.ts'
import { sentFileCalls } from './core/sent-file.ts'
import { sessionCalls } from './core/session.ts'
import { settlementCalls } from './money/settlement.ts'
import { statementCalls } from './books/statement.ts'
import { taxCalls } from './books/tax.ts'
import { tradebookCalls } from './books/tradebook.ts'
import { timelineCalls } from './client/timeline.ts'
import { fairValueCalls } from './trading/fair-value.ts'
import { levyFileCalls } from './trading/levy-file.ts'
import { sttClassCalls } from './trading/stt-class.ts'
import { tradeChargeCalls } from './trading/trade-charge.ts'
import { tradeCalls } from './trading/trade.ts'
import { tradeDayCalls } from './trading/trade-day.ts'
import { tradeFileCalls } from './trading/trade-file.ts'
import { settingCalls } from './client/setting.ts'
import { viewCalls } from './client/view.ts'
import { walletCalls } from './money/wallet.ts'
import { watchCalls } from './trading/watch.ts'

export const features: Readonly<Record<string, Readonly<Record<string, Call>>>> = {
  auth: authCalls,
  session: sessionCalls,
  profile: profileCalls,
  bank: bankCalls,
  kyc: kycCalls,
  identity: identityCalls,
  wallet: walletCalls,
  loan: loanCalls,
  charge: chargeCalls,
  trade: tradeCalls,
  'trade-day': tradeDayCalls,
  reversal: reversalCalls,
  'trade-file': tradeFileCalls,
  tax: taxCalls,
  tradebook: tradebookCalls,
  market: marketCalls,
  'closing-price': closingPriceCalls,
  holding: holdingCalls,
  security: securityCalls,
  'corporate-action': corporateActionCalls,
  contract: contractCalls,
  'contract-note': contractNoteCalls,
  'exchange-file': exchangeFileCalls,
  'trade-charge': tradeChargeCalls,
  'levy-file': levyFileCalls,
  'stt-class': sttClassCalls,
  'fair-value': fairValueCalls,
  clearing: clearingCalls,
  corporation: corporationCalls,
  'account-history': accountHistoryCalls,
  calendar: calendarCalls,
  watch: watchCalls,
  ledger: ledgerCalls,
  statement: statementCalls,
  setting: settingCalls,
  closure: closureCalls,
  contact: contactCalls,
  content: contentCalls,
  complaint: complaintCalls,
  privacy: privacyCalls,
  'broker-bank': brokerBankCalls,
  payout: payoutCalls,
  settlement: settlementCalls,
  reconciliation: reconciliationCalls,
  report: reportCalls,
  accounting: accountingCalls,
  'line-booking': lineBookingCalls,
  'bank-statement': bankStatementCalls,
  'bank-day': bankDayCalls,
  notice: noticeCalls,
  queue: queueCalls,
  'sent-file': sentFileCalls,
  client: clientCalls,
  'client-import': clientImportCalls,
  note: noteCalls,
  message: messageCalls,
  timeline: timelineCalls,
  view: viewCalls,
  find: findCalls,
  operator: operatorCalls,
  'set-up': setUpCalls,
  digest: digestCalls,
  approval: approvalCalls,
  audit: auditCalls,
  mail: mailCalls,
  health: healthCalls,
}

/** Every call under its full name, such as `wallet.withdraw`. */
export const allCalls = Object.entries(features).flatMap(([feature, calls]) =>
  Object.entries(calls).map(([name, call]): [name: string, call: Call] => [`${feature}.${name}`, call]),
)
