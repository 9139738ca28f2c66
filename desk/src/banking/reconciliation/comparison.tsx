import { isSameReference } from '@sauda/contract/banking/reference'
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
  /** Above the column of the request. */
  heading: ReactNode
}

interface Row {
  what: string
  bank: ReactNode
  request: ReactNode
  /** Absent where equality says nothing. */
  isSame?: boolean
}

/** What the bank wrote, beside the request and the registered name of its client. */
export function Comparison({ line, payment, heading }: ComparisonProps) {
  const [inBank, entered] = [line.reference, payment.reference]
  const rows: readonly Row[] = [
    {
      what: 'Amount',
      bank: <LineTrail payment={line.payment}>{formatRupees(paiseOf(line.amount))}</LineTrail>,
      request: formatRupees(paiseOf(payment.amount)),
      isSame: line.amount === payment.amount,
    },
    {
      what: 'Reference',
      bank: inBank ?? 'None',
      request: entered ?? 'None entered',
      ...(inBank !== undefined && entered !== undefined && { isSame: isSameReference(inBank, entered) }),
    },
    ...(line.payer === undefined
      ? []
      : [
          {
            what: 'Name',
            bank: line.payer,
            request: <NameCheck registered={payment.clientName} found={line.payer} />,
          },
        ]),
    { what: 'Date', bank: formatDate(line.bookedOn), request: <DateTime at={payment.askedAt} /> },
  ]
  return (
    <table className={styles.compare} aria-label="Bank and request compared">
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
        {rows.map(({ what, bank, request, isSame }) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td className="tabular">{bank}</td>
            <td className="tabular">
              {isSame === undefined ? (
                request
              ) : (
                <Check outcome={isSame ? 'fits' : 'differs'}>
                  {request}
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
