import { loanCalls, loanReasons } from '@sauda/contract/loan'
import { useState, type ReactNode } from 'react'
import { CaseReview } from '../shell/case-review.tsx'
import { checkReason, type Checked, type Decision } from '../shell/decision-form.tsx'
import type { ReviewContext } from '../shell/review.tsx'
import { LoanEvidence } from './loan-evidence.tsx'
import { LoanPill } from './loan-pill.tsx'
import { decideLoan, isPreviewed, type DeskLoan, type LoanDecision } from './loan.api.ts'
import { OfferFields } from './offer-fields.tsx'
import { emptyOffer, offerOf, summaryOf, type OfferDraft } from './offer.ts'

interface LoanReviewProps {
  loan: DeskLoan
  /** The client's money. */
  beside: ReactNode
  context: ReviewContext
}

/** Why nothing is left to decide. */
const outcomes: Record<DeskLoan['status'], string> = {
  pending: '',
  admin_approved: 'Offer sent. Awaiting the client’s acceptance.',
  approved: 'The client accepted the terms. The loan is being repaid.',
  closed: 'The client has repaid the loan.',
  rejected: '',
}

/** A loan: its terms as typed or agreed, and the decision on the request or on an offer not yet accepted. */
export function LoanReview({ loan, beside, context }: LoanReviewProps) {
  // A request that became an offer while it was open is no longer what this screen was opened to decide.
  const [openedAs] = useState(loan.status)
  return (
    <CaseReview
      context={context}
      item={loan}
      isPending={({ status }) => status === openedAs && (status === 'pending' || status === 'admin_approved')}
      client={loan}
      status={<LoanPill status={loan.status} />}
      since={loan.status === 'pending' ? loan.createdAt : undefined}
      evidence={(shown, draft) => <LoanEvidence loan={shown} draft={draft} beside={beside} />}
      draftName={({ _id }) => `${_id} ${openedAs}`}
      emptyDraft={{ ...emptyOffer, verdict: openedAs === 'admin_approved' ? 'reject' : null }}
      decision={decisionOn}
      send={(command) => decideLoan(loan._id, command)}
      stale={[['loan', loan._id]]}
      decidedBy={loan.status === 'approved' ? undefined : loan.decidedBy}
      outcome={loan.reason ? `Reason: “${loan.reason}”` : outcomes[loan.status]}
    />
  )
}

function decisionOn(loan: DeskLoan, draft: OfferDraft): Decision<OfferDraft, LoanDecision> {
  return {
    words:
      loan.status === 'pending'
        ? {
            approve: { label: 'Make an offer', button: 'Make offer' },
            reject: { label: 'Reject', button: 'Reject request' },
          }
        : { reject: { label: 'Cancel the offer', button: 'Cancel offer' } },
    summary: summaryOf(loan, draft),
    reasons: loanReasons,
    check: (verdict, reason) =>
      verdict === 'approve' ? checkOffer(draft) : checkReason(loanCalls.reject.body, { reason }),
    fields: (errors, change) => <OfferFields draft={draft} errors={errors} onChange={change} />,
  }
}

function checkOffer(draft: OfferDraft): Checked<LoanDecision> {
  const found = offerOf(draft)
  if ('errors' in found) return found
  if (isPreviewed(found.offer)) return { command: found.offer }
  return { errors: { amount: 'The terms are still being calculated. Review them first' } }
}
