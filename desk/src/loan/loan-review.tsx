import { AlertBanner } from '@sauda/ui/alert-banner'
import { useState, type ReactNode } from 'react'
import { Waiting } from '../shell/age.tsx'
import { Decided } from '../shell/decided.tsx'
import type { Verdict } from '../shell/decision-form.tsx'
import { forget, useKept } from '../shell/kept.ts'
import { useCan, useMe } from '../shell/me.ts'
import { Review, ReviewHead } from '../shell/review.tsx'
import { Settled } from '../shell/settled.tsx'
import { useDecision } from '../shell/use-decision.ts'
import { LoanEvidence } from './loan-evidence.tsx'
import { LoanForm } from './loan-form.tsx'
import { LoanPill } from './loan-pill.tsx'
import { decideLoan, type DeskLoan, type Order } from './loan.api.ts'
import { emptyDraft, type Draft } from './offer.ts'
import { useTypedTerms } from './typed-terms.ts'

interface LoanReviewProps {
  loan: DeskLoan
  /** The client's money. */
  beside: ReactNode
  intent: Verdict | undefined
  /** The address of the next case. */
  next: string | undefined
  onSend: () => () => void
  notice: ReactNode
}

/** Where nothing is left to decide, why. */
const standing: Record<DeskLoan['status'], string> = {
  pending: '',
  admin_approved: 'Offer sent. Awaiting the client’s acceptance.',
  approved: 'The client accepted the terms. The loan is being repaid.',
  closed: 'The client has repaid the loan.',
  rejected: '',
}

/** A loan: whose it is, its terms as they are typed or agreed, the decision. */
export function LoanReview({ loan, beside, intent, next, onSend, notice }: LoanReviewProps) {
  const me = useMe().data
  const can = useCan()
  // A request that became an offer while it was open is no longer what this screen was opened to decide.
  const [openedAs] = useState(loan.status)
  const draftName = `loan ${me?._id} ${loan._id} ${openedAs}`
  const { draft, change } = useKept<Draft>(draftName, {
    ...emptyDraft,
    verdict: openedAs === 'admin_approved' ? 'refuse' : null,
  })
  const typed = useTypedTerms(draft)
  const { shown, wasOpen, done, decide, isSending, error } = useDecision({
    now: loan,
    waits: isUndecided,
    send: (order: Order) => decideLoan(loan._id, order),
    onSend,
    stale: [['loan', loan._id], ['queue'], ['client', loan.clientId]],
  })
  function isUndecided({ status }: DeskLoan): boolean {
    return status === openedAs && (status === 'pending' || status === 'admin_approved')
  }
  return (
    <Review
      head={
        <ReviewHead {...loan}>
          <LoanPill status={loan.status} />
          {loan.status === 'pending' && <Waiting since={loan.createdAt} />}
        </ReviewHead>
      }
      evidence={<LoanEvidence loan={shown} typed={draft.verdict === 'accept' ? typed : undefined} beside={beside} />}
    >
      {!done && notice}
      {done ? (
        <Decided text={done.summary} next={next} />
      ) : !isUndecided(shown) ? (
        <Settled decidedBy={loan.status === 'approved' ? undefined : loan.decidedBy} wasOpen={wasOpen} next={next}>
          {loan.reason ? `Reason: “${loan.reason}”` : standing[loan.status]}
        </Settled>
      ) : can('loan.offer') ? (
        <LoanForm
          loan={shown}
          draft={draft}
          onChange={change}
          termsShown={typed.isCurrent}
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
