import { Row } from '@sauda/ui/stack'
import type { BankLine, Payment } from '@sauda/contract/money/reconciliation'
import { Link } from 'react-router'
import { Block, Note, Check, NameCheck } from '../../shell/evidence.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { useCan } from '../../shell/me.ts'
import { formatDate, DateTime } from '@sauda/web/date-time'
import { LineAmount, LinePill, LineTrail } from './line-table.tsx'
import { useLinesOf } from './reconciliation.api.ts'
import { bankFactsOf, countsText } from './reconciliation.text.ts'
import layout from '../../shell/layout.module.css'
import styles from './reconciliation.module.css'
import { isSameReference } from '@sauda/contract/money/reference'
import { rupeesText } from '@sauda/contract/platform/money'
import type { ReactNode } from 'react'

export function BankLines({ paymentId }: { paymentId: string }) {
  const isReader = useCan()('ledger.read')
  const query = useLinesOf(paymentId, isReader)
  if (!isReader) return null
  return (
    <Block title="In the imported statements">
      <Loaded query={query} what="the bank lines" lines={2}>
        {({ lines }) =>
          lines.length === 0 ? (
            <Note>No matching bank entry yet.</Note>
          ) : (
            <ul className={`${layout.list} ${styles.list}`}>
              {lines.map((line) => (
                <Found key={line._id} line={line} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Block>
  )
}

export function useBankFacts(paymentId: string) {
  const { data } = useLinesOf(paymentId, useCan()('ledger.read'))
  return bankFactsOf(data?.lines ?? [])
}

function Found({ line }: { line: BankLine }) {
  const { bookedOn, text, reason, exception, payment, countsOn } = line
  const isCompared = payment && exception !== 'missing'
  return (
    <li>
      <Row justify="between">
        <LinePill line={line} />
        {!isCompared && <span className={styles.day}>{formatDate(bookedOn)}</span>}
        {!isCompared && <LineAmount line={line} />}
      </Row>
      <Link className={styles.plain} to={`/reconciliation/${line._id}`}>
        {text || 'Not in the statement'}
      </Link>
      <span className={layout.soft}>{reason}</span>
      {countsOn !== undefined && <span className={layout.soft}>{countsText(countsOn)}</span>}
      {isCompared && <Comparison line={line} payment={payment} heading="Request" />}
    </li>
  )
}

interface ComparisonProps {
  line: BankLine
  payment: Payment
  /** Above the column of the request. */
  heading: ReactNode
}

interface Compared {
  what: string
  bank: ReactNode
  request: ReactNode
  /** Absent where equality says nothing. */
  isSame?: boolean
}

/** What the bank wrote, beside the request and the registered name of its client. */
export function Comparison({ line, payment, heading }: ComparisonProps) {
  const [inBank, entered] = [line.reference, payment.reference]
  const rows: readonly Compared[] = [
    {
      what: 'Amount',
      bank: <LineTrail payment={line.payment}>{rupeesText(line.amount)}</LineTrail>,
      request: rupeesText(payment.amount),
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
    ...(line.isPayerUnreadable
      ? [{ what: 'Name', bank: 'Payer unknown: read the text of the entry', request: payment.clientName }]
      : []),
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
