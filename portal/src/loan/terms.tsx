import type { LoanTerms } from '@sauda/contract/loan'
import { paiseOf } from '@sauda/contract/money'
import { DescriptionList } from '@sauda/ui/description-list'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { endColumn, Table, type TableColumn } from '@sauda/ui/table'
import { formatDate } from '@sauda/web/date-time'
import styles from './loan.module.css'
import { loanText } from './loan.text.ts'

type Instalment = LoanTerms['schedule'][number]
const part = (key: 'principal' | 'interest' | 'fee' | 'amount', header: string, place?: 'figure') =>
  endColumn<Instalment>(key, header, (row) => <Money amount={paiseOf(row[key])} />, place)

const columns = (count: number): readonly TableColumn<Instalment>[] => [
  {
    key: 'number',
    header: 'No.',
    cell: (row) => sentence(loanText.installmentOf, { number: row.number, count }),
    place: 'under',
  },
  { key: 'due', header: 'Due', cell: (row) => formatDate(row.dueDate), rowHeader: true, place: 'lead' },
  part('amount', 'Instalment', 'figure'),
  part('principal', 'Principal'),
  part('interest', 'Interest'),
  part('fee', 'Fee'),
]

export function Terms({ terms, unfolded = false }: { terms: LoanTerms; unfolded?: boolean }) {
  return (
    <>
      <div className={styles.terms}>
        <DescriptionList
          amounts
          items={[
            { term: 'Loan amount', value: <Money amount={paiseOf(terms.amount)} /> },
            { term: 'Interest', value: `${terms.ratePercent}% p.a.` },
            { term: 'Tenure', value: loanText.tenure(terms.months) },
            { term: 'Processing fee', value: <Money amount={paiseOf(terms.fee)} /> },
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
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach what scrolls */}
        <section className={styles.table} aria-label="Repayment schedule" tabIndex={0}>
          <Table
            label="Repayment schedule"
            columns={columns(terms.schedule.length)}
            rows={terms.schedule}
            rowKey={(row) => String(row.number)}
          />
        </section>
      </details>
    </>
  )
}
