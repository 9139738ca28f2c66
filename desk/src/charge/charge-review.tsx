import { chargeCalls, chargeReasons } from '@sauda/contract/charge'
import type { ReactNode } from 'react'
import { CaseReview } from '../shell/case-review.tsx'
import { checkReason, emptyDraft, type Decision, type DecisionDraft } from '../shell/decision-form.tsx'
import type { ReviewContext } from '../shell/review.tsx'
import { ChargeEvidence } from './charge-evidence.tsx'
import { ChargePill } from './charge-pill.tsx'
import { decideCharge, type ChargeDecision, type DeskCharge } from './charge.api.ts'
import { summaryOf } from './decision.ts'

interface ChargeReviewProps {
  charge: DeskCharge
  /** The client's other charges. */
  beside: ReactNode
  context: ReviewContext
}

/** A charge: what was paid, and the decision on the payment. */
export function ChargeReview({ charge, beside, context }: ChargeReviewProps) {
  return (
    <CaseReview
      context={context}
      item={charge}
      isPending={({ status }) => status === 'PAID'}
      client={charge}
      status={<ChargePill status={charge.status} />}
      since={charge.status === 'PAID' ? charge.paymentDetails?.paymentDate : undefined}
      evidence={(shown) => <ChargeEvidence charge={shown} beside={beside} />}
      // What was chosen for one payment is not carried over to the next.
      draftName={({ _id, paymentDetails }) => `${_id} ${paymentDetails?.transactionId}`}
      emptyDraft={emptyDraft}
      decision={(shown, { verdict }): Decision<DecisionDraft, ChargeDecision> => {
        const transactionId = shown.paymentDetails?.transactionId
        return {
          words: {
            approve: { label: 'Approve', button: 'Approve payment' },
            reject: { label: 'Reject', button: 'Reject payment' },
          },
          summary: summaryOf(shown, verdict),
          reasons: chargeReasons,
          // Only ever about the payment on screen.
          check: (chosen, reason) =>
            chosen === 'approve'
              ? { command: { transactionId } }
              : checkReason(chargeCalls.reject.body, { transactionId, reason }),
        }
      }}
      send={(command) => decideCharge(charge._id, command)}
      stale={[['charge', charge._id]]}
      decidedBy={charge.decidedBy}
      outcome={
        charge.reason ? `Reason: “${charge.reason}”` : charge.status === 'PENDING' && 'The client has not paid yet.'
      }
    />
  )
}
