import type { LoanCost, LoanTerms } from '@sauda/contract/money/loan'
import { paiseOf } from '@sauda/contract/platform/money'
import { StatusPill } from '@sauda/ui/badge'
import { DescriptionList } from '@sauda/ui/description-list'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Row, Stack } from '@sauda/ui/stack'
import { endColumn, Table, type TableColumn } from '@sauda/ui/table'
import { formatDate } from '@sauda/web/date-time'
import type { ReactNode } from 'react'
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

const stateColumn = (left: readonly number[]): TableColumn<Instalment> => ({
  key: 'state',
  header: 'Status',
  place: 'state',
  cell: ({ number }) => {
    const amount = paiseOf(left[number - 1] ?? 0)
    if (amount === 0n) return <StatusPill tone="success">Paid</StatusPill>
    return sentence(loanText.left, { amount: <Money amount={amount} /> })
  },
})

interface TermsProps {
  terms: LoanTerms
  cost: LoanCost | undefined
  /** What each instalment of an accepted loan still needs. The terms are then folded. */
  left?: readonly number[]
}

export function Terms({ terms, cost, left }: TermsProps) {
  const schedule = (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach what scrolls
    <section className={styles.table} aria-label="Repayment schedule" tabIndex={0}>
      <Table
        label="Repayment schedule"
        columns={[...columns(terms.schedule.length), ...(left ? [stateColumn(left)] : [])]}
        rows={terms.schedule}
        rowKey={(row) => String(row.number)}
      />
    </section>
  )
  const all = (
    <Stack>
      {cost && <Cost terms={terms} cost={cost} />}
      <div className={styles.terms}>
        <DescriptionList
          amounts
          items={[
            { term: 'Loan amount', value: <Money amount={paiseOf(terms.amount)} /> },
            { term: 'Interest', value: `${terms.ratePercent}% p.a.` },
            { term: 'Tenure', value: loanText.tenure(terms.months) },
            { term: loanText.fee(terms.feeGst !== undefined), value: <Money amount={paiseOf(terms.fee)} /> },
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
      {left ? schedule : <Folded title="Repayment schedule">{schedule}</Folded>}
    </Stack>
  )
  if (!left) return all
  return <Folded title={loanText.termsOf}>{all}</Folded>
}

function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={styles.schedule}>
      <summary>{title}</summary>
      {children}
    </details>
  )
}

/** The monthly instalment, and what the payments consist of. */
function Cost({ terms, cost }: { terms: LoanTerms; cost: LoanCost }) {
  const [principal, interest, fee] = [paiseOf(terms.amount), paiseOf(cost.interest), paiseOf(terms.fee)]
  const parts = [
    { part: 'principal', label: 'Principal', amount: principal, before: 0n },
    { part: 'interest', label: 'Total interest', amount: interest, before: principal },
    { part: 'fee', label: 'Fee', amount: fee, before: principal + interest },
  ]
  const share = (amount: bigint): number => (Number(amount) * 1000) / Number(principal + interest + fee)
  return (
    <Stack gap={3}>
      <p>
        <span className="soft">{loanText.emi}</span>
        <br />
        <Money amount={paiseOf(cost.emi)} size="large" />
      </p>
      <figure aria-label={loanText.parts}>
        <svg className={styles.bar} viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
          {parts.map(({ part, amount, before }) => (
            <rect key={part} data-part={part} x={share(before)} width={share(amount)} height="10" />
          ))}
        </svg>
        <Row as="figcaption" gap="1 4" className={`sm tabular ${styles.parts}`}>
          {parts.map(({ part, label, amount }) => (
            <span key={part}>
              <span className="marker" data-part={part} aria-hidden="true" />
              {label} <Money amount={amount} />
            </span>
          ))}
        </Row>
      </figure>
    </Stack>
  )
}
