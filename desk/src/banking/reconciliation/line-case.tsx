import { formatRupees, paiseOf } from '@sauda/contract/platform/money'
import type { BankLine } from '@sauda/contract/banking/reconciliation'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { DescriptionList } from '@sauda/ui/description-list'
import { Money } from '@sauda/ui/money'
import { Row } from '@sauda/ui/stack'
import { formatDate, formatDateTime } from '@sauda/web/date-time'
import { Fragment, type ReactNode } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { useItemDialog } from '../../shell/form-dialog.tsx'
import { copyFact } from '../../shell/lines.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { useCan } from '../../shell/me.ts'
import { NameCheck } from '../../shell/name-check.tsx'
import { Page } from '../../shell/page.tsx'
import { useShortcuts } from '../../shell/shortcut.ts'
import { LineBookings } from './line-bookings.tsx'
import { LineDecision } from './line-decision.tsx'
import { LinePill, PaymentLink } from './line-table.tsx'
import { useLine } from './reconciliation.api.ts'
import styles from './reconciliation.module.css'
import layout from '../../shell/layout.module.css'

/** The dialog that credits the line to a client. */
export type CreditDialogOf = (props: { line: BankLine; open: boolean; onClose: () => void }) => ReactNode

export function LineCasePage({ creditDialog }: { creditDialog: CreditDialogOf }) {
  const { lineId = '' } = useParams()
  const query = useLine(lineId)
  return (
    <Page title={query.data?.exception === 'missing' ? 'Not in the statement' : 'Bank line'} right="ledger.read">
      <Loaded query={query} what="this line" lines={6}>
        {(line) => <LineCase key={lineId} line={line} creditDialog={creditDialog} />}
      </Loaded>
    </Page>
  )
}

function LineCase({ line, creditDialog }: { line: BankLine; creditDialog: CreditDialogOf }) {
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
          <h2>{payment ? 'Matched to' : line.possible ? 'Possible match' : 'Reason'}</h2>
          <p>{reason}</p>
          {payment &&
            (line.exception === 'missing' ? (
              <PaymentLink payment={payment} />
            ) : (
              <Comparison line={line} payment={payment} />
            ))}
          {line.possible?.map((possible) => (
            <Comparison key={possible._id} line={line} payment={possible} />
          ))}
          {line.possible && (
            <p className={layout.soft}>
              If this is the payment, open the request and approve it under the bank’s reference. If the UTR is wrong,
              the client can also be asked.
            </p>
          )}
        </div>
      </section>
      <section className={styles.decision} aria-label="Decision">
        {line.requested && line.state !== 'approve' ? (
          <AlertBanner
            tone="warn"
            title={`Requested by ${line.requested.by}`}
            action={<Link to={`/proposal/${line.requested.proposalId}`}>Open</Link>}
          >
            The bank entry changes once a second operator approves the request.
          </AlertBanner>
        ) : (
          <>
            <LineDecision line={line} />
            <CreditToClient line={line} dialog={creditDialog} />
          </>
        )}
        <LineBookings line={line} />
      </section>
    </div>
  )
}

function CreditToClient({ line, dialog }: { line: BankLine; dialog: CreditDialogOf }) {
  const can = useCan()
  const { show, dialog: shown } = useItemDialog<BankLine>()
  const isOffered =
    can('wallet.approve') && line.exception === 'unasked' && line.state === 'exception' && line.reference !== undefined
  useShortcuts('Line', isOffered ? [{ keys: ['c'], does: 'Credit to a client', run: () => show(line) }] : [])
  if (!isOffered) return null
  return (
    <>
      <Button variant="secondary" full onClick={() => show(line)}>
        Credit to a client
      </Button>
      {shown && <Fragment key={shown.key}>{dialog({ line: shown.item, ...shown.props })}</Fragment>}
    </>
  )
}

const listOf = ({ state }: BankLine): string =>
  state === 'approve' ? '/reconciliation' : `/reconciliation?show=${state}`

const BankFacts = ({
  line: { bookedOn, account, reference, balance, fileName, lineNumber, exception },
}: {
  line: BankLine
}) => (
  <DescriptionList
    items={[
      { term: exception === 'missing' ? 'Approved on' : 'Date', value: formatDate(bookedOn) },
      ...(account === undefined ? [] : [{ term: 'Bank account', value: account }]),
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
    ...(line.payer === undefined ? [] : [['Name', line.payer, payment.clientName]]),
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
      {line.payer !== undefined && (
        <tfoot>
          <tr>
            <td colSpan={3}>
              <NameCheck registered={payment.clientName} found={line.payer} />
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}
