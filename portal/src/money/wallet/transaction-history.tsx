import { paiseOf } from '@sauda/contract/platform/money'
import type { WalletTransaction } from '@sauda/contract/money/wallet'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { StatusPill } from '@sauda/ui/badge'
import { Button, buttonClass } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { DescriptionList } from '@sauda/ui/description-list'
import { EmptyState } from '@sauda/ui/empty-state'
import { ErrorState, Loaded } from '@sauda/ui/error-state'
import { AmountText, Money } from '@sauda/ui/money'
import { More } from '@sauda/ui/more'
import pressed from '@sauda/ui/pressed-row.module.css'
import { Segments } from '@sauda/ui/radio-group'
import { sentence } from '@sauda/ui/sentence'
import { Row, Stack } from '@sauda/ui/stack'
import { endColumn, Table, type TableColumn } from '@sauda/ui/table'
import { expectedOf, RequestSteps } from '@sauda/web/request-steps'
import { errorMessage } from '@sauda/web/api-error'
import { DateTime } from '@sauda/web/date-time'
import { useIsNarrow, useIsTablet, useNow } from '@sauda/web/hooks'
import { useState } from 'react'
import { Link } from 'react-router'
import { ListDetail, useDetail } from '../../shell/list-detail.tsx'
import { traceOf } from '../../shell/amounts.tsx'
import { Reply } from '../../shell/reply.tsx'
import { infoOf, statusLabel, statusTone } from './transaction.ts'
import {
  useCancelWithdrawal,
  useDepositReply,
  useTimeline,
  useTransactions,
  type WalletTimeline,
} from './wallet.api.ts'
import { typeLabels, walletText } from './wallet.text.ts'
import styles from './fund.module.css'

const columns: readonly TableColumn<WalletTransaction>[] = [
  {
    key: 'id',
    header: 'Transaction ID',
    cell: (row) => (
      <span className={pressed.name} translate="no">
        {row.transactionId}
      </span>
    ),
    rowHeader: true,
    place: 'under',
  },
  { key: 'at', header: 'Date & Time', cell: (row) => <DateTime at={row.createdAt} />, place: 'below' },
  { key: 'type', header: 'Type', cell: (row) => typeLabels[row.type], place: 'lead' },
  endColumn('amount', 'Amount', (row) => <Money amount={paiseOf(row.creditedAmount ?? row.amount)} />, 'figure'),
  {
    key: 'status',
    header: 'Status',
    cell: (row) => <StatusPill tone={statusTone(row)}>{statusLabel(row)}</StatusPill>,
    place: 'state',
  },
  { key: 'info', header: 'Info', cell: (row) => <Info row={row} />, place: 'note' },
]

/** With the date beside or under the ID, so that no line wraps. */
const compactColumns = columns
  .filter(({ key }) => key !== 'at')
  .map((column) =>
    column.key === 'id'
      ? {
          ...column,
          cell: (row: WalletTransaction) => (
            <Row as="span" gap="0 2" align="baseline">
              {column.cell(row)}
              <span className="note nowrap regular">
                <DateTime at={row.createdAt} />
              </span>
            </Row>
          ),
        }
      : column,
  )

/** On a phone two lines, and the info where there is more to say than the status. */
const cardColumns = compactColumns.map((column) =>
  column.key === 'info'
    ? {
        ...column,
        cell: (row: WalletTransaction) =>
          row.status === 'approved' && !row.reversed && row.creditedAmount === undefined ? null : column.cell(row),
      }
    : column,
)

function Info({ row }: { row: WalletTransaction }) {
  const reason = row.reversed?.reason ?? (row.status === 'rejected' && row.reason)
  return (
    <span className="note block balance">
      <AmountText>{infoOf(row)}</AmountText>
      {row.status === 'pending' && <ExpectedTime id={row._id} />}
      <Requested row={row} />
      {reason && (
        <span className="block ink">
          <AmountText>{reason}</AmountText>
        </span>
      )}
    </span>
  )
}

/** When the request will be decided, as its timeline has it. */
function ExpectedTime({ id }: { id: string }) {
  const { data } = useTimeline(id)
  const now = useNow()
  return <span className="block ink">{data && expectedOf(data, now)}</span>
}

/** Both amounts of a deposit whose payment had another amount. */
function Requested({ row: { amount, creditedAmount } }: { row: WalletTransaction }) {
  if (creditedAmount === undefined) return null
  return (
    <span className="block ink">
      {sentence(walletText.receivedInstead, { amount: <Money amount={paiseOf(amount)} /> })}
    </span>
  )
}

/** Filters of the loaded transactions: by type, or those not decided yet. */
const filters = [
  { value: 'all', label: walletText.all },
  { value: 'added', label: typeLabels.added },
  { value: 'withdrawal', label: typeLabels.withdrawal },
  { value: 'pending', label: 'Pending' },
] as const

export default function TransactionHistory() {
  const [filter, setFilter] = useState<string>('all')
  const list = useTransactions()
  const isTablet = useIsTablet()
  const isNarrow = useIsNarrow()
  const detail = useDetail('transaction')
  const request = useTimeline(detail.shownId)
  const all = list.data?.pages.flatMap((page) => page.transactions) ?? []
  const rows = all.filter(({ type, status }) => ['all', type, status].includes(filter))
  const total = list.data?.pages[0]?.total ?? 0
  const opened = all.find(({ _id }) => _id === detail.shownId) ?? request.data
  return (
    <ListDetail
      detail={detail}
      title={opened ? `${typeLabels[opened.type]} ${opened.transactionId}` : 'Transaction'}
      content={
        <Loaded query={request} lines={5} failed="This transaction could not be loaded">
          {(data) => <Detail request={data} />}
        </Loaded>
      }
    >
      <Stack>
        <Segments label="Show" options={filters} value={filter} onValueChange={setFilter} />
        <Card flush>
          <Table
            label="Transaction history"
            columns={isNarrow ? cardColumns : isTablet ? compactColumns : columns}
            rows={rows}
            rowKey={(row) => row._id}
            loading={list.isPending && 'Loading transactions...'}
            empty={
              list.isError ? (
                <ErrorState title="Your transactions could not be loaded." query={list}>
                  No transactions found.
                </ErrorState>
              ) : (
                <EmptyState
                  title={list.hasNextPage ? `None in the latest ${all.length}` : 'No transactions found.'}
                  action={
                    all.length === 0 && (
                      <Link to="/account/wallet/add-fund" className={buttonClass('secondary')}>
                        Add Fund
                      </Link>
                    )
                  }
                />
              )
            }
            footer={list.data && `Showing ${rows.length} of ${total} entries`}
            selectedKey={detail.id ?? null}
            onRowPress={({ _id }) => detail.open(_id)}
          />
        </Card>
      </Stack>
      <More list={list} label="Load more" centred />
      {/* After the table, so that nothing moves while it loads. */}
      {!list.isPending && (
        <p className={`note ${styles.statement}`}>
          {sentence(walletText.fullStatement, {
            link: <Link to="/account/wallet/statement">Open your full statement</Link>,
          })}
        </p>
      )}
    </ListDetail>
  )
}

function CancelWithdrawal({ request: { _id, amount } }: { request: WalletTimeline }) {
  const [isAsked, setAsked] = useState(false)
  const { mutate, isPending, error } = useCancelWithdrawal(_id)
  if (!isAsked)
    return (
      <div>
        <Button variant="secondary" onClick={() => setAsked(true)}>
          Cancel this withdrawal
        </Button>
      </div>
    )
  return (
    <Stack gap={3}>
      <p>{sentence('{amount} then returns to your balance.', { amount: <Money amount={paiseOf(amount)} /> })}</p>
      {error && <AlertBanner tone="error">{errorMessage(error, 'your transaction history')}</AlertBanner>}
      <Row>
        <Button variant="danger" loading={isPending} onClick={() => mutate()}>
          Yes, cancel it
        </Button>
        <Button variant="secondary" disabled={isPending} onClick={() => setAsked(false)}>
          Keep it
        </Button>
      </Row>
    </Stack>
  )
}

function Detail({ request }: { request: WalletTimeline }) {
  const { amount, creditedAmount = amount, reference, utr, bankReference } = request
  const facts = [
    { term: 'Reference', value: reference },
    { term: 'UTR', value: utr },
    { term: 'Bank reference', value: bankReference },
  ].filter(({ value }) => value !== undefined)
  return (
    <Stack gap={6}>
      <Row className={styles.head}>
        <Money
          amount={paiseOf(creditedAmount)}
          size="large"
          onTrace={traceOf(`${typeLabels[request.type]} ${request.transactionId}`, { cause: request._id })}
        />
        <StatusPill tone={statusTone(request)}>{statusLabel(request)}</StatusPill>
        <p className="soft">{infoOf(request)}</p>
        <Requested row={request} />
      </Row>
      <RequestSteps request={request} />
      {facts.length > 0 && <DescriptionList items={facts} />}
      {request.canReply && <DepositReply transactionId={request._id} />}
      {request.canCancel && <CancelWithdrawal request={request} />}
    </Stack>
  )
}

/** The reply to a rejected deposit: the client answers, and the desk looks for the payment again. */
function DepositReply({ transactionId }: { transactionId: string }) {
  const send = useDepositReply(transactionId)
  return (
    <Reply
      label="Reply with more information"
      hint="For example a screenshot of the payment in your UPI app, up to 5 MB."
      send={send}
    />
  )
}
