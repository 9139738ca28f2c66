import { type RequestStatus, type RequestType, type WalletTransaction, walletTexts } from '@sauda/contract/money/wallet'
import { EmptyState } from '@sauda/ui/empty-state'
import { More } from '@sauda/ui/more'
import { Table } from '@sauda/ui/table'
import { DateTime } from '@sauda/web/date-time'
import { useIsPhone } from '@sauda/web/hooks'
import { type ReactNode, useState } from 'react'
import { rowLink } from '../../shell/lines.tsx'
import { amountColumn, column, type ColumnsOf, headColumn, ListTable } from '../../shell/table.tsx'
import { loadPages, type LoadRows } from '../../shell/download-file.tsx'
import { statusPill } from '../../shell/pills.tsx'
import type { TrailOf } from '../../shell/trail.tsx'
import { useOlderRequests } from './wallet.api.ts'

const RequestStatePill = statusPill<RequestStatus | 'reversed' | 'cancelled'>({
  pending: ['warn', 'Pending'],
  approved: ['success', 'Approved'],
  rejected: ['error', 'Rejected'],
  reversed: ['error', 'Returned by bank'],
  cancelled: ['neutral', 'Cancelled by client'],
})

type RequestState = { status: RequestStatus; reversed?: unknown; reason?: string | undefined }

export const isCancelled = ({ status, reason }: RequestState): boolean =>
  status === 'rejected' && reason === walletTexts.cancelReason

export const RequestPill = ({ request }: { request: RequestState }) => (
  <RequestStatePill status={request.reversed ? 'reversed' : isCancelled(request) ? 'cancelled' : request.status} />
)

export const requestNames: Record<RequestType, string> = { added: 'Deposit', withdrawal: 'Withdrawal' }

const columnsOf = (clientId: string): ColumnsOf<WalletTransaction> => [
  headColumn('Request', 'under', ({ _id, transactionId }) => rowLink(`/wallet/${_id}`, transactionId)),
  column('Type', 'lead', ({ type }) => requestNames[type]),
  column('Requested on', 'below', ({ createdAt }) => <DateTime at={createdAt} />),
  column('Status', 'state', (request) => <RequestPill request={request} />),
  column('Bank reference', 'line', ({ bankReference }) => <span className="tabular">{bankReference ?? '–'}</span>),
  amountColumn(
    'Amount',
    ({ amount, creditedAmount = amount }) => creditedAmount,
    'figure',
    (request) => requestTrail(request, clientId),
  ),
]

/** None for a deposit before its approval, because nothing is booked. */
export const requestTrail = (
  { _id, type, status, transactionId }: Pick<WalletTransaction, '_id' | 'type' | 'status' | 'transactionId'>,
  clientId: string,
): TrailOf | undefined =>
  type === 'added' && status !== 'approved'
    ? undefined
    : { clientId, source: { cause: _id }, name: `${requestNames[type]} ${transactionId}` }

/** On a phone there is no room for the date. */
const briefColumnsOf = (clientId: string, isPhone: boolean) =>
  ['Request', 'Amount', 'Status', ...(isPhone ? [] : ['Requested on'])].flatMap((name) =>
    columnsOf(clientId).filter((column) => column && column.header === name),
  )

interface RequestsTableProps {
  label: string
  clientId: string
  requests: readonly WalletTransaction[]
  brief?: boolean
  selectedId?: string
  footer?: ReactNode
  /** Loads more of a list that shows only a part. */
  load?: LoadRows
}

export function RequestsTable({
  label,
  clientId,
  requests,
  brief = false,
  selectedId,
  footer,
  load,
}: RequestsTableProps) {
  const isPhone = useIsPhone()
  // Beside a case nobody downloads the list.
  const List = brief ? Table<WalletTransaction> : ListTable<WalletTransaction>
  return (
    <List
      label={label}
      columns={brief ? briefColumnsOf(clientId, isPhone) : columnsOf(clientId)}
      narrow={brief ? 'scroll' : 'stack'}
      rows={requests}
      rowKey={({ _id }) => _id}
      selectedKey={selectedId ?? null}
      empty={<EmptyState title="No requests yet">Deposits and withdrawals are listed here.</EmptyState>}
      footer={footer}
      {...(load && { load })}
    />
  )
}

interface ClientRequestsProps {
  clientId: string
  requests: readonly WalletTransaction[]
  requestCount: number
}

export function ClientRequests({ clientId, requests, requestCount }: ClientRequestsProps) {
  const [isRequested, setRequested] = useState(false)
  const older = useOlderRequests(clientId, requests, requestCount, isRequested)
  const rows = [...requests, ...(older.data?.pages.flatMap(({ transactions }) => transactions) ?? [])]
  const more = () => {
    if (isRequested) void older.fetchNextPage()
    else setRequested(true)
  }
  const load: LoadRows = async (onCount) => {
    if (rows.length === requestCount) return rows.length
    const first = older.data ? older : await older.fetchNextPage()
    const countOf = (data: NonNullable<typeof older.data>) =>
      requests.length + data.pages.reduce((sum, { transactions }) => sum + transactions.length, 0)
    return loadPages(first, countOf, onCount)
  }
  return (
    <RequestsTable
      label="Deposits and withdrawals"
      clientId={clientId}
      requests={rows}
      load={load}
      footer={
        rows.length < requestCount && (
          <More
            label="Show older"
            list={{
              hasNextPage: rows.length < requestCount,
              isFetchingNextPage: older.isFetching,
              isFetchNextPageError: older.isError,
              fetchNextPage: more,
            }}
          />
        )
      }
    />
  )
}
