import type { Reversal } from '@sauda/contract/reversal'
import type { StatusTone } from '@sauda/ui/badge'
import type { Verdict } from '../shell/decision-form.tsx'
import { reversalSentence } from './sentence.ts'

export const reversalStates: Record<Reversal['status'], readonly [StatusTone, string]> = {
  pending: ['warn', 'Pending approval'],
  approved: ['success', 'Reversed'],
  rejected: ['error', 'Rejected'],
}

/** Nobody approves their own request; taking it back is theirs. */
export const isOwn = ({ requestedById }: Pick<Reversal, 'requestedById'>, myId: string | undefined): boolean =>
  requestedById === myId

/** What will happen, in the words of whoever has to answer for it. */
export function reversalSummary({ trade, reason }: Reversal, verdict: Verdict | null, own: boolean): string {
  if (verdict === 'accept') return `${reversalSentence(trade)} ${trade.clientName} will see this reason: “${reason}”`
  if (verdict === 'refuse') return `${trade.tradeId} remains booked.`
  return own ? 'Cancel your request, or leave it to another operator.' : 'Approve or reject the reversal.'
}
