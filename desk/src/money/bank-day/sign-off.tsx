import { parseRupees } from '@sauda/contract/platform/amount-text'
import { approvalErrors } from '@sauda/contract/core/approval'
import { type BankDay, bankDayCalls, bankDayErrors, bankDayItemLabels } from '@sauda/contract/money/bank-day'
import { rupeesOf, rupeesText } from '@sauda/contract/platform/money'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Row } from '@sauda/ui/stack'
import { appToast } from '@sauda/ui/toast'
import { errorMessage } from '@sauda/web/api-error'
import { formatDate, formatDateTime } from '@sauda/web/date-time'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { ConfirmDialog, useConfirm } from '../../shell/confirm-dialog.tsx'
import { WarningList } from '../../shell/lines.tsx'
import { useCan, useMe, useNeedsSecond } from '../../shell/me.ts'
import { FormDialog, type ItemDialog, toastOutcome, useItemDialog } from '../../shell/form-dialog.tsx'
import { Holders } from '../../shell/page.tsx'
import { useShortcuts } from '../../shell/shortcut.ts'
import { useDecide, useSend } from '../../shell/api.ts'
import { addressOf, periodText } from './bank-day.text.ts'
import layout from '../../shell/layout.module.css'

/** For a statement whose lines have no running balance. */
function BalanceDialog({ item: bankDay, ...dialog }: ItemDialog<BankDay>) {
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
  const request = useSend(bankDayCalls.close)
  const { ask, send, dialog } = useConfirm(request)
  const blocking = bankDay.points.filter(({ blocks }) => blocks)
  const isReady = mayClose && blocking.length === 0
  const { bankAccountId, day, version } = bankDay
  const action = needsSecond ? 'Request sign-off' : 'Sign off and close'
  const does = needsSecond ? 'Request the sign-off' : 'Sign off the day'
  useShortcuts('Day', [isReady && { keys: ['s'], does, run: ask }])
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
        <Button onClick={ask}>{action}</Button>
      </Row>
      <p className={layout.soft}>
        {needsSecond ? 'After a second operator approves it' : 'Afterwards'}, nothing can be booked on this day or any
        day before it.
      </p>
      <SignOffDialog
        {...dialog}
        bankDay={bankDay}
        action={action}
        onConfirm={() =>
          send({ params: { bankAccountId }, body: { day, version } }, (reply) => toastOutcome(reply, 'Day closed'))
        }
      />
    </>
  )
}

type SignOffDialogProps = Pick<ComponentProps<typeof ConfirmDialog>, 'action' | 'onConfirm'> &
  ReturnType<typeof useConfirm>['dialog'] & { bankDay: BankDay }

const SignOffDialog = ({ bankDay, ...dialog }: SignOffDialogProps) => (
  <ConfirmDialog
    {...dialog}
    title={`Sign off ${bankDay.bankAccountName}, ${periodText(bankDay)}?`}
    sentence={`Closing balance ${rupeesText(bankDay.closing)}. Once it is closed, nothing can be booked on this day or any day before it.`}
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
  const { show, dialog } = useItemDialog<BankDay>((props) => <BalanceDialog {...props} />)
  const isNeeded = bankDay.balanceEntry !== undefined && bankDay.bankClosing === undefined
  const isOffered = useCan()('wallet.approve') && bankDay.balanceEntry !== undefined
  useShortcuts('Day', [isOffered && { keys: ['b'], does: 'Enter the closing balance', run: () => show(bankDay) }])
  return (
    <>
      {isNeeded && isOffered && (
        <Row>
          <Button onClick={() => show(bankDay)}>Enter closing balance</Button>
        </Row>
      )}
      {isNeeded && !isOffered && (
        <p>
          The closing balance can be entered here. <Holders right="wallet.approve" />
        </p>
      )}
      {dialog}
    </>
  )
}

function Proposed({ bankDay, proposalId }: { bankDay: BankDay; proposalId: string }) {
  const { requestedBy, requestedById } = bankDay
  const mayClose = useCan()('ledger.adjust')
  const isOwn = useMe().data?._id === requestedById
  const decide = useDecide(proposalId, (verb) =>
    appToast.success(verb === 'approve' ? 'Day closed' : 'Sign-off request rejected'),
  )
  const { ask, send, dialog } = useConfirm(decide)
  const mayApprove = mayClose && !isOwn && decide.review.data !== undefined
  useShortcuts('Day', [mayApprove && { keys: ['s'], does: 'Sign off the day', run: ask }])
  return (
    <AlertBanner tone="warn" title={`${requestedBy} requested the sign-off. A second operator must approve it`}>
      {isOwn && <p>{approvalErrors.ownRequest.message}</p>}
      {decide.error && <p>{errorMessage(decide.error, 'the day')}</p>}
      {decide.review.error && <p>{errorMessage(decide.review.error)}</p>}
      {mayClose && decide.review.data && (
        <Row>
          {!isOwn && <Button onClick={ask}>Sign off and close</Button>}
          <Button variant="secondary" disabled={decide.isPending} onClick={() => decide.mutate('reject')}>
            {isOwn ? 'Cancel request' : 'Reject'}
          </Button>
        </Row>
      )}
      <SignOffDialog
        {...dialog}
        bankDay={bankDay}
        action="Sign off and close"
        onConfirm={() => send('approve', () => undefined)}
      />
    </AlertBanner>
  )
}
