import { bankReversalText } from '@sauda/contract/banking/bank-reversal'
import { formatRupees, paiseOf } from '@sauda/contract/platform/money'
import { statusTexts, walletTexts, type WalletTransaction } from '@sauda/contract/money/wallet'
import { formatDate } from '@sauda/web/date-time'
import { walletText } from './wallet.text.ts'

export function infoOf({
  status,
  type,
  reason,
  reversed,
}: Pick<WalletTransaction, 'status' | 'type' | 'reason' | 'reversed'>): string {
  if (reversed) return bankReversalText(type, formatDate(reversed.on), formatRupees(paiseOf(reversed.amount)))
  return reason === walletTexts.cancelReason ? walletText.cancelled : statusTexts[status][type]
}

export function decisionText({
  status,
  type,
  amount,
  creditedAmount = amount,
  reason,
}: Pick<WalletTransaction, 'status' | 'type' | 'amount' | 'creditedAmount' | 'reason'>): string | undefined {
  if (status === 'pending') return undefined
  if (reason === walletTexts.cancelReason) return walletText.withdrawalCancelled(formatRupees(paiseOf(amount)))
  const texts = {
    approved: { added: walletText.deposited, withdrawal: walletText.withdrawn },
    rejected: { added: walletText.depositRejected, withdrawal: walletText.withdrawalRejected },
  }
  return texts[status][type](formatRupees(paiseOf(creditedAmount)))
}
