import { closureCalls, type ClosureItem, closureTexts, type ClosureView } from '@sauda/contract/client/closure'
import { profileCalls } from '@sauda/contract/client/profile'
import { formatRupees, paiseOf } from '@sauda/contract/platform/money'
import { withFullStop } from '@sauda/contract/platform/sentence'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button, buttonClass } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { Loaded } from '@sauda/ui/error-state'
import { AmountText } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Grid, Row, Stack } from '@sauda/ui/stack'
import { Timeline, type TimelineStep } from '@sauda/ui/timeline'
import { formatDateTime } from '@sauda/web/date-time'
import { UserRoundX } from 'lucide-react'
import { Link } from 'react-router'
import { useAttempt } from '../../shell/attempt.ts'
import { leaveClosedAccount } from '../../shell/return-to.ts'
import { sendIdempotent } from '../../shell/idempotent.ts'
import { useClientQuery, useRefetchAfter } from '../../shell/query.tsx'
import { Screen } from '../../shell/screen.tsx'
import { appToast } from '../../shell/toast.ts'
import styles from './closure.module.css'

const closureText = {
  lead: 'Pay out your balance and end your login.',
  failed: 'This screen could not be loaded',
  itemsTitle: 'Please finish these first',
  items: 'Your account can be closed once nothing is open.',
  sell: 'Ask us to sell them',
  sent: 'Sent to the dealing desk on {time}. A dealer calls you on {mobile} to take your orders.',
  saleClosed: 'The dealing desk closed your request of {time}: {reason}',
  cancelSale: 'Cancel request',
  saleCancelled: 'Request cancelled. Your holdings stay as they are.',
  afterItems: 'We then pay your balance of {amount} to your bank account.',
  confirmTitle: 'Close your account',
  payout: 'We pay your whole balance of {amount} to {account}.',
  empty: 'Your balance is ₹0.00, so your account is closed at once.',
  stepsTitle: 'What happens',
  request: { title: 'Your request', detail: 'From then on you can’t add funds, withdraw, apply for a loan or buy.' },
  paid: 'We pay your whole balance to your bank account',
  closed: {
    title: 'Your account is closed',
    detail:
      'Once the bank has confirmed the payment, or at once if the balance is ₹0.00. We email you the final statement, and your login ends on all devices.',
  },
  retained:
    'We retain your records for as long as the law requires. Closing the account doesn’t erase your personal data.',
  cashback: 'Your cashback of {amount} can’t be withdrawn. It ends when the account is closed.',
  close: 'Close account',
  again: 'Pay out again',
  cancel: 'Keep my account',
  openTitle: 'Your account is being closed',
  pending: '{amount} is on hold for {account}. Your account is closed once the bank has confirmed the payment.',
  notCancellable: 'The payment is being made, so the request can no longer be cancelled.',
  failure: 'Your account could not be closed yet: {reason}',
  returned: 'The money is in your balance.',
  cancelled: 'Your account stays open',
} as const

/** The screen that finishes each item. */
const itemLinks: Readonly<Record<ClosureItem['kind'], (id?: string) => readonly [to: string, label: string]>> = {
  position: () => ['/account/position', 'See positions'],
  settlement: () => ['/account/wallet/statement', 'See statement'],
  dues: () => ['/account/wallet/add-fund', 'Add Fund'],
  loan: () => ['/account/portfolio/overview#your-loans', 'See loan'],
  charge: () => ['/account/charges', 'See charges'],
  request: (id) => [
    id === undefined ? '/account/wallet/transaction-history' : `/account/wallet/transaction-history?transaction=${id}`,
    'See request',
  ],
  complaint: (id = '') => [`/account/complaints?complaint=${id}`, 'See complaint'],
  contact: () => ['/account/security', 'See change'],
  approval: () => ['/account/complaints', 'Whom to contact'],
  documents: () => ['/account/profile', 'Open profile'],
  bank: () => ['/account/bank', 'Add bank account'],
  pause: () => ['/account/bank', 'See bank account'],
}

export default function Closure() {
  const query = useClientQuery(closureCalls.read)
  return (
    <Screen title="Close Account" icon={<UserRoundX />} description={closureText.lead}>
      <Loaded query={query} card failed={closureText.failed}>
        {(view) => <Content view={view} />}
      </Loaded>
    </Screen>
  )
}

function Content({ view }: { view: ClosureView }) {
  const { closure, items } = view
  const isPending = closure?.payout?.isPending === true
  return (
    <Grid two="wide" gap={5} align="start">
      <Stack gap={5}>
        {closure && <Progress view={view} closure={closure} />}
        {items.length > 0 && <Items view={view} />}
        {!isPending && items.length === 0 && <Confirm view={view} />}
      </Stack>
      <WhatHappens view={view} />
    </Grid>
  )
}

/** With the dates of what has happened. */
function WhatHappens({ view: { balance, payTo, closure } }: { view: ClosureView }) {
  const { requestedAt, payout } = closure ?? {}
  const amount = payout?.isPending ? payout.amount : balance
  const steps: readonly TimelineStep[] = [
    { ...closureText.request, at: requestedAt && formatDateTime(requestedAt), state: closure ? 'done' : 'upcoming' },
    {
      title: closureText.paid,
      detail: amount > 0 && payTo && `${rupees(amount)} to ${payTo}`,
      state: closure ? 'current' : 'upcoming',
    },
    { ...closureText.closed, state: 'upcoming' },
  ]
  return (
    <Card title={closureText.stepsTitle}>
      {/* Before the request no step has a state, so they are numbered. */}
      <Timeline
        label={closureText.stepsTitle}
        steps={closure ? steps : steps.map((step, index) => ({ ...step, icon: index + 1 }))}
      />
      <p className="note">{closureText.retained}</p>
    </Card>
  )
}

const Items = ({ view: { items, balance, sale } }: { view: ClosureView }) => (
  <Card title={closureText.itemsTitle}>
    <p>
      {closureText.items}{' '}
      {balance > 0 && <AmountText>{closureText.afterItems.replace('{amount}', rupees(balance))}</AmountText>}
    </p>
    <ol className={`lines ${styles.items}`}>
      {items.map(({ kind, id, text }) => (
        <Row as="li" key={text} justify="between" gap="2 4" className={styles.item}>
          {kind === 'position' ? (
            <Holdings text={text} sale={sale} />
          ) : (
            <>
              <span>
                <AmountText>{text}</AmountText>
              </span>
              <ItemLink to={itemLinks[kind](id)} />
            </>
          )}
        </Row>
      ))}
    </ol>
  </Card>
)

const ItemLink = ({ to: [path, label] }: { to: readonly [string, string] }) => (
  <Link to={path} className={buttonClass('secondary', { size: 'small' })}>
    {label}
  </Link>
)

/** A client sells nothing on the screens: the dealing desk is asked to call (decision 0102). */
function Holdings({ text, sale }: Pick<ClosureItem, 'text'> & Pick<ClosureView, 'sale'>) {
  const mobile = useClientQuery(profileCalls.read).data?.mobile
  const refetched = useRefetchAfter('trade')
  const { error, busy, attempt } = useAttempt()
  const isSent = sale !== undefined && sale.reason === undefined
  const send = async () => {
    await refetched(sendIdempotent(isSent ? closureCalls.cancelSale : closureCalls.requestSale, {}))
    if (isSent) appToast.success(closureText.saleCancelled)
  }
  const time = sale && formatDateTime(sale.requestedAt)
  return (
    <>
      <Stack gap={1}>
        {text}
        {sale?.reason !== undefined && (
          <small className="note">{sentence(closureText.saleClosed, { time, reason: sale.reason })}</small>
        )}
        <small className="note">{isSent ? sentence(closureText.sent, { time, mobile }) : closureTexts.sale}</small>
        {error && <AlertBanner tone="error">{error}</AlertBanner>}
      </Stack>
      <Button variant="secondary" size="small" loading={busy} onClick={() => attempt(send)}>
        {isSent ? closureText.cancelSale : closureText.sell}
      </Button>
    </>
  )
}

function Confirm({ view }: { view: ClosureView }) {
  const { balance, cashback, payTo = '', closure } = view
  const refetched = useRefetchAfter('wallet')
  const { error, busy, attempt } = useAttempt()
  const close = () => {
    const sent = sendIdempotent(closureCalls.close, { body: {} })
    // Before anything is read again, which the ended session may not.
    return refetched(sent.then(({ view: { closure: now } }) => now?.status === 'closed' && leaveClosedAccount()))
  }
  return (
    <Card title={closureText.confirmTitle}>
      <p>
        <AmountText>
          {balance > 0
            ? closureText.payout.replace('{amount}', rupees(balance)).replace('{account}', payTo)
            : closureText.empty}
        </AmountText>
      </p>
      {cashback > 0 && (
        <p>
          <AmountText>{closureText.cashback.replace('{amount}', rupees(cashback))}</AmountText>
        </p>
      )}
      {error && <AlertBanner tone="error">{error}</AlertBanner>}
      <Button variant="danger" loading={busy} onClick={() => attempt(close)}>
        {closure ? closureText.again : closureText.close}
      </Button>
    </Card>
  )
}

function Progress({ view, closure }: { view: ClosureView; closure: NonNullable<ClosureView['closure']> }) {
  const { payout, failure, canCancel } = closure
  const refetched = useRefetchAfter('wallet')
  const { error, busy, attempt } = useAttempt()
  const cancel = async () => {
    await refetched(sendIdempotent(closureCalls.cancel, {}))
    appToast.success(closureText.cancelled)
  }
  return (
    <Card title={closureText.openTitle}>
      {failure !== undefined && (
        <AlertBanner tone="warn">
          {closureText.failure.replace('{reason}', withFullStop(failure))} {view.balance > 0 && closureText.returned}
        </AlertBanner>
      )}
      {payout?.isPending && (
        <p>
          <AmountText>
            {closureText.pending.replace('{amount}', rupees(payout.amount)).replace('{account}', view.payTo ?? '')}
          </AmountText>{' '}
          <Link to="/account/wallet/transaction-history" translate="no">
            {payout.transactionId}
          </Link>
        </p>
      )}
      {error && <AlertBanner tone="error">{error}</AlertBanner>}
      {canCancel ? (
        <Button variant="secondary" loading={busy} onClick={() => attempt(cancel)}>
          {closureText.cancel}
        </Button>
      ) : (
        <p className="note">{closureText.notCancellable}</p>
      )}
    </Card>
  )
}

const rupees = (amount: number): string => formatRupees(paiseOf(amount))
