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
import { ChargeEvidence } from './charge-evidence.tsx'
import { ChargeForm } from './charge-form.tsx'
import { ChargePill } from './charge-pill.tsx'
import { decideCharge, type DeskCharge, type Order } from './charge.api.ts'

interface ChargeReviewProps {
  charge: DeskCharge
  /** The client's other charges. */
  beside: ReactNode
  intent: Verdict | undefined
  /** The address of the next case. */
  next: string | undefined
  onSend: () => () => void
  notice: ReactNode
}

/** A charge: whose it is, what was paid, the decision. */
export function ChargeReview({ charge, beside, intent, next, onSend, notice }: ChargeReviewProps) {
  const me = useMe().data
  const can = useCan()
  const { shown, wasOpen, done, decide, isSending, error } = useDecision({
    now: charge,
    waits: ({ status }) => status === 'PAID',
    send: (order: Order) => decideCharge(charge._id, order),
    onSend,
    stale: [['charge', charge._id], ['queue'], ['client', charge.clientId]],
  })
  const { status, paymentDetails } = shown
  // Another payment starts anew: what was chosen was about the one before.
  const draftName = `charge ${me?._id} ${charge._id} ${paymentDetails?.transactionId}`
  return (
    <Review
      head={
        <ReviewHead {...charge}>
          <ChargePill status={charge.status} />
          {charge.status === 'PAID' && charge.paymentDetails && <Waiting since={charge.paymentDetails.paymentDate} />}
        </ReviewHead>
      }
      evidence={<ChargeEvidence charge={shown} beside={beside} />}
    >
      {!done && notice}
      {done ? (
        <Decided text={done.summary} next={next} />
      ) : status !== 'PAID' ? (
        <Settled decidedBy={charge.decidedBy} wasOpen={wasOpen} next={next}>
          {charge.reason ? `Reason: “${charge.reason}”` : status === 'PENDING' && 'The client has not paid yet.'}
        </Settled>
      ) : can('charge.approve') ? (
        <ChargeForm
          key={draftName}
          charge={shown}
          draftName={draftName}
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
