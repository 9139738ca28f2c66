import { bankReversalText } from '@sauda/contract/banking/bank-reversal'
import { formatRupees, paiseOf } from '@sauda/contract/platform/money'
import { statusTexts, walletTexts, type WalletTransaction } from '@sauda/contract/money/wallet'
import type { TimelineStep } from '@sauda/ui/timeline'
import { formatDate, formatDateTime } from '@sauda/web/date-time'
import type { WalletTimeline } from './wallet.api.ts'
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

const nextStep = { you: walletText.withYou, us: walletText.withUs, bank: walletText.withBank }

export function stepsOf({ steps, status }: Pick<WalletTimeline, 'steps' | 'status'>): TimelineStep[] {
  const next = steps.findIndex((step) => step.at === undefined)
  const past = next < 0 ? steps.length : next
  const since = steps[past - 1]?.at
  return steps.map(({ what, at, who, detail, failed = false }, index) => {
    if (at !== undefined) {
      const isRejection = failed || (status === 'rejected' && index === past - 1)
      return { title: what, state: isRejection ? 'failed' : 'done', detail, at: formatDateTime(at) }
    }
    if (index !== next) return { title: what, state: 'upcoming', detail }
    const isPending = status === 'pending' && since !== undefined
    return {
      title: what,
      state: 'current',
      detail,
      at: isPending ? walletText.since(nextStep[who], formatDateTime(since)) : nextStep[who],
    }
  })
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
