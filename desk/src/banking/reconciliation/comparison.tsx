import { normalizeReference } from '@sauda/contract/banking/reference'
import { formatRupees, paiseOf } from '@sauda/contract/platform/money'
import type { BankLine, Payment } from '@sauda/contract/banking/reconciliation'
import { DateTime, formatDate } from '@sauda/web/date-time'
import type { ReactNode } from 'react'
import { Check, NameCheck } from '../../shell/evidence.tsx'
import { LineTrail } from './line-table.tsx'
import styles from './reconciliation.module.css'

interface ComparisonProps {
  line: BankLine
  payment: Payment
  /** Above what the client reported. */
  heading: ReactNode
}

interface Row {
  what: string
  bank: ReactNode
  client: ReactNode
  /** Absent where equality says nothing. */
  isSame?: boolean
}

/** What the bank wrote beside what the client reported and is registered with. */
export function Comparison({ line, payment, heading }: ComparisonProps) {
  const hasReferences = line.reference !== undefined && payment.reference !== undefined
  const rows: readonly Row[] = [
    {
      what: 'Amount',
      bank: <LineTrail payment={line.payment}>{formatRupees(paiseOf(line.amount))}</LineTrail>,
      client: formatRupees(paiseOf(payment.amount)),
      isSame: line.amount === payment.amount,
    },
    {
      what: 'Reference',
      bank: line.reference ?? 'None',
      client: payment.reference ?? 'None entered',
      ...(hasReferences && {
        isSame: normalizeReference(line.reference ?? '') === normalizeReference(payment.reference ?? ''),
      }),
    },
    ...(line.payer === undefined
      ? []
      : [
          {
            what: 'Name',
            bank: line.payer,
            client: <NameCheck registered={payment.clientName} found={line.payer} />,
          },
        ]),
    { what: 'Date', bank: formatDate(line.bookedOn), client: <DateTime at={payment.askedAt} /> },
  ]
  return (
    <table className={styles.compare} aria-label="Bank and client compared">
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">What</span>
          </th>
          <th scope="col">Bank</th>
          <th scope="col">{heading}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ what, bank, client, isSame }) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td className="tabular">{bank}</td>
            <td className="tabular">
              {isSame === undefined ? (
                client
              ) : (
                <Check outcome={isSame ? 'fits' : 'differs'}>
                  {client}
                  <span className="visually-hidden">
                    {isSame ? ', same as at the bank' : ', differs from the bank'}
                  </span>
                </Check>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
