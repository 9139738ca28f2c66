import { accountingCalls } from './accounting.ts'
import { approvalCalls } from './approval.ts'
import { auditCalls } from './audit.ts'
import { authCalls } from './auth.ts'
import { bankCalls } from './bank.ts'
import { bankDayCalls } from './bank-day.ts'
import { brokerBankCalls } from './broker-bank.ts'
import { calendarCalls } from './calendar.ts'
import type { Call } from './call.ts'
import { chargeCalls } from './charge.ts'
import { clientCalls } from './client.ts'
import { complaintCalls } from './complaint.ts'
import { closureCalls } from './closure.ts'
import { clientImportCalls } from './client-import.ts'
import { contactCalls } from './contact.ts'
import { contentCalls } from './content.ts'
import { digestCalls } from './digest.ts'
import { findCalls } from './find.ts'
import { healthCalls } from './health.ts'
import { identityCalls } from './identity.ts'
import { kycCalls } from './kyc.ts'
import { ledgerCalls } from './ledger.ts'
import { bankStatementCalls } from './bank-statement.ts'
import { lineBookingCalls } from './line-booking.ts'
import { loanCalls } from './loan.ts'
import { mailCalls } from './mail.ts'
import { marketCalls } from './market.ts'
import { messageCalls } from './message.ts'
import { noteCalls } from './note.ts'
import { noticeCalls } from './notice.ts'
import { operatorCalls } from './operator.ts'
import { payoutCalls } from './payout.ts'
import { positionCalls } from './position.ts'
import { privacyCalls } from './privacy.ts'
import { profileCalls } from './profile.ts'
import { queueCalls } from './queue.ts'
import { reportCalls } from './report.ts'
import { reversalCalls } from './reversal.ts'
import { reconciliationCalls } from './reconciliation.ts'
import { sessionCalls } from './session.ts'
import { settlementCalls } from './settlement.ts'
import { statementCalls } from './statement.ts'
import { taxCalls } from './tax.ts'
import { timelineCalls } from './timeline.ts'
import { tradeCalls } from './trade.ts'
import { tradeFileCalls } from './trade-file.ts'
import { settingCalls } from './setting.ts'
import { viewCalls } from './view.ts'
import { walletCalls } from './wallet.ts'

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
  position: positionCalls,
  reversal: reversalCalls,
  'trade-file': tradeFileCalls,
  tax: taxCalls,
  market: marketCalls,
  calendar: calendarCalls,
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
  client: clientCalls,
  'client-import': clientImportCalls,
  note: noteCalls,
  message: messageCalls,
  timeline: timelineCalls,
  view: viewCalls,
  find: findCalls,
  operator: operatorCalls,
  digest: digestCalls,
  approval: approvalCalls,
  audit: auditCalls,
  mail: mailCalls,
  health: healthCalls,
}
