import type { WalletTransaction } from '@sauda/contract/wallet'
import { More } from '@sauda/ui/more'
import { useState } from 'react'
import { RequestsTable } from './requests-table.tsx'
import { useOlderRequests } from './wallet.api.ts'

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
  return (
    <RequestsTable
      label="Deposits and withdrawals"
      requests={rows}
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
