import type { Reversal } from '@sauda/contract/reversal'
import type { Verdict } from '../shell/decision-form.tsx'
import { reversalSentence } from './sentence.ts'

/** Nobody approves their own request, but may cancel it. */
export const isOwn = ({ requestedById }: Pick<Reversal, 'requestedById'>, myId: string | undefined): boolean =>
  requestedById === myId

/** What the decision will do. */
export function reversalSummary({ trade, reason }: Reversal, verdict: Verdict | null, own: boolean): string {
  if (verdict === 'approve') return `${reversalSentence(trade)} ${trade.clientName} will see this reason: “${reason}”`
  if (verdict === 'reject') return `${trade.tradeId} remains booked.`
  return own ? 'Cancel your request, or leave it to another operator.' : 'Approve or reject the reversal.'
}
