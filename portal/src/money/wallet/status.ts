import { statusTexts, type RequestStatus, type WalletTransaction } from '@sauda/contract/money/wallet'
import type { StatusTone } from '@sauda/ui/badge'
import { walletText } from './wallet.text.ts'

const statusTones = {
  pending: 'warn',
  approved: 'success',
  rejected: 'error',
} as const satisfies Record<RequestStatus, StatusTone>

type Shown = Pick<WalletTransaction, 'status' | 'reversed'>

export const statusTone = ({ status, reversed }: Shown): StatusTone => (reversed ? 'error' : statusTones[status])

export const statusLabel = ({ status, reversed }: Shown): string =>
  reversed ? walletText.reversed : statusTexts[status].label
