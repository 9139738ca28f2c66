import { paiseOf } from '@sauda/contract/money'
import type { WalletTransaction } from '@sauda/contract/wallet'
import { StatusPill } from '@sauda/ui/badge'
import { Button, buttonClass } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { DescriptionList } from '@sauda/ui/description-list'
import { EmptyState } from '@sauda/ui/empty-state'
import { Loaded } from '@sauda/ui/error-state'
import { Money } from '@sauda/ui/money'
import { More } from '@sauda/ui/more'
import { sentence } from '@sauda/ui/sentence'
import { SkeletonText } from '@sauda/ui/skeleton'
import { Row, Stack } from '@sauda/ui/stack'
import { endColumn, Table, type TableColumn } from '@sauda/ui/table'
import { Timeline } from '@sauda/ui/timeline'
import { DateTime } from '@sauda/web/date-time'
import { Link, useSearchParams } from 'react-router'
import { Dialog, useLast } from '@sauda/ui/dialog'
import { infoOf, statusLabel, statusTones, stepsOf } from './transaction.ts'
import { useTimeline, useTransactions, type WalletTimeline } from './wallet.api.ts'
import { typeLabels, walletText } from './wallet.text.ts'
import styles from './transaction-history.module.css'

const columns: readonly TableColumn<WalletTransaction>[] = [
  {
    key: 'id',
    header: 'Transaction ID',
    cell: (row) => <span className={styles.id}>{row.transactionId}</span>,
    rowHeader: true,
    place: 'under',
  },
  { key: 'at', header: 'Date & Time', cell: (row) => <DateTime at={row.createdAt} />, place: 'below' },
  { key: 'type', header: 'Type', cell: (row) => typeLabels[row.type], place: 'lead' },
  endColumn('amount', 'Amount', (row) => <Money amount={paiseOf(row.amount)} />, 'figure'),
  {
    key: 'status',
    header: 'Status',
    cell: (row) => <StatusPill tone={statusTones[row.status]}>{statusLabel(row)}</StatusPill>,
    place: 'state',
  },
  { key: 'info', header: 'Info', cell: (row) => <Info row={row} />, place: 'note' },
]

function Info({ row }: { row: WalletTransaction }) {
  return (
    <span className={`note ${styles.info}`}>
      {infoOf(row)}
      {row.status === 'rejected' && row.reason && <span className={styles.reason}>{row.reason}</span>}
    </span>
  )
}

/** A row opens its timeline through the address, so that Back closes it. */
export default function TransactionHistory() {
  const list = useTransactions()
  const [search, setSearch] = useSearchParams()
  const rows = list.data?.pages.flatMap((page) => page.transactions) ?? []
  const total = list.data?.pages[0]?.total ?? 0
  return (
    <>
      <Card flush>
        <Table
          label="Transaction history"
          columns={columns}
          rows={rows}
          rowKey={(row) => row._id}
          loading={list.isPending && 'Loading transactions...'}
          empty={
            <EmptyState title="No transactions found." action={list.isError ? <Retry list={list} /> : <AddFund />}>
              {list.isError && 'Your transactions could not be loaded.'}
            </EmptyState>
          }
          footer={list.data && `Showing ${rows.length} of ${total} entries`}
          onRowPress={(row) => setSearch({ transaction: row._id }, { preventScrollReset: true })}
        />
      </Card>
      <More list={list} label="Load more" centred />
      {/* After the table, so that nothing moves while it loads. */}
      {!list.isPending && (
        <p className={`note ${styles.statement}`}>
          {sentence(walletText.fullStatement, {
            link: <Link to="/account/wallet/statement">Open your full statement</Link>,
          })}
        </p>
      )}
      <TransactionDialog
        transactionId={search.get('transaction') ?? undefined}
        onClose={() => setSearch({}, { replace: true, preventScrollReset: true })}
      />
    </>
  )
}

function Retry({ list }: { list: ReturnType<typeof useTransactions> }) {
  return (
    <Button variant="secondary" onClick={() => void list.refetch()} loading={list.isFetching}>
      Try again
    </Button>
  )
}

function AddFund() {
  return (
    <Link to="/account/wallet/add-fund" className={buttonClass('secondary')}>
      Add Fund
    </Link>
  )
}

function TransactionDialog({ transactionId, onClose }: { transactionId: string | undefined; onClose: () => void }) {
  const request = useTimeline(useLast(transactionId))
  return (
    <Dialog
      open={transactionId !== undefined}
      onOpenChange={onClose}
      title={request.data ? `${typeLabels[request.data.type]} ${request.data.transactionId}` : 'Transaction'}
    >
      <Loaded
        query={request}
        loading={<SkeletonText label="Loading..." lines={5} />}
        failed="This transaction could not be loaded"
      >
        {(data) => <Detail request={data} />}
      </Loaded>
    </Dialog>
  )
}

function Detail({ request }: { request: WalletTimeline }) {
  const { status, amount, reference, utr, bankReference } = request
  const facts = [
    ['Reference', reference],
    ['UTR', utr],
    ['Bank reference', bankReference],
  ].flatMap(([term = '', value]) => (value === undefined ? [] : [{ term, value }]))
  return (
    <Stack gap={6}>
      <Row className={styles.dialogHead}>
        <Money amount={paiseOf(amount)} size="large" />
        <StatusPill tone={statusTones[status]}>{statusLabel(request)}</StatusPill>
        <p className="soft">{infoOf(request)}</p>
      </Row>
      <Timeline label="What happened" steps={stepsOf(request)} />
      {facts.length > 0 && <DescriptionList items={facts} />}
    </Stack>
  )
}
