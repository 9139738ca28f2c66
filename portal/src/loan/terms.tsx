import type { LoanTerms } from '@sauda/contract/loan'
import { paiseOf } from '@sauda/contract/money'
import { DescriptionList } from '@sauda/ui/description-list'
import { Money } from '@sauda/ui/money'
import { Table, type TableColumn } from '@sauda/ui/table'
import { dayText } from '../shell/moment.ts'
import styles from './loan-card.module.css'

type Instalment = LoanTerms['schedule'][number]
type Part = 'principal' | 'interest' | 'fee' | 'amount'

const part = (key: Part, header: string): TableColumn<Instalment> => ({
  key,
  header,
  cell: (row) => <Money amount={paiseOf(row[key])} />,
  align: 'end',
})
const columns: readonly TableColumn<Instalment>[] = [
  { key: 'number', header: 'No.', cell: (row) => row.number, rowHeader: true },
  { key: 'due', header: 'Due', cell: (row) => dayText(row.dueDate) },
  part('amount', 'To pay'),
  part('principal', 'Principal'),
  part('interest', 'Interest'),
  part('fee', 'Fee'),
]

/** Every term of a loan; `unfolded` shows the schedule at once, as before a decision. */
export function Terms({ terms, unfolded = false }: { terms: LoanTerms; unfolded?: boolean }) {
  return (
    <>
      <div className={styles.terms}>
        <DescriptionList
          amounts
          items={[
            { term: 'Amount lent', value: <Money amount={paiseOf(terms.amount)} /> },
            { term: 'Yearly rate', value: `${terms.ratePercent}%` },
            { term: 'Months', value: terms.months },
            { term: 'Fee', value: <Money amount={paiseOf(terms.fee)} /> },
            { term: 'APR (yearly cost with the fee)', value: `${terms.aprPercent}%` },
            {
              term: 'Total payable',
              value: (
                <strong>
                  <Money amount={paiseOf(terms.totalPayable)} />
                </strong>
              ),
            },
          ]}
        />
      </div>
      <details className={styles.schedule} open={unfolded}>
        <summary>Repayment schedule</summary>
        <div className={styles.table}>
          <Table
            label="Repayment schedule"
            columns={columns}
            rows={terms.schedule}
            rowKey={(row) => String(row.number)}
            narrow="scroll"
          />
        </div>
      </details>
    </>
  )
}
