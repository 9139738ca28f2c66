import { noticeRules } from '@sauda/contract/notice'
import { proposalItems } from './approval/proposal.sql.ts'
import { chargeAttention, chargeItems } from './charge/charge.sql.ts'
import { kycAttention, kycItems } from './kyc/kyc.sql.ts'
import { adjustmentItems } from './ledger/adjustment.sql.ts'
import { loanAttention, loanItems } from './loan/loan.sql.ts'
import type { QueueSources } from './queue/queue.sql.ts'
import { proposedAmount } from './payout/payout.sql.ts'
import { settingAttention, settingItems } from './setting/setting.sql.ts'
import { reversalItems } from './trade/trade.reversal.sql.ts'
import { depositItems, walletAttention, withdrawalItems } from './wallet/wallet.sql.ts'

/** The desk's queues, each from its feature's own tables. */
export const queueSources: QueueSources = {
  kyc: `${kycItems} union all ${proposalItems('kyc')}`,
  deposit: `${depositItems} union all ${proposalItems('deposit')}`,
  withdrawal: `${withdrawalItems} union all ${proposalItems('withdrawal', proposedAmount)}`,
  loan: `${loanItems} union all ${proposalItems('loan')}`,
  charge: chargeItems,
  trade: proposalItems('trade'),
  reversal: reversalItems,
  adjustment: `${adjustmentItems} union all ${proposalItems('adjustment')}`,
  setting: settingItems,
  change: proposalItems('change'),
}

const { rejectedDays } = noticeRules
/** What needs a client's attention. */
export const attention = [
  kycAttention,
  chargeAttention,
  loanAttention(rejectedDays),
  walletAttention(rejectedDays),
  settingAttention(rejectedDays),
]
