import { loanCalls, loanReasons } from '@sauda/contract/money/loan'
import { AmountField } from '@sauda/ui/amount-field'
import { TextField } from '@sauda/ui/text-field'
import { useState } from 'react'
import { type CaseProps, CaseReview } from '../../shell/case-review.tsx'
import { type Checked, checkReason, type Decision } from '../../shell/decision-form.tsx'
import type { FieldErrors } from '../../shell/field-errors.ts'
import { LoanEvidence } from './loan-evidence.tsx'
import { LoanPill } from '../../shell/pills.tsx'
import { decideLoan, type DeskLoan, isPreviewed, type LoanDecision } from './loan.api.ts'
import { emptyOffer, type OfferDraft, offerOf, summaryOf } from './offer.ts'
import layout from '../../shell/layout.module.css'

const outcomes: Record<DeskLoan['status'], string> = {
  pending: '',
  admin_approved: 'Offer sent. Awaiting the client’s acceptance.',
  approved: 'The client accepted the terms. The loan is being repaid.',
  closed: 'The client has repaid the loan.',
  rejected: '',
}

export function LoanReview({ item: loan, beside, context }: CaseProps<DeskLoan>) {
  // A request that became an offer while open is no longer the decision this screen was opened for.
  const [openedAs] = useState(loan.status)
  const { decidedBy: _name, decidedById: _id, ...accepted } = loan
  return (
    <CaseReview
      context={context}
      // The operator made the offer; the client accepted it.
      item={loan.status === 'approved' ? accepted : loan}
      isPending={({ status }) => status === openedAs && (status === 'pending' || status === 'admin_approved')}
      status={<LoanPill status={loan.status} />}
      since={loan.status === 'pending' ? loan.createdAt : undefined}
      evidence={(shown, draft) => <LoanEvidence loan={shown} draft={draft} beside={beside} />}
      draftName={({ _id }) => `${_id} ${openedAs}`}
      emptyDraft={{ ...emptyOffer, verdict: openedAs === 'admin_approved' ? 'reject' : null }}
      decision={decisionOn}
      send={(command) => decideLoan(loan._id, command)}
      outcome={loan.reason ? `Reason: “${loan.reason}”` : outcomes[loan.status]}
    />
  )
}

const decisionOn = (loan: DeskLoan, draft: OfferDraft): Decision<OfferDraft, LoanDecision> => ({
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
})

function checkOffer(draft: OfferDraft): Checked<LoanDecision> {
  const found = offerOf(draft)
  if ('errors' in found) return found
  if (isPreviewed(found.offer)) return { command: found.offer }
  return { errors: { amount: 'The terms are still being calculated. Review them first' } }
}

interface OfferFieldsProps {
  draft: OfferDraft
  errors: FieldErrors
  onChange: (part: Partial<OfferDraft>) => void
}

const OfferFields = ({ draft, errors, onChange }: OfferFieldsProps) => (
  <div className={layout.pair}>
    <AmountField
      label="Amount"
      value={draft.amount}
      error={errors['amount']}
      onText={(amount) => onChange({ amount })}
    />
    <AmountField label="Fee" optional value={draft.fee} error={errors['fee']} onText={(fee) => onChange({ fee })} />
    <TextField
      label="Interest rate (% p.a.)"
      inputMode="decimal"
      autoComplete="off"
      value={draft.ratePercent}
      error={errors['ratePercent']}
      onChange={(event) => onChange({ ratePercent: event.target.value.replace(/[^\d.]/g, '').slice(0, 6) })}
    />
    <TextField
      label="Tenure (months)"
      inputMode="numeric"
      autoComplete="off"
      value={draft.months}
      error={errors['months']}
      onChange={(event) => onChange({ months: event.target.value.replace(/\D/g, '').slice(0, 3) })}
    />
  </div>
)
