import { reversalErrors } from '@sauda/contract/reversal'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { useState, type ReactNode } from 'react'
import { Waiting } from '../shell/age.tsx'
import { Decided } from '../shell/decided.tsx'
import { DecisionForm, type Verdict } from '../shell/decision-form.tsx'
import { useCan, useMe } from '../shell/me.ts'
import { Review, ReviewHead } from '../shell/review.tsx'
import { Settled } from '../shell/settled.tsx'
import { useDecision } from '../shell/use-decision.ts'
import { ReversalEvidence } from './reversal-evidence.tsx'
import { ReversalPill } from './reversal-pill.tsx'
import { isOwn, reversalSummary } from './reversal-words.ts'
import { decideReversal, type DeskReversal } from './reversal.api.ts'

interface ReversalReviewProps {
  reversal: DeskReversal
  /** The client's money. */
  beside: ReactNode
  intent: Verdict | undefined
  /** The address of the next case. */
  next: string | undefined
  onSend: () => () => void
  notice: ReactNode
}

/** A wrong booking: what was booked, who says it is wrong and why, the decision of a second operator. */
export function ReversalReview({ reversal, beside, intent, next, onSend, notice }: ReversalReviewProps) {
  const me = useMe().data
  const can = useCan()
  const own = isOwn(reversal, me?._id)
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const [fault, setFault] = useState<string>()
  const { shown, wasOpen, done, decide, isSending, error } = useDecision({
    now: reversal,
    waits: ({ status }) => status === 'pending',
    send: (approve: boolean) => decideReversal(reversal._id, approve),
    onSend,
    stale: [['trade'], ['queue'], ['client', reversal.trade.clientId]],
  })
  const summary = reversalSummary(shown, verdict, own)
  const submit = () => {
    setFault(verdict === null ? 'Choose Approve or Reject' : undefined)
    if (verdict === null) return false
    decide(verdict === 'accept', summary, () => setVerdict(null))
    return true
  }
  return (
    <Review
      head={
        <ReviewHead {...reversal.trade}>
          <ReversalPill status={reversal.status} />
          {reversal.status === 'pending' && <Waiting since={reversal.createdAt} />}
        </ReviewHead>
      }
      evidence={<ReversalEvidence reversal={shown} beside={beside} />}
    >
      {!done && notice}
      {done ? (
        <Decided text={done.summary} next={next} />
      ) : shown.status !== 'pending' ? (
        <Settled decidedBy={reversal.decidedBy} wasOpen={wasOpen} next={next}>
          {reversal.status === 'approved' ? 'The trade is reversed.' : 'The trade remains booked.'}
        </Settled>
      ) : can('trade.book') ? (
        <DecisionForm
          words={{
            accept: {
              label: 'Approve',
              button: 'Approve reversal',
              barred: own ? reversalErrors.ownRequest.message : undefined,
            },
            refuse: own
              ? { label: 'Cancel request', button: 'Cancel request' }
              : { label: 'Reject', button: 'Reject reversal' },
          }}
          verdict={verdict}
          onVerdict={(chosen) => {
            setVerdict(chosen)
            setFault(undefined)
          }}
          fault={fault}
          intent={intent}
          summary={summary}
          isSending={isSending}
          error={error}
          onSubmit={submit}
        >
          {null}
        </DecisionForm>
      ) : (
        <AlertBanner title="You have view-only access">An operator with approval rights will decide it.</AlertBanner>
      )}
    </Review>
  )
}
