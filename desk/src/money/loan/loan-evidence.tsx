import type { LoanTerms } from '@sauda/contract/money/loan'
import { paiseOf } from '@sauda/contract/platform/money'
import { DescriptionList } from '@sauda/ui/description-list'
import { Money } from '@sauda/ui/money'
import { Table, type TableColumn } from '@sauda/ui/table'
import { errorMessage } from '@sauda/web/api-error'
import { formatDate } from '@sauda/web/date-time'
import { useDebounced } from '@sauda/web/hooks'
import type { ReactNode } from 'react'
import { Block, Columns, Evidence, Note } from '../../shell/evidence.tsx'
import { amountColumn } from '../../shell/lines.tsx'
import { type DeskLoan, type Offer, usePreview } from './loan.api.ts'
import { type OfferDraft, offerOf } from './offer.ts'

export function LoanEvidence({ loan, draft, beside }: { loan: DeskLoan; draft: OfferDraft; beside: ReactNode }) {
  const preview = useTypedTerms(draft)
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
        <Block title="Repayment schedule">
          <Table
            label="Repayment schedule"
            columns={columns}
            rows={terms.schedule}
            rowKey={(row) => String(row.number)}
            narrow="scroll"
          />
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
  return { terms: data, note: data ? '' : 'The terms are being calculated.' }
}

const amount = (term: string, rupees = 0) => ({ term, value: <Money amount={paiseOf(rupees)} /> })

const Running = ({ loan: { principal, payoff, repaid, next } }: { loan: DeskLoan }) => (
  <Block title="Today">
    <Columns>
      <DescriptionList
        amounts
        items={[
          amount('To close today', payoff),
          amount('Principal outstanding', principal),
          amount('Paid so far', repaid),
        ]}
      />
      <DescriptionList
        amounts
        items={[
          { term: 'Next due', value: next ? formatDate(next.dueDate) : 'None' },
          ...(next ? [amount('Due by then', next.amount)] : []),
        ]}
      />
    </Columns>
  </Block>
)

type Instalment = LoanTerms['schedule'][number]

const part = (key: 'amount' | 'principal' | 'interest' | 'fee', header: string) =>
  amountColumn<Instalment>(key, header, (row) => row[key] || undefined)
const columns: readonly TableColumn<Instalment>[] = [
  { key: 'number', header: 'No.', cell: (row) => row.number, rowHeader: true },
  { key: 'due', header: 'Due', cell: (row) => formatDate(row.dueDate) },
  part('amount', 'Instalment'),
  part('principal', 'Principal'),
  part('interest', 'Interest'),
  part('fee', 'Fee'),
]

function TermFigures({ terms }: { terms: LoanTerms }) {
  const { feeGst, schedule } = terms
  const [first] = schedule
  return (
    <Columns>
      <DescriptionList
        amounts
        items={[
          amount('Loan amount', terms.amount),
          amount(`Processing fee${feeGst === undefined ? '' : ' including GST'}, with the first instalment`, terms.fee),
          ...(feeGst === undefined ? [] : [amount('GST included in the fee', feeGst)]),
          amount('First instalment', first?.amount),
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
