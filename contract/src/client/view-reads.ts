import { accountHistoryCalls } from '../trading/account-history.ts'
import { bankCalls } from '../money/bank.ts'
import type { Call, Right } from '../platform/call.ts'
import { chargeCalls } from '../money/charge.ts'
import { closingPriceCalls } from '../trading/closing-price.ts'
import { closureCalls } from './closure.ts'
import { complaintCalls } from './complaint.ts'
import { kycCalls } from './kyc.ts'
import { ledgerCalls } from '../core/ledger.ts'
import { loanCalls } from '../money/loan.ts'
import { marketCalls } from '../trading/market.ts'
import { noticeCalls } from '../core/notice.ts'
import { privacyCalls } from './privacy.ts'
import { profileCalls } from './profile.ts'
import { settingCalls } from './setting.ts'
import { statementCalls } from '../books/statement.ts'
import { taxCalls } from '../books/tax.ts'
import { tradebookCalls } from '../books/tradebook.ts'
import { tradeDayCalls } from '../trading/trade-day.ts'
import { tradeCalls } from '../trading/trade.ts'
import { walletCalls } from '../money/wallet.ts'
import { watchCalls } from '../trading/watch.ts'

/**
 * Every call that a view of a client’s account may make, with the right that shows the operator the same at the desk. What
 * is not listed is rejected: changes, logins and factors, files made for the client, and calls added later.
 */
export const viewReads: ReadonlyMap<Call, Right> = new Map<Call, Right>([
  [profileCalls.read, 'client.read'],
  [profileCalls.values, 'client.read'],
  [bankCalls.ifsc, 'client.read'],
  [kycCalls.status, 'client.read'],
  [walletCalls.wallet, 'client.read'],
  [walletCalls.transactions, 'client.read'],
  [walletCalls.timeline, 'client.read'],
  [loanCalls.list, 'client.read'],
  [chargeCalls.list, 'client.read'],
  [tradeCalls.history, 'client.read'],
  [tradeCalls.portfolio, 'client.read'],
  [tradeDayCalls.days, 'client.read'],
  [taxCalls.report, 'client.read'],
  [taxCalls.stock, 'client.read'],
  [taxCalls.exits, 'client.read'],
  [taxCalls.sales, 'client.read'],
  [tradebookCalls.list, 'client.read'],
  [tradebookCalls.year, 'client.read'],
  [tradebookCalls.exits, 'client.read'],
  [marketCalls.quotes, 'client.read'],
  [marketCalls.prices, 'client.read'],
  [marketCalls.charts, 'client.read'],
  [marketCalls.candles, 'client.read'],
  [closingPriceCalls.closes, 'client.read'],
  [watchCalls.list, 'client.read'],
  [settingCalls.read, 'client.read'],
  [closureCalls.read, 'client.read'],
  [complaintCalls.list, 'client.read'],
  [noticeCalls.notifications, 'client.read'],
  [noticeCalls.attention, 'client.read'],
  [noticeCalls.client, 'client.read'],
  [ledgerCalls.worth, 'client.read'],
  [accountHistoryCalls.own, 'client.read'],
  [ledgerCalls.statement, 'ledger.read'],
  [statementCalls.events, 'ledger.read'],
  [statementCalls.event, 'ledger.read'],
  [privacyCalls.read, 'kyc.review'],
])
