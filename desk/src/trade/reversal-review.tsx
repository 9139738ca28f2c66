import { type Reversal, reversalErrors } from '@sauda/contract/reversal'
import type { ReactNode } from 'react'
import { CaseReview } from '../shell/case-review.tsx'
import { emptyDraft, type Verdict } from '../shell/decision-form.tsx'
import { useMe } from '../shell/me.ts'
import type { ReviewContext } from '../shell/review.tsx'
import { ReversalEvidence } from './reversal-evidence.tsx'
import { decideReversal, type DeskReversal } from './reversal.api.ts'
import { ReversalPill } from './reversals-list.tsx'
import { reversalSentence } from './sentence.ts'

interface ReversalReviewProps {
  reversal: DeskReversal
  beside: ReactNode
  context: ReviewContext
}

export function ReversalReview({ reversal, beside, context }: ReversalReviewProps) {
  const own = isOwn(reversal, useMe().data?._id)
  const { _id, status, trade } = reversal
  return (
    <CaseReview
      context={context}
      item={reversal}
      isPending={(shown) => shown.status === 'pending'}
      client={trade}
      status={<ReversalPill status={status} />}
      since={status === 'pending' ? reversal.createdAt : undefined}
      evidence={(shown) => <ReversalEvidence reversal={shown} beside={beside} />}
      draftName={() => _id}
      emptyDraft={emptyDraft}
      decision={(shown, { verdict }) => ({
        words: {
          approve: {
            label: 'Approve',
            button: 'Approve reversal',
            barred: own ? reversalErrors.ownRequest.message : undefined,
          },
          reject: own
            ? { label: 'Cancel request', button: 'Cancel request' }
            : { label: 'Reject', button: 'Reject reversal' },
        },
        summary: reversalSummary(shown, verdict, own),
        check: (chosen) => ({ command: chosen === 'approve' }),
      })}
      send={(approve: boolean) => decideReversal(_id, approve)}
      stale={[['trade']]}
      decidedBy={reversal.decidedBy}
      outcome={status === 'approved' ? 'The trade is reversed.' : 'The trade remains booked.'}
    />
  )
}

/** Operators may cancel but not approve their own request. */
const isOwn = ({ requestedById }: Pick<Reversal, 'requestedById'>, myId: string | undefined): boolean =>
  requestedById === myId

function reversalSummary({ trade, reason }: Reversal, verdict: Verdict | null, own: boolean): string {
  if (verdict === 'approve') return `${reversalSentence(trade)} ${trade.clientName} will see this reason: “${reason}”`
  if (verdict === 'reject') return `${trade.tradeId} remains booked.`
  return own ? 'Cancel your request, or leave it to another operator.' : 'Approve or reject the reversal.'
}
