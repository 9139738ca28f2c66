import { AlertBanner } from '@sauda/ui/alert-banner'
import type { ReactNode } from 'react'
import { Waiting } from '../shell/age.tsx'
import { Decided } from '../shell/decided.tsx'
import type { Verdict } from '../shell/decision-form.tsx'
import { forget } from '../shell/kept.ts'
import { useCan, useMe } from '../shell/me.ts'
import { Review, ReviewHead } from '../shell/review.tsx'
import { Settled } from '../shell/settled.tsx'
import { useDecision } from '../shell/use-decision.ts'
import { RequestEvidence } from './request-evidence.tsx'
import { RequestForm } from './request-form.tsx'
import { RequestPill } from './request-pill.tsx'
import { decideRequest, type Order, type Request } from './wallet.api.ts'

interface RequestReviewProps {
  request: Request
  /** What else is known of the client's money. */
  beside: ReactNode
  /** How the bank names the payment, where its statement has it. */
  bankReference: string | undefined
  intent: Verdict | undefined
  /** The address of the next case. */
  next: string | undefined
  onSend: () => () => void
  /** What concerns the whole case, such as who else has it open. */
  notice: ReactNode
}

/** A deposit or a withdrawal: whose it is, what to compare, the decision. */
export function RequestReview(props: RequestReviewProps) {
  const { request, beside, bankReference, intent, next, onSend, notice } = props
  const me = useMe().data
  const can = useCan()
  const { shown, wasOpen, done, decide, isSending, error } = useDecision({
    now: request,
    waits: ({ status }) => status === 'pending',
    send: (order: Order) => decideRequest(request._id, order),
    onSend,
    // The first of two approvals leaves it in the queue.
    staysOpen: ({ status }) => status === 'pending',
    stale: [['wallet'], ['queue'], ['client', request.clientId]],
  })
  const { type, status, reason } = shown
  const draftName = `wallet ${me?._id} ${request._id}`
  const mayDecide = can(type === 'added' ? 'wallet.approve' : 'wallet.pay')
  return (
    <Review
      head={
        <ReviewHead {...request}>
          <RequestPill status={request.status} />
          {request.status === 'pending' && <Waiting since={request.createdAt} />}
        </ReviewHead>
      }
      evidence={<RequestEvidence request={request} beside={beside} />}
    >
      {!done && notice}
      {done ? (
        <Decided text={done.summary} next={next} />
      ) : status !== 'pending' ? (
        <Settled decidedBy={request.decidedBy} wasOpen={wasOpen} next={next}>
          {reason && `Reason: “${reason}”`}
        </Settled>
      ) : mayDecide ? (
        <RequestForm
          request={shown}
          draftName={draftName}
          bankReference={bankReference}
          isOwn={shown.firstApprovalById !== undefined && shown.firstApprovalById === me?._id}
          intent={intent}
          isSending={isSending}
          error={error}
          onSend={(order, summary) => decide(order, summary, () => forget(draftName))}
        />
      ) : (
        <AlertBanner title="You have view-only access">An operator with approval rights will decide it.</AlertBanner>
      )}
    </Review>
  )
}
