import type { LoanTerms } from '@sauda/contract/loan'
import { paiseOf } from '@sauda/contract/money'
import { DescriptionList } from '@sauda/ui/description-list'
import { Money } from '@sauda/ui/money'
import { Table, type TableColumn } from '@sauda/ui/table'
import { formatDate } from '@sauda/web/date-time'
import { Columns } from '../shell/evidence.tsx'

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

export function TermFigures({ terms }: { terms: LoanTerms }) {
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

export function Schedule({ terms }: { terms: LoanTerms }) {
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
