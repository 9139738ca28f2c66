import { parseRupees } from '@sauda/contract/platform/amount-text'
import { formatCount } from '@sauda/contract/platform/decimal'
import { costOf, loanCalls, loanReasons, type LoanTerms, loanErrors, loanRules } from '@sauda/contract/money/loan'
import { AmountField, NumberField } from '@sauda/ui/amount-field'
import { type ReactNode, useState } from 'react'
import { amountColumn, column, type ColumnsOf, headColumn } from '../../shell/table.tsx'
import { type CaseProps, CaseReview } from '../../shell/case-review.tsx'
import { type Checked, checkReason, type Decision, type DecisionDraft, emptyDraft } from '../../shell/decision-form.tsx'
import { type FieldErrors, fieldErrors } from '../../shell/form-field.tsx'
import { LoanPill } from '../../shell/pills.tsx'
import { typedNumber } from '../../shell/typed-number.ts'
import { decideLoan, type DeskLoan, isPreviewed, type LoanDecision, type Offer, usePreview } from './loan.api.ts'
import layout from '../../shell/layout.module.css'
import { paiseOf, rupeesOf, rupeesText } from '@sauda/contract/platform/money'
import { DescriptionList } from '@sauda/ui/description-list'
import { Table } from '@sauda/ui/table'
import { errorMessage } from '@sauda/web/api-error'
import { formatDate } from '@sauda/web/date-time'
import { useDebounced } from '@sauda/web/hooks'
import { Block, Columns, Evidence, Note } from '../../shell/evidence.tsx'
import { amountFact } from '../../shell/lines.tsx'

export interface OfferDraft extends DecisionDraft {
  amount: string
  ratePercent: string
  months: string
  fee: string
}
export const emptyOffer: OfferDraft = { ...emptyDraft, amount: '', ratePercent: '', months: '', fee: '' }

/** An empty fee is a fee of ₹0. */
export function offerOf({ amount, ratePercent, months, fee }: OfferDraft): { offer: Offer } | { errors: FieldErrors } {
  const offer = {
    amount: amount === '' ? Number.NaN : rupeesOf(parseRupees(amount)),
    ratePercent: typedNumber(ratePercent),
    months: typedNumber(months, 0),
    fee: rupeesOf(parseRupees(fee)),
  }
  const errors: Record<string, string> = fieldErrors(loanCalls.offer.body, offer) ?? {}
  if (offer.amount < loanRules.minimumRupees) errors['amount'] ??= loanErrors.offerAmount.message
  if (offer.fee > offer.amount) errors['fee'] ??= loanErrors.offerFee.message
  return Object.keys(errors).length > 0 ? { errors } : { offer }
}

export function summaryOf({ clientName, status }: Pick<DeskLoan, 'clientName' | 'status'>, draft: OfferDraft): string {
  if (status === 'admin_approved') return `The offer will be cancelled. ${clientName} will get the reason by e-mail.`
  if (draft.verdict === null) return 'Make an offer or reject the request.'
  if (draft.verdict === 'reject') return `The request will be rejected. ${clientName} will get the reason by e-mail.`
  const found = offerOf(draft)
  if ('errors' in found) return 'Disbursed only after the client accepts.'
  return `${clientName} will get an offer of ${rupeesText(found.offer.amount)} by e-mail. Disbursed only after acceptance.`
}

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
    verdict === 'approve' ? checkOffer(loan, draft) : checkReason(loanCalls.reject.body, { reason }),
  fields: (errors, change) => <OfferFields draft={draft} errors={errors} onChange={change} />,
})

function checkOffer({ _id: loanId }: DeskLoan, draft: OfferDraft): Checked<LoanDecision> {
  const found = offerOf(draft)
  if ('errors' in found) return found
  if (isPreviewed(loanId, found.offer)) return { command: found.offer }
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
    <NumberField
      label="Interest rate (% p.a.)"
      value={draft.ratePercent}
      error={errors['ratePercent']}
      onText={(ratePercent) => onChange({ ratePercent })}
    />
    <NumberField
      label="Tenure (months)"
      decimals={0}
      value={draft.months}
      error={errors['months']}
      onText={(months) => onChange({ months })}
    />
  </div>
)

function LoanEvidence({ loan, draft, beside }: { loan: DeskLoan; draft: OfferDraft; beside: ReactNode }) {
  const preview = useTypedTerms(loan._id, draft)
  const typed = draft.verdict === 'approve' ? preview : undefined
  const terms = loan.status === 'pending' ? typed?.terms : loan.terms
  const [what, amount] = heroOf(loan, terms)
  return (
    <Evidence what={what} amount={amount} at={loan.createdAt}>
      {loan.outstanding !== undefined && <Running loan={loan} />}
      {terms && (
        <Block title={loan.status === 'pending' ? `Loan terms shown to ${loan.clientName}` : 'Terms'}>
          <TermFigures terms={terms} />
        </Block>
      )}
      {loan.status === 'pending' && typed?.note && <Note>{typed.note}</Note>}
      {beside}
      {terms && (
        <details>
          <summary>{`Repayment schedule, ${formatCount(terms.schedule.length)} instalments`}</summary>
          <Table
            label="Repayment schedule"
            columns={columns}
            rows={terms.schedule}
            rowKey={(row) => String(row.number)}
          />
        </details>
      )}
    </Evidence>
  )
}

function heroOf({ status, principal, repaid }: DeskLoan, terms: LoanTerms | undefined): [string, bigint | undefined] {
  if (status === 'approved' && principal !== undefined) return ['Principal outstanding', paiseOf(principal)]
  if (status === 'closed' && repaid !== undefined) return ['Repaid', paiseOf(repaid)]
  return terms ? ['Total payable', paiseOf(terms.totalPayable)] : ['Loan request', undefined]
}

/** The previous terms stay until the next ones are computed. */
function useTypedTerms(loanId: string, draft: OfferDraft): { terms: LoanTerms | undefined; note: string } {
  const found = offerOf(draft)
  const typed = 'offer' in found ? JSON.stringify(found.offer) : ''
  const settled = useDebounced(typed)
  const { data, error } = usePreview(loanId, settled === '' ? undefined : (JSON.parse(settled) as Offer))
  if (typed === '') return { terms: undefined, note: 'Enter an offer to preview the client’s loan terms.' }
  if (error && typed === settled) return { terms: undefined, note: errorMessage(error) }
  return { terms: data, note: data ? '' : 'The terms are being calculated.' }
}

const Running = ({ loan: { outstanding, payoff, repaid, next } }: { loan: DeskLoan }) => (
  <Block title="Today">
    <Columns>
      <DescriptionList
        amounts
        items={[
          amountFact('To close today', payoff ?? 0),
          amountFact('Remaining payments', outstanding ?? 0),
          amountFact('Paid so far', repaid ?? 0),
        ]}
      />
      <DescriptionList
        amounts
        items={[
          { term: 'Next due', value: next ? formatDate(next.dueDate) : 'None' },
          next && amountFact('Due by then', next.amount),
        ]}
      />
    </Columns>
  </Block>
)

type Instalment = LoanTerms['schedule'][number]

const part = (key: 'amount' | 'principal' | 'interest' | 'fee', header: string, place: 'figure' | 'part') =>
  amountColumn<Instalment>(header, (row) => row[key] || undefined, place)
const columns: ColumnsOf<Instalment> = [
  headColumn('No.', 'under', (row) => row.number),
  column('Due', 'lead', (row) => formatDate(row.dueDate)),
  part('amount', 'Instalment', 'figure'),
  part('principal', 'Principal', 'part'),
  part('interest', 'Interest', 'part'),
  part('fee', 'Fee', 'part'),
]

function TermFigures({ terms }: { terms: LoanTerms }) {
  const { feeGst, schedule } = terms
  const { emi, interest } = costOf(terms)
  const [first] = schedule
  return (
    <Columns>
      <DescriptionList
        amounts
        items={[
          amountFact('Loan amount', terms.amount),
          amountFact('Interest', interest),
          amountFact(`Processing fee${feeGst === undefined ? '' : ' including GST'}`, terms.fee),
          feeGst !== undefined && amountFact('GST included in the fee', feeGst),
          { term: 'Interest rate (% p.a.)', value: `${terms.ratePercent}%` },
          { term: 'APR, including the fee', value: <strong>{terms.aprPercent}%</strong> },
        ]}
      />
      <DescriptionList
        amounts
        items={[
          amountFact('EMI', emi),
          { term: 'Tenure (months)', value: terms.months },
          first && { term: 'First due date', value: formatDate(first.dueDate) },
          first && amountFact(terms.fee === 0 ? 'First instalment' : 'First instalment, with the fee', first.amount),
        ]}
      />
    </Columns>
  )
}
