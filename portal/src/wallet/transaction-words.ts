import { statusWords, type RequestStatus, type RequestType, type WalletTransaction } from '@sauda/contract/wallet'
import type { StatusTone } from '@sauda/ui/badge'
import type { TimelineStep } from '@sauda/ui/timeline'
import { momentText } from '../shell/moment.ts'
import type { WalletTimeline } from './wallet.api.ts'

export const typeWords = { added: 'Added', withdrawal: 'Withdrawal' } as const satisfies Record<RequestType, string>

export const statusTones = {
  pending: 'warn',
  approved: 'success',
  rejected: 'error',
} as const satisfies Record<RequestStatus, StatusTone>

/** PENDING, SUCCESS or FAILED. */
export const statusLabel = ({ status }: Pick<WalletTransaction, 'status'>): string => statusWords[status].label

/** The sentence of the Info column (section 4). */
export const infoOf = ({ status, type }: Pick<WalletTransaction, 'status' | 'type'>): string =>
  statusWords[status][type]

const turns = { you: 'You act next', us: 'We act next', bank: 'The bank acts next' }
const waits = {
  you: (since: string) => `You act next, since ${since}`,
  us: (since: string) => `We act next, since ${since}`,
  bank: (since: string) => `The bank acts next, since ${since}`,
}

/** What happened, and, of what has not, who must act and since when it waits for them. */
export function stepsOf({ steps, status }: Pick<WalletTimeline, 'steps' | 'status'>): TimelineStep[] {
  const next = steps.findIndex((step) => step.at === undefined)
  const past = next < 0 ? steps.length : next
  const since = steps[past - 1]?.at
  return steps.map(({ what, at, who, detail }, index) => {
    if (at !== undefined) {
      const isRefusal = status === 'rejected' && index === past - 1
      return { title: what, state: isRefusal ? 'failed' : 'done', detail, at: momentText(at) }
    }
    if (index !== next) return { title: what, state: 'upcoming', detail }
    const isWaiting = status === 'pending' && since !== undefined
    return { title: what, state: 'current', detail, at: isWaiting ? waits[who](momentText(since)) : turns[who] }
  })
}
