import { approvalErrors } from '@sauda/contract/core/approval'
import { type BankDay, bankDayCalls, bankDayErrors, bankDayItemLabels } from '@sauda/contract/banking/bank-day'
import { formatRupees, paiseOf, parseRupees, rupeesOf } from '@sauda/contract/platform/money'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Row } from '@sauda/ui/stack'
import { appToast } from '@sauda/ui/toast'
import { errorMessage } from '@sauda/web/api-error'
import { formatDate, formatDateTime } from '@sauda/web/date-time'
import { type ComponentProps, useState } from 'react'
import { Link } from 'react-router'
import { ConfirmDialog } from '../../shell/confirm-dialog.tsx'
import { WarningList } from '../../shell/lines.tsx'
import { useCan, useMe, useNeedsSecond } from '../../shell/me.ts'
import { type DialogState, FormDialog, useItemDialog, toastOutcome } from '../../shell/form-dialog.tsx'
import { useShortcuts } from '../../shell/shortcut.ts'
import { useDecide } from '../../shell/api.ts'
import { useRequestSignOff } from './bank-day.api.ts'
import { addressOf, periodText } from './bank-day.text.ts'
import layout from '../../shell/layout.module.css'

/** For a statement whose lines have no running balance. */
function BalanceDialog({ bankDay, ...dialog }: DialogState & { bankDay: BankDay }) {
  const { bankAccountId, day, balanceEntry } = bankDay
  const isBoth = balanceEntry === 'both'
  const rupees = (text: string) => rupeesOf(parseRupees(text))
  return (
    <FormDialog
      {...dialog}
      call={bankDayCalls.enterBalance}
      params={{ bankAccountId }}
      name={`balance ${bankAccountId} ${day}`}
      empty={{ opening: '', closing: '' }}
      title="Enter the closing balance"
      description={`As the bank printed it on the statement of ${periodText(bankDay)}. It is accepted if the imported entries lead to it, and recorded with your name.`}
      fields={[
        isBoth && { as: 'amount', name: 'opening', label: 'Opening balance' },
        { as: 'amount', name: 'closing', label: 'Closing balance' },
      ]}
      body={({ opening, closing }) => ({
        day,
        closing: rupees(closing),
        ...(isBoth && { opening: rupees(opening) }),
      })}
      check={({ opening, closing }) => ({
        ...(isBoth && opening === '' && { opening: bankDayErrors.openingNeeded.message }),
        ...(closing === '' && { closing: 'Enter the closing balance printed on the statement' }),
      })}
      action="Enter"
      checkAt="the day"
      done="Closing balance entered"
    />
  )
}

/** Requests, approves or shows the sign-off of a day, after a confirmation. */
export function SignOff({ bankDay }: { bankDay: BankDay }) {
  const { state, proposalId, closedBy, closedAt, requestedBy, closedWith, bankAccountId } = bankDay
  if (state === 'requested' && proposalId !== undefined) return <Proposed bankDay={bankDay} proposalId={proposalId} />
  if (state === 'open') return <RequestSignOff bankDay={bankDay} />
  return (
    <AlertBanner
      tone="success"
      title={
        closedAt === undefined
          ? 'Closed'
          : `Signed off by ${requestedBy === closedBy ? closedBy : `${requestedBy} and ${closedBy}`} on ${formatDateTime(closedAt)}`
      }
    >
      <p>Nothing can be booked on this day any more. The figures are those that were signed off.</p>
      {closedWith !== undefined && (
        <p>
          <Link
            to={`/books/days/${bankAccountId}/${closedWith}`}
          >{`Closed together with ${formatDate(closedWith)}`}</Link>
        </p>
      )}
    </AlertBanner>
  )
}

function RequestSignOff({ bankDay }: { bankDay: BankDay }) {
  const mayClose = useCan()('ledger.adjust')
  const needsSecond = useNeedsSecond()
  const request = useRequestSignOff(bankDay)
  const blocking = bankDay.points.filter(({ blocks }) => blocks)
  const isReady = mayClose && blocking.length === 0
  const [confirming, setConfirming] = useState(false)
  const send = () => {
    if (!request.isPending)
      request.mutate(undefined, {
        onSuccess: (reply) => {
          setConfirming(false)
          toastOutcome(reply, 'Day closed')
        },
      })
  }
  const action = needsSecond ? 'Request sign-off' : 'Sign off and close'
  useShortcuts(
    'Day',
    isReady
      ? [
          {
            keys: ['s'],
            does: needsSecond ? 'Request the sign-off' : 'Sign off the day',
            run: () => setConfirming(true),
          },
        ]
      : [],
  )
  if (blocking.length > 0)
    return (
      <AlertBanner
        tone="warn"
        title={bankDay.from < bankDay.day ? 'These days cannot be closed yet' : 'This day cannot be closed yet'}
        action={<EnterBalance bankDay={bankDay} />}
      >
        <WarningList warnings={blocking.map((point) => ({ text: point.text, to: addressOf(point) }))} />
      </AlertBanner>
    )
  if (!mayClose) return null
  return (
    <>
      <Row>
        <Button onClick={() => setConfirming(true)}>{action}</Button>
      </Row>
      <p className={layout.soft}>
        {needsSecond ? 'After a second operator approves it' : 'Afterwards'}, nothing can be booked on this day or any
        day before it.
      </p>
      <SignOffDialog
        bankDay={bankDay}
        open={confirming}
        action={action}
        isSending={request.isPending}
        error={request.error}
        onConfirm={send}
        onClose={() => {
          request.reset()
          setConfirming(false)
        }}
      />
    </>
  )
}

type SignOffDialogProps = Pick<
  ComponentProps<typeof ConfirmDialog>,
  'open' | 'action' | 'isSending' | 'error' | 'onConfirm' | 'onClose'
> & { bankDay: BankDay }

const SignOffDialog = ({ bankDay, ...dialog }: SignOffDialogProps) => (
  <ConfirmDialog
    {...dialog}
    title={`Sign off ${bankDay.bankAccountName}, ${periodText(bankDay)}?`}
    sentence={`Closing balance ${formatRupees(paiseOf(bankDay.closing))}. Once it is closed, nothing can be booked on this day or any day before it.`}
    payments={bankDay.items.map(({ kind, text, amount }, index) => ({
      key: `${kind} ${index}`,
      payee: text,
      detail: bankDayItemLabels[kind],
      amount,
    }))}
    checkAt="the day"
  />
)

function EnterBalance({ bankDay }: { bankDay: BankDay }) {
  const { show, dialog } = useItemDialog<BankDay>()
  const isOffered = useCan()('wallet.approve') && bankDay.balanceEntry !== undefined
  useShortcuts('Day', isOffered ? [{ keys: ['b'], does: 'Enter the closing balance', run: () => show(bankDay) }] : [])
  return (
    <>
      {isOffered && bankDay.bankClosing === undefined && (
        <Row>
          <Button onClick={() => show(bankDay)}>Enter closing balance</Button>
        </Row>
      )}
      {dialog && <BalanceDialog key={dialog.key} bankDay={dialog.item} {...dialog.props} />}
    </>
  )
}

function Proposed({ bankDay, proposalId }: { bankDay: BankDay; proposalId: string }) {
  const { requestedBy, requestedById } = bankDay
  const [confirming, setConfirming] = useState(false)
  const mayClose = useCan()('ledger.adjust')
  const isOwn = useMe().data?._id === requestedById
  const decide = useDecide(proposalId)
  const run = (verb: 'approve' | 'reject') => {
    if (!decide.isPending)
      decide.mutate(verb, {
        onSuccess: () => {
          setConfirming(false)
          appToast.success(verb === 'approve' ? 'Day closed' : 'Sign-off request rejected')
        },
      })
  }
  useShortcuts(
    'Day',
    mayClose && !isOwn && decide.review.data
      ? [{ keys: ['s'], does: 'Sign off the day', run: () => setConfirming(true) }]
      : [],
  )
  return (
    <AlertBanner tone="warn" title={`${requestedBy} requested the sign-off. A second operator must approve it`}>
      {isOwn && <p>{approvalErrors.ownRequest.message}</p>}
      {decide.error && <p>{errorMessage(decide.error, 'the day')}</p>}
      {decide.review.error && <p>{errorMessage(decide.review.error)}</p>}
      {mayClose && decide.review.data && (
        <Row>
          {!isOwn && <Button onClick={() => setConfirming(true)}>Sign off and close</Button>}
          <Button variant="secondary" disabled={decide.isPending} onClick={() => run('reject')}>
            {isOwn ? 'Cancel request' : 'Reject'}
          </Button>
        </Row>
      )}
      <SignOffDialog
        bankDay={bankDay}
        open={confirming}
        action="Sign off and close"
        isSending={decide.isPending}
        error={decide.error}
        onConfirm={() => run('approve')}
        onClose={() => {
          decide.reset()
          setConfirming(false)
        }}
      />
    </AlertBanner>
  )
}
