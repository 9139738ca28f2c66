import { lineBookingCalls, lineBookingErrors, linkLabels } from '@sauda/contract/banking/line-booking'
import type { BankLine } from '@sauda/contract/banking/reconciliation'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Timeline } from '@sauda/ui/timeline'
import { formatDateTime } from '@sauda/web/date-time'
import { Fragment } from 'react'
import { FormDialog, reasonField, useItemDialog, type DialogState } from '../../shell/form-dialog.tsx'
import { useCan } from '../../shell/me.ts'
import { useShortcuts } from '../../shell/shortcut.ts'
import { BookDialog } from './book-dialog.tsx'
import { kindsFor } from './booking.ts'

/** Books the line, or reverses its booking. */
export function LineBookings({ line }: { line: BankLine }) {
  const { show, dialog } = useItemDialog<BankLine>()
  const can = useCan()('wallet.approve')
  const latest = line.bookings?.find(({ reversed }) => reversed === undefined)
  const isBooked = latest !== undefined && line.bookedTo === undefined
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
  useShortcuts('Line', isOffered ? [{ keys: ['b'], does: action, run: () => show(line) }] : [])
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
      {dialog && (
        <Fragment key={dialog.key}>
          {isBooked ? (
            <ReverseDialog line={dialog.item} {...dialog.props} />
          ) : (
            <BookDialog line={dialog.item} {...dialog.props} />
          )}
        </Fragment>
      )}
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
        ...(reversed
          ? [
              {
                title: 'Reversed by a contra entry',
                state: 'failed' as const,
                detail: `${reversed.by}: ${reversed.reason}`,
                at: formatDateTime(reversed.at),
              },
            ]
          : []),
      ])}
    />
  )
}

function ReverseDialog({ line, ...dialog }: DialogState & { line: BankLine }) {
  const isMove = line.bookings?.find(({ reversed }) => reversed === undefined)?.kind === 'moved'
  return (
    <FormDialog
      {...dialog}
      call={lineBookingCalls.reverse}
      params={{ lineId: line._id }}
      name={`reverse ${line._id}`}
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
