import { bankReversalText } from '@sauda/contract/money/bank-reversal'
import { afterDues } from '@sauda/contract/core/ledger'
import { formatRupees, paiseOf } from '@sauda/contract/platform/money'
import { statusTexts, walletTexts, type WalletTransaction, type RequestStatus } from '@sauda/contract/money/wallet'
import { formatDate } from '@sauda/web/date-time'
import { walletText } from './wallet.text.ts'
import type { StatusTone } from '@sauda/ui/badge'

type Decided = Pick<WalletTransaction, 'status' | 'type' | 'amount' | 'reason' | 'paidDues'>

export function infoOf(request: Decided & Pick<WalletTransaction, 'reversed'>): string {
  const { status, type, amount, paidDues = 0, reversed } = request
  if (reversed) return bankReversalText(type, formatDate(reversed.on), reversed)
  return isCancelled(request)
    ? `You cancelled it; ${afterDues(paiseOf(amount), paiseOf(paidDues))}.`
    : statusTexts[status][type]
}

export function decisionText(request: Decided & Pick<WalletTransaction, 'creditedAmount'>): string | undefined {
  const { status, type, amount, creditedAmount = amount, paidDues = 0 } = request
  if (status === 'pending') return undefined
  const [paise, paid] = [paiseOf(creditedAmount), paiseOf(paidDues)]
  if (status === 'rejected')
    return type === 'added'
      ? walletText.depositRejected(formatRupees(paise))
      : walletTexts.notWithdrawn(isCancelled(request) ? 'cancelled' : 'rejected', paise, paid)
  return type === 'added'
    ? [walletText.deposited(formatRupees(paise)), ...(paid > 0n ? [afterDues(paise, paid)] : [])].join('; ')
    : walletText.withdrawn(formatRupees(paise))
}

const statusTones = {
  pending: 'warn',
  approved: 'success',
  rejected: 'error',
} as const satisfies Record<RequestStatus, StatusTone>

type Shown = Pick<WalletTransaction, 'status' | 'reason' | 'reversed'>

const isCancelled = ({ reason }: Pick<WalletTransaction, 'reason'>): boolean => reason === walletTexts.cancelReason

export const statusTone = (request: Shown): StatusTone =>
  request.reversed ? 'error' : isCancelled(request) ? 'neutral' : statusTones[request.status]

export const statusLabel = (request: Shown): string =>
  request.reversed
    ? walletText.reversed
    : isCancelled(request)
      ? walletText.cancelled
      : statusTexts[request.status].label
