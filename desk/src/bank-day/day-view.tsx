import { approvalErrors, type Proposal } from '@sauda/contract/approval'
import { type BankDay, bankDayErrors, type BankDayItem, bankDayItemLabels } from '@sauda/contract/bank-day'
import { paiseOf } from '@sauda/contract/money'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { DescriptionList } from '@sauda/ui/description-list'
import { Money } from '@sauda/ui/money'
import { Row } from '@sauda/ui/stack'
import { Table, type TableColumn } from '@sauda/ui/table'
import { appToast } from '@sauda/ui/toast'
import { errorMessage } from '@sauda/web/api-error'
import { formatDate, formatDateTime } from '@sauda/web/date-time'
import { Link, useParams } from 'react-router'
import { DownloadFile } from '../shell/download-file.tsx'
import { amountColumn, KeyHint, WarningList } from '../shell/lines.tsx'
import { ListCard, Loaded } from '../shell/loaded.tsx'
import { useCan, useMe, useNeedsSecond } from '../shell/me.ts'
import { useItemDialog } from '../shell/form-dialog.tsx'
import { useShortcuts } from '../shell/shortcut.ts'
import { toastOutcome } from '../shell/outcome-toast.ts'
import { BalanceDialog } from './balance-dialog.tsx'
import { loadStatement, useDay, useDecide, useRequestSignOff } from './bank-day.api.ts'
import { addressOf, agrees, DayPill, isBlocked, periodText, sumsOf } from './bank-day.text.ts'
import layout from '../shell/layout.module.css'
import styles from './bank-day.module.css'

/** The bank reconciliation statement of a day, and its sign-off. */
export function DayView() {
  const { bankAccountId = '', day = '' } = useParams()
  const query = useDay(bankAccountId, day)
  return (
    <Loaded query={query} what="the day" lines={10}>
      {(bankDay) => (
        <>
          <div className={styles.title}>
            <h2>{`${bankDay.bankAccountName}, ${periodText(bankDay)}`}</h2>
            <DayPill status={bankDay.state} />
            <DownloadFile label="Download PDF" load={() => loadStatement(bankAccountId, day)} />
          </div>
          <SignOff bankDay={bankDay} />
          <div className={layout.columns}>
            <Books bankDay={bankDay} />
            <Reconciliation bankDay={bankDay} />
          </div>
          <OpenPoints bankDay={bankDay} />
          <p className={layout.keys}>
            <KeyHint keys={['j', 'k']}>move</KeyHint>
            {bankDay.state !== 'closed' && !isBlocked(bankDay) && <KeyHint keys={['s']}>sign off</KeyHint>}
            {bankDay.balanceEntry && bankDay.bankClosing === undefined && <KeyHint keys={['b']}>enter balance</KeyHint>}
          </p>
        </>
      )}
    </Loaded>
  )
}

/** The figures of a requested sign-off, for the second operator. */
export function RequestedDay({ day: { bankAccountId, day, version }, isPending }: RequestedDayProps) {
  const query = useDay(bankAccountId, day)
  return (
    <Loaded query={query} what="the day" lines={10}>
      {(bankDay) => (
        <div className={layout.column}>
          {isPending && bankDay.version !== version && (
            <AlertBanner tone="warn">{bankDayErrors.changedSince.message}</AlertBanner>
          )}
          <Books bankDay={bankDay} />
          <Reconciliation bankDay={bankDay} />
          <OpenPoints bankDay={bankDay} />
          <Link to={`/books/days/${bankAccountId}/${day}`}>Open the day</Link>
        </div>
      )}
    </Loaded>
  )
}

interface RequestedDayProps {
  day: NonNullable<Proposal['bankDay']>
  isPending: boolean
}

function SignOff({ bankDay }: { bankDay: BankDay }) {
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
  const send = () => {
    if (!request.isPending)
      request.mutate(undefined, {
        onSuccess: (reply) => toastOutcome(reply, 'Day closed'),
      })
  }
  useShortcuts(
    'Day',
    isReady ? [{ keys: ['s'], does: needsSecond ? 'Request the sign-off' : 'Sign off the day', run: send }] : [],
  )
  if (blocking.length > 0)
    return (
      <>
        <AlertBanner tone="warn" title="This day cannot be closed yet">
          <WarningList warnings={blocking.map((point) => ({ text: point.text, to: addressOf(point) }))} />
        </AlertBanner>
        <EnterBalance bankDay={bankDay} />
      </>
    )
  if (!mayClose) return null
  return (
    <>
      <Row>
        <Button loading={request.isPending} loadingText="Sending" onClick={send}>
          {needsSecond ? 'Request sign-off' : 'Sign off and close'}
        </Button>
      </Row>
      <p className={layout.soft}>
        {needsSecond ? 'After a second operator approves it' : 'Afterwards'}, nothing can be booked on this day or any
        day before it.
      </p>
      {request.error && <AlertBanner tone="error">{errorMessage(request.error, 'the day')}</AlertBanner>}
    </>
  )
}

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

function Proposed({ bankDay: { requestedBy, requestedById }, proposalId }: { bankDay: BankDay; proposalId: string }) {
  const mayClose = useCan()('ledger.adjust')
  const isOwn = useMe().data?._id === requestedById
  const decide = useDecide(proposalId)
  const run = (verb: 'approve' | 'reject') => {
    if (!decide.isPending)
      decide.mutate(verb, {
        onSuccess: () => appToast.success(verb === 'approve' ? 'Day closed' : 'Sign-off request rejected'),
      })
  }
  useShortcuts('Day', mayClose && !isOwn ? [{ keys: ['s'], does: 'Sign off the day', run: () => run('approve') }] : [])
  return (
    <AlertBanner tone="warn" title={`${requestedBy} requested the sign-off. A second operator must approve it`}>
      {isOwn && <p>{approvalErrors.ownRequest.message}</p>}
      {decide.error && <p>{errorMessage(decide.error, 'the day')}</p>}
      {mayClose && (
        <Row>
          {!isOwn && (
            <Button loading={decide.isPending} loadingText="Sending" onClick={() => run('approve')}>
              Sign off and close
            </Button>
          )}
          <Button variant="secondary" disabled={decide.isPending} onClick={() => run('reject')}>
            {isOwn ? 'Cancel request' : 'Reject'}
          </Button>
        </Row>
      )}
    </AlertBanner>
  )
}

const money = (rupees: number) => <Money amount={paiseOf(rupees)} />

const Books = ({ bankDay: { opening, receipts, payouts, exceptions, closing } }: { bankDay: BankDay }) => (
  <Card title="Books">
    <DescriptionList
      amounts
      items={[
        { term: 'Opening balance', value: money(opening) },
        { term: 'Receipts', value: money(receipts) },
        { term: 'Payouts', value: money(-payouts) },
        { term: 'Exceptions', value: money(exceptions) },
        { term: 'Closing balance', value: <strong>{money(closing)}</strong> },
      ]}
    />
  </Card>
)

const Reconciliation = ({ bankDay: { closing, bankClosing, items, entered } }: { bankDay: BankDay }) => (
  <Card title="Bank reconciliation statement">
    <DescriptionList
      amounts
      items={[
        { term: 'Balance as per books', value: money(closing) },
        ...sumsOf(items).map(({ kind, paise }) => ({
          term: `${paise < 0n ? 'Less' : 'Add'}: ${bankDayItemLabels[kind]}`,
          value: <Money amount={paise} />,
        })),
        {
          term: 'Balance as per bank',
          value: <strong>{bankClosing === undefined ? 'Not known' : money(bankClosing)}</strong>,
        },
      ]}
    />
    {entered && (
      <p className={layout.soft}>{`Read from the statement by ${entered.by} on ${formatDateTime(entered.at)}.`}</p>
    )}
  </Card>
)

function OpenPoints({ bankDay }: { bankDay: BankDay }) {
  const { items, points, state } = bankDay
  const others = points.filter(({ blocks }) => state === 'closed' || !blocks)
  return (
    <>
      {others.length > 0 && (
        <Card title="Open points">
          <WarningList warnings={others.map((point) => ({ text: point.text, to: addressOf(point) }))} />
        </Card>
      )}
      {items.length > 0 && (
        <ListCard>
          <Table
            label="Entries in the bank or in the books only"
            columns={columns}
            rows={items}
            rowKey={(item) => `${item.kind} ${item.lineId ?? item.payment?._id} ${item.day} ${item.text}`}
            group={{ keyOf: ({ kind }) => kind, heading: (kind) => bankDayItemLabels[kind as BankDayItem['kind']] }}
          />
        </ListCard>
      )}
      {agrees(bankDay) && <AlertBanner tone="success">Books and bank agree, and nothing is open.</AlertBanner>}
    </>
  )
}

const columns: readonly TableColumn<BankDayItem>[] = [
  {
    key: 'text',
    header: 'Entry',
    rowHeader: true,
    place: 'lead',
    cell: (item) => {
      const to = addressOf(item)
      return to === undefined ? (
        item.text
      ) : (
        <Link to={to} data-item="">
          {item.text}
        </Link>
      )
    },
  },
  { key: 'day', header: 'Date', place: 'under', cell: ({ day }) => formatDate(day) },
  amountColumn('amount', 'Amount', ({ amount }) => amount, 'figure'),
]
