import type { Reversal } from '@sauda/contract/reversal'
import type { StatusTone } from '@sauda/ui/badge'
import type { Verdict } from '../shell/decision-form.tsx'
import { reversalSentence } from './sentence.ts'

export const reversalStates: Record<Reversal['status'], readonly [StatusTone, string]> = {
  pending: ['warn', 'Waits for approval'],
  approved: ['success', 'Reversed'],
  rejected: ['error', 'Refused'],
}

/** Nobody approves their own request; taking it back is theirs. */
export const isOwn = ({ requestedById }: Pick<Reversal, 'requestedById'>, myId: string | undefined): boolean =>
  requestedById === myId

/** What will happen, in the words of whoever has to answer for it. */
export function reversalSummary({ trade, reason }: Reversal, verdict: Verdict | null, own: boolean): string {
  if (verdict === 'accept') return `${reversalSentence(trade)} ${trade.clientName} reads the reason: “${reason}”`
  if (verdict === 'refuse') return `${trade.tradeId} stays as it is booked.`
  return own ? 'Take the request back, or leave it to another operator.' : 'Approve the reversal, or refuse it.'
}
