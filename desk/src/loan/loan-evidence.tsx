import type { LoanTerms } from '@sauda/contract/loan'
import { paiseOf } from '@sauda/contract/money'
import { DescriptionList } from '@sauda/ui/description-list'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Table, type TableColumn } from '@sauda/ui/table'
import { errorMessage } from '@sauda/web/api-error'
import { formatDate } from '@sauda/web/date-time'
import { DateTime } from '@sauda/web/date-time-text'
import { useDebounced } from '@sauda/web/use-debounced'
import type { ReactNode } from 'react'
import { Block, Columns, Evidence, Note } from '../shell/evidence.tsx'
import { type DeskLoan, type Offer, usePreview } from './loan.api.ts'
import { type OfferDraft, offerOf } from './offer.ts'

interface LoanEvidenceProps {
  loan: DeskLoan
  draft: OfferDraft
  beside: ReactNode
}

export function LoanEvidence({ loan, draft, beside }: LoanEvidenceProps) {
  const preview = useTypedTerms(draft)
  const typed = draft.verdict === 'approve' ? preview : undefined
  const terms = loan.status === 'pending' ? typed?.terms : loan.terms
  const [what, amount] = heroOf(loan, terms)
  return (
    <Evidence
      what={what}
      amount={amount}
      beside={<span>{sentence('Requested on {time}', { time: <DateTime at={loan.createdAt} /> })}</span>}
    >
      {loan.outstanding !== undefined && <Running loan={loan} />}
      {terms && (
        <Block title={loan.status === 'pending' ? `Loan terms shown to ${loan.clientName}` : 'Terms'}>
          <TermFigures terms={terms} />
        </Block>
      )}
      {loan.status === 'pending' && typed?.note && <Note>{typed.note}</Note>}
      {beside}
      {terms && (
        <Block title="Repayment schedule">
          <Schedule terms={terms} />
        </Block>
      )}
    </Evidence>
  )
}

function heroOf({ status, outstanding, repaid }: DeskLoan, terms: LoanTerms | undefined): [string, bigint | undefined] {
  if (status === 'approved' && outstanding !== undefined) return ['Outstanding per schedule', paiseOf(outstanding)]
  if (status === 'closed' && repaid !== undefined) return ['Repaid', paiseOf(repaid)]
  return terms ? ['Total payable', paiseOf(terms.totalPayable)] : ['Loan request (amount not specified)', undefined]
}

/** The previous terms stay until the next ones are computed. */
function useTypedTerms(draft: OfferDraft): { terms: LoanTerms | undefined; note: string } {
  const found = offerOf(draft)
  const typed = 'offer' in found ? JSON.stringify(found.offer) : ''
  const settled = useDebounced(typed)
  const { data, error } = usePreview(settled === '' ? undefined : (JSON.parse(settled) as Offer))
  if (typed === '') return { terms: undefined, note: 'Enter an offer to preview the client’s loan terms.' }
  if (error && typed === settled) return { terms: undefined, note: errorMessage(error) }
  return { terms: data, note: data ? '' : 'The terms are being computed.' }
}

const money = (rupees: number | undefined) => <Money amount={paiseOf(rupees ?? 0)} />

function Running({ loan: { principal, payoff, repaid, next } }: { loan: DeskLoan }) {
  return (
    <Block title="Today">
      <Columns>
        <DescriptionList
          amounts
          items={[
            { term: 'To close today', value: money(payoff) },
            { term: 'Principal outstanding', value: money(principal) },
            { term: 'Paid so far', value: money(repaid) },
          ]}
        />
        <DescriptionList
          amounts
          items={
            next
              ? [
                  { term: 'Next due', value: formatDate(next.dueDate) },
                  { term: 'Due by then', value: money(next.amount) },
                ]
              : [{ term: 'Next due', value: 'None' }]
          }
        />
      </Columns>
    </Block>
  )
}

type Instalment = LoanTerms['schedule'][number]
type Part = 'principal' | 'interest' | 'fee' | 'amount'

const part = (key: Part, header: string): TableColumn<Instalment> => ({
  key,
  header,
  cell: (row) => (row[key] === 0 ? '–' : <Money amount={paiseOf(row[key])} />),
  align: 'end',
})
const columns: readonly TableColumn<Instalment>[] = [
  { key: 'number', header: 'No.', cell: (row) => row.number, rowHeader: true },
  { key: 'due', header: 'Due', cell: (row) => formatDate(row.dueDate) },
  part('amount', 'Instalment'),
  part('principal', 'Principal'),
  part('interest', 'Interest'),
  part('fee', 'Fee'),
]

function TermFigures({ terms }: { terms: LoanTerms }) {
  const [first] = terms.schedule
  return (
    <Columns>
      <DescriptionList
        amounts
        items={[
          { term: 'Loan amount', value: <Money amount={paiseOf(terms.amount)} /> },
          { term: 'Processing fee, with the first instalment', value: <Money amount={paiseOf(terms.fee)} /> },
          { term: 'First instalment', value: first && <Money amount={paiseOf(first.amount)} /> },
        ]}
      />
      <DescriptionList
        amounts
        items={[
          { term: 'Interest rate (% p.a.)', value: `${terms.ratePercent}%` },
          { term: 'APR, including the fee', value: <strong>{terms.aprPercent}%</strong> },
          { term: 'Tenure (months)', value: terms.months },
        ]}
      />
    </Columns>
  )
}

function Schedule({ terms }: { terms: LoanTerms }) {
  return (
    <Table
      label="Repayment schedule"
      columns={columns}
      rows={terms.schedule}
      rowKey={(row) => String(row.number)}
      narrow="scroll"
    />
  )
}
