import { approvalCalls } from './approval.ts'
import { auditCalls } from './audit.ts'
import { authCalls } from './auth.ts'
import { bankCalls } from './bank.ts'
import type { Call } from './call.ts'
import { chargeCalls } from './charge.ts'
import { clientCalls } from './client.ts'
import { contentCalls } from './content.ts'
import { healthCalls } from './health.ts'
import { kycCalls } from './kyc.ts'
import { ledgerCalls } from './ledger.ts'
import { loanCalls } from './loan.ts'
import { mailCalls } from './mail.ts'
import { marketCalls } from './market.ts'
import { noticeCalls } from './notice.ts'
import { operatorCalls } from './operator.ts'
import { profileCalls } from './profile.ts'
import { queueCalls } from './queue.ts'
import { reversalCalls } from './reversal.ts'
import { reconciliationCalls } from './reconciliation.ts'
import { sessionCalls } from './session.ts'
import { tradeCalls } from './trade.ts'
import { tradeFileCalls } from './trade-file.ts'
import { settingCalls } from './setting.ts'
import { walletCalls } from './wallet.ts'

export const features: Readonly<Record<string, Readonly<Record<string, Call>>>> = {
  auth: authCalls,
  session: sessionCalls,
  profile: profileCalls,
  bank: bankCalls,
  kyc: kycCalls,
  wallet: walletCalls,
  loan: loanCalls,
  charge: chargeCalls,
  trade: tradeCalls,
  reversal: reversalCalls,
  'trade-file': tradeFileCalls,
  market: marketCalls,
  ledger: ledgerCalls,
  setting: settingCalls,
  content: contentCalls,
  reconciliation: reconciliationCalls,
  notice: noticeCalls,
  queue: queueCalls,
  client: clientCalls,
  operator: operatorCalls,
  approval: approvalCalls,
  audit: auditCalls,
  mail: mailCalls,
  health: healthCalls,
}
