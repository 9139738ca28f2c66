import { paiseOf, rupeesText } from '@sauda/contract/platform/money'
import { type BankLine, paymentRights, reconciliationCalls } from '@sauda/contract/money/reconciliation'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { DescriptionList } from '@sauda/ui/description-list'
import { formatDate, formatDateTime } from '@sauda/web/date-time'
import { type ReactNode, useState } from 'react'
import { Link, useParams } from 'react-router'
import { FormDialog, type ItemDialog, reasonField, useItemDialog } from '../../shell/form-dialog.tsx'
import { copyFact, unpinnedWarnings, Warnings } from '../../shell/lines.tsx'
import { CaseScreen } from '../../shell/case-frame.tsx'
import { Block, Evidence, Note } from '../../shell/evidence.tsx'
import { dayMonth } from '../../shell/format.ts'
import { type CaseList, Review, ReviewHead } from '../../shell/review.tsx'
import { useCan } from '../../shell/me.ts'
import { useRecent } from '../../shell/recent.ts'
import { useShortcuts } from '../../shell/shortcut.ts'
import { Comparison } from './bank-lines.tsx'
import { isReceived, LineDecision } from './line-decision.tsx'
import { LinePill, lineTrail, PaymentLink } from './line-table.tsx'
import { useLineList, useLines } from './reconciliation.api.ts'
import { stateText } from './reconciliation.text.ts'
import styles from './reconciliation.module.css'
import { lineBookingCalls, lineBookingErrors, linkLabels } from '@sauda/contract/money/line-booking'
import { Timeline } from '@sauda/ui/timeline'
import { BookDialog } from './book-dialog.tsx'
import { kindsFor } from './booking.ts'
import { useCall } from '../../shell/api.ts'
import { CreditDialog } from './credit-dialog.tsx'
import type { ClientField } from '../../shell/picker.tsx'

interface LineCaseProps {
  ClientPicker: ClientField
  /** A deposit or withdrawal with what its second approval is bound to. */
  secondOf: (paymentId: string, list: CaseList) => ReactNode
}

export function LineCasePage({ ClientPicker, secondOf }: LineCaseProps) {
  const { lineId = '' } = useParams()
  const query = useCall(reconciliationCalls.line, { params: { lineId } })
  const known = query.data
  // A decided line stays in the list that it was opened from.
  const [opened, setOpened] = useState<Pick<BankLine, '_id' | 'state'>>()
  if (known && opened?._id !== known._id) setOpened(known)
  const state = opened?.state ?? 'approve'
  const lines = useLines(state, '').data?.pages.flatMap((page) => page.lines)
  useRecent('Bank line', known && `${nameOf(known)}, ${rupeesText(known.amount)}`)
  return (
    <CaseScreen
      title="Bank line"
      right="ledger.read"
      query={query}
      what="this line"
      id={lineId}
      label={stateText[state].tab}
      to={state === 'approve' ? '/reconciliation' : `/reconciliation?show=${state}`}
      rows={lines?.map((line) => ({
        id: line._id,
        to: `/reconciliation/${line._id}`,
        title: nameOf(line),
        below: dayMonth(line.bookedOn),
        amount: line.direction === 'debit' ? -line.amount : line.amount,
      }))}
    >
      {(line) => <OpenLine key={lineId} line={line} ClientPicker={ClientPicker} secondOf={secondOf} />}
    </CaseScreen>
  )
}

const nameOf = ({ payer, text, reference }: BankLine) => payer ?? (text || reference)

/** As it was opened: the decision, and its outcome, stay when the line changes. */
function OpenLine({ secondOf, ...shown }: LineProps & LineCaseProps) {
  const { firstApproval, payment, state } = shown.line
  const can = useCan()
  const [openedAs] = useState(state)
  const list = useLineList(openedAs, shown.line._id)
  const [paymentId] = useState(
    firstApproval !== undefined &&
      payment &&
      (state === 'approve' || isReceived(shown.line)) &&
      can(paymentRights[payment.kind])
      ? payment._id
      : undefined,
  )
  return paymentId === undefined ? <LineCase {...shown} /> : secondOf(paymentId, list)
}

interface LineProps {
  line: BankLine
  ClientPicker: ClientField
}

function LineCase({ line, ClientPicker }: LineProps) {
  const { amount, direction, text, reason, payment, exception, bookedOn } = line
  return (
    <Review
      head={
        <ReviewHead heading={exception === 'missing' ? 'Not in the statement' : 'Bank line'} tools={null}>
          <LinePill line={line} />
        </ReviewHead>
      }
      evidence={
        <Evidence
          what={direction === 'credit' ? 'Received' : 'Paid out'}
          amount={paiseOf(amount)}
          trail={lineTrail(payment)}
          reference={`${exception === 'missing' ? 'Approved on' : 'Booked on'} ${formatDate(bookedOn)}`}
          at={undefined}
        >
          <Warnings title="Please check before you approve" warnings={unpinnedWarnings(line.warnings ?? [])} />
          {text && <p className={styles.bankText}>{text}</p>}
          <BankFacts line={line} />
          <Block title={payment ? 'Matched to' : line.possible ? 'Possible match' : 'Reason'}>
            <p>{reason}</p>
            {payment &&
              (exception === 'missing' ? (
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
              <Note>
                If this is the payment, open the request and approve it under the bank’s reference. If the UTR is wrong,
                the client can also be asked.
              </Note>
            )}
          </Block>
        </Evidence>
      }
    >
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
    </Review>
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

const BankFacts = ({ line: { account, reference, balance, fileName, lineNumber } }: { line: BankLine }) => (
  <DescriptionList
    items={[
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
