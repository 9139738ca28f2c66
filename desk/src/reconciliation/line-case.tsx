import { formatRupees, paiseOf } from '@sauda/contract/money'
import type { BankLine } from '@sauda/contract/reconciliation'
import { DescriptionList } from '@sauda/ui/description-list'
import { Money } from '@sauda/ui/money'
import { Row } from '@sauda/ui/stack'
import { formatDate, formatDateTime } from '@sauda/web/date-time'
import { useNavigate, useParams } from 'react-router'
import { copyFact } from '../shell/lines.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { Page } from '../shell/page.tsx'
import { useShortcuts } from '../shell/shortcut.ts'
import { LineDecision } from './line-decision.tsx'
import { LinePill, PaymentLink } from './line-table.tsx'
import { useLine } from './reconciliation.api.ts'
import styles from './reconciliation.module.css'
import layout from '../shell/layout.module.css'

export function LinePage() {
  const { lineId = '' } = useParams()
  const query = useLine(lineId)
  return (
    <Page title={query.data?.exception === 'missing' ? 'Not in the statement' : 'Bank line'} right="ledger.read">
      <Loaded query={query} what="this line" lines={6}>
        {(line) => <LineCase key={lineId} line={line} />}
      </Loaded>
    </Page>
  )
}

function LineCase({ line }: { line: BankLine }) {
  const navigate = useNavigate()
  useShortcuts('Line', [{ keys: ['u'], does: 'Back to the lines', run: () => void navigate(listOf(line)) }])
  const { amount, direction, text, reason, payment } = line
  return (
    <div className={styles.case}>
      <section className={styles.evidence} aria-label="Evidence">
        <Row justify="between">
          <div>
            <div className={layout.soft}>{direction === 'credit' ? 'Received' : 'Paid out'}</div>
            <Money amount={paiseOf(amount)} size="hero" />
          </div>
          <LinePill line={line} />
        </Row>
        {text && <p className={styles.bankText}>{text}</p>}
        <BankFacts line={line} />
        <div>
          <h2>{payment ? 'Matched to' : 'Reason'}</h2>
          <p>{reason}</p>
          {payment &&
            (line.exception === 'missing' ? (
              <PaymentLink payment={payment} />
            ) : (
              <Comparison line={line} payment={payment} />
            ))}
        </div>
      </section>
      <section className={styles.decision} aria-label="Decision">
        <LineDecision line={line} />
      </section>
    </div>
  )
}

const listOf = ({ state }: BankLine): string =>
  state === 'approve' ? '/reconciliation' : `/reconciliation?show=${state}`

const BankFacts = ({ line: { bookedOn, reference, balance, fileName, lineNumber, exception } }: { line: BankLine }) => (
  <DescriptionList
    items={[
      { term: exception === 'missing' ? 'Approved on' : 'Date', value: formatDate(bookedOn) },
      ...copyFact('Bank reference', reference, 'Copy reference', 'Reference copied'),
      ...(balance === undefined ? [] : [{ term: 'Balance after', value: formatRupees(paiseOf(balance)) }]),
      ...(fileName === undefined ? [] : [{ term: 'Source', value: `${fileName}, line ${lineNumber ?? ''}` }]),
    ]}
  />
)

function Comparison({ line, payment }: { line: BankLine; payment: NonNullable<BankLine['payment']> }) {
  const rows = [
    ['Amount', formatRupees(paiseOf(line.amount)), formatRupees(paiseOf(payment.amount))],
    ['Reference', line.reference ?? 'None', payment.reference ?? 'None entered'],
    ['Date and time', formatDate(line.bookedOn), formatDateTime(payment.askedAt)],
  ]
  return (
    <table className={styles.compare} aria-label="Bank and request side by side">
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">What</span>
          </th>
          <th scope="col">Bank</th>
          <th scope="col">
            <PaymentLink payment={payment} />
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([what, bank, ours]) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td className="tabular">{bank}</td>
            <td className="tabular">{ours}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
