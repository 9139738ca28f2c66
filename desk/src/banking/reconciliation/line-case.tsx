import { paiseOf, rupeesText } from '@sauda/contract/platform/money'
import { type BankLine, reconciliationCalls } from '@sauda/contract/banking/reconciliation'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { DescriptionList } from '@sauda/ui/description-list'
import { Money } from '@sauda/ui/money'
import { Row } from '@sauda/ui/stack'
import { formatDate, formatDateTime } from '@sauda/web/date-time'
import { Link, useNavigate, useParams } from 'react-router'
import { FormDialog, type ItemDialog, reasonField, useItemDialog } from '../../shell/form-dialog.tsx'
import { copyFact } from '../../shell/lines.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { useCan } from '../../shell/me.ts'
import { useRecent } from '../../shell/recent.ts'
import { Page } from '../../shell/page.tsx'
import { useShortcuts } from '../../shell/shortcut.ts'
import { Comparison } from './bank-lines.tsx'
import { LineDecision } from './line-decision.tsx'
import { LinePill, LineTrail, PaymentLink } from './line-table.tsx'
import styles from './reconciliation.module.css'
import layout from '../../shell/layout.module.css'
import { lineBookingCalls, lineBookingErrors, linkLabels } from '@sauda/contract/banking/line-booking'
import { Timeline } from '@sauda/ui/timeline'
import { BookDialog } from './book-dialog.tsx'
import { kindsFor } from './booking.ts'
import { useCall } from '../../shell/api.ts'
import { CreditDialog } from './credit-dialog.tsx'
import type { ClientField } from '../../shell/picker.tsx'

export function LineCasePage({ ClientPicker }: { ClientPicker: ClientField }) {
  const { lineId = '' } = useParams()
  const query = useCall(reconciliationCalls.line, { params: { lineId } })
  const navigate = useNavigate()
  const known = query.data
  useRecent('Bank line', known && `${known.payer ?? (known.text || known.reference)}, ${rupeesText(known.amount)}`)
  return (
    <Page
      title={query.data?.exception === 'missing' ? 'Not in the statement' : 'Bank line'}
      right="ledger.read"
      onBack={() => void navigate(query.data ? listOf(query.data) : '/reconciliation')}
    >
      <Loaded query={query} what="this line" lines={6}>
        {(line) => <LineCase key={lineId} line={line} ClientPicker={ClientPicker} />}
      </Loaded>
    </Page>
  )
}

interface LineProps {
  line: BankLine
  ClientPicker: ClientField
}

function LineCase({ line, ClientPicker }: LineProps) {
  const navigate = useNavigate()
  useShortcuts('Line', [{ keys: ['u'], does: 'Back to the lines', run: () => void navigate(listOf(line)) }])
  const { amount, direction, text, reason, payment } = line
  return (
    <div className={styles.case}>
      <section className={styles.evidence} aria-label="Evidence">
        <Row justify="between">
          <div>
            <div className={layout.soft}>{direction === 'credit' ? 'Received' : 'Paid out'}</div>
            <LineTrail payment={payment}>
              <Money amount={paiseOf(amount)} size="hero" />
            </LineTrail>
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
              <Comparison line={line} payment={payment} heading={<PaymentLink payment={payment} />} />
            ))}
          {line.possible?.map((possible) => (
            <Comparison
              key={possible._id}
              line={line}
              payment={possible}
              heading={<PaymentLink payment={possible} />}
            />
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
          <LineDecision line={line}>
            <CreditToClient line={line} ClientPicker={ClientPicker} />
          </LineDecision>
        )}
        <LineBookings line={line} />
      </section>
    </div>
  )
}

function CreditToClient({ line, ClientPicker }: LineProps) {
  const can = useCan()
  const { show, dialog } = useItemDialog<BankLine>((props) => <CreditDialog {...props} ClientPicker={ClientPicker} />)
  const isOffered =
    can('wallet.approve') && line.exception === 'unasked' && line.state === 'exception' && line.reference !== undefined
  useShortcuts('Line', [isOffered && { keys: ['c'], does: 'Credit to a client', run: () => show(line) }])
  if (!isOffered) return null
  return (
    <>
      <Button full onClick={() => show(line)}>
        Credit to a client
      </Button>
      {dialog}
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
      account !== undefined && { term: 'Bank account', value: account },
      copyFact('Bank reference', reference, 'Copy reference', 'Reference copied'),
      balance !== undefined && { term: 'Balance after', value: rupeesText(balance) },
      fileName !== undefined && { term: 'Source', value: `${fileName}, line ${lineNumber ?? ''}` },
    ]}
  />
)

/** Books the line, or reverses its booking. */
function LineBookings({ line }: { line: BankLine }) {
  const can = useCan()('wallet.approve')
  const latest = line.bookings?.find(({ reversed }) => reversed === undefined)
  const isBooked = latest !== undefined && line.bookedTo === undefined
  const { show, dialog } = useItemDialog<BankLine>((props) =>
    isBooked ? <ReverseDialog {...props} /> : <BookDialog {...props} />,
  )
  const payments = line.bookings?.filter(({ kind, reversed }) => kind === 'payment' && reversed === undefined) ?? []
  const isSplit = payments.length > 1
  const action =
    line.bookedTo !== undefined
      ? 'Move to this bank account'
      : can && isBooked && !isSplit
        ? 'Reverse this booking'
        : kindsFor(line).length > 0
          ? 'Book this line'
          : ''
  const isOffered = can && action !== '' && line.requested === undefined
  useShortcuts('Line', [isOffered && { keys: ['b'], does: action, run: () => show(line) }])
  return (
    <>
      {line.bookedTo !== undefined && (
        <AlertBanner tone="warn" title={`Booked to ${line.bookedTo}`}>
          {`The payment is in the statement of ${line.account ?? 'this account'}. Until it is moved, it stays open in the day close of both accounts.`}
        </AlertBanner>
      )}
      {isOffered && (
        <Button variant="secondary" full onClick={() => show(line)}>
          {action}
        </Button>
      )}
      {can && isBooked && isSplit && <p className="note">{lineBookingErrors.splitStays.message}</p>}
      <History line={line} />
      {dialog}
    </>
  )
}

function History({ line: { bookings = [] } }: { line: BankLine }) {
  if (bookings.length === 0) return null
  return (
    <Timeline
      label="Bookings"
      steps={bookings.toReversed().flatMap(({ kind, reason, requestedBy, bookedBy, bookedAt, reversed }) => [
        {
          title: linkLabels[kind],
          state: 'done' as const,
          detail: `${requestedBy === bookedBy ? bookedBy : `${requestedBy} and ${bookedBy}`}: ${reason}`,
          at: formatDateTime(bookedAt),
        },
        reversed && {
          title: 'Reversed by a contra entry',
          state: 'failed' as const,
          detail: `${reversed.by}: ${reversed.reason}`,
          at: formatDateTime(reversed.at),
        },
      ])}
    />
  )
}

function ReverseDialog({ item: line, ...dialog }: ItemDialog<BankLine>) {
  const isMove = line.bookings?.find(({ reversed }) => reversed === undefined)?.kind === 'moved'
  return (
    <FormDialog
      {...dialog}
      call={lineBookingCalls.reverse}
      params={{ lineId: line._id }}
      empty={{ reason: '' }}
      title="Reverse this booking"
      description={`Contra entries are booked, and ${isMove ? 'the payment is back in its earlier bank account' : 'the entry is an exception again'}. The first entries stay.`}
      fields={[reasonField('For the books and the audit trail. Shown to a client whose balance it changes.')]}
      action="Reverse"
      variant="danger"
      loadingText="Reversing"
      done="Reversed"
    />
  )
}
