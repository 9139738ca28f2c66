import { formatRupees, paiseOf } from '@sauda/contract/money'
import { statusTexts, type RequestStatus, type RequestType, type WalletTransaction } from '@sauda/contract/wallet'
import type { StatusTone } from '@sauda/ui/badge'
import type { TimelineStep } from '@sauda/ui/timeline'
import { formatDateTime } from '@sauda/web/date-time'
import type { WalletTimeline } from './wallet.api.ts'
import { walletText } from './wallet.text.ts'

export const statusTones = {
  pending: 'warn',
  approved: 'success',
  rejected: 'error',
} as const satisfies Record<RequestStatus, StatusTone>

export const statusLabel = ({ status }: Pick<WalletTransaction, 'status'>): string => statusTexts[status].label

export const infoOf = ({ status, type }: { status: RequestStatus; type: RequestType }): string =>
  statusTexts[status][type]

const nextStep = { you: walletText.withYou, us: walletText.withUs, bank: walletText.withBank }

export function stepsOf({ steps, status }: Pick<WalletTimeline, 'steps' | 'status'>): TimelineStep[] {
  const next = steps.findIndex((step) => step.at === undefined)
  const past = next < 0 ? steps.length : next
  const since = steps[past - 1]?.at
  return steps.map(({ what, at, who, detail }, index) => {
    if (at !== undefined) {
      const isRejection = status === 'rejected' && index === past - 1
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
}: Pick<WalletTransaction, 'status' | 'type' | 'amount'>): string | undefined {
  if (status === 'pending') return undefined
  const texts = {
    approved: { added: walletText.deposited, withdrawal: walletText.withdrawn },
    rejected: { added: walletText.depositRejected, withdrawal: walletText.withdrawalRejected },
  }
  return texts[status][type](formatRupees(paiseOf(amount)))
}
