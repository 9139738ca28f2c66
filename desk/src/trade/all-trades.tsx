import { More } from '@sauda/ui/more'
import { NotLoaded } from '../shell/loaded.tsx'
import { useTrades } from './trade.api.ts'
import { TradesTable } from './trades-table.tsx'

export function AllTrades({ clientId }: { clientId: string }) {
  const query = useTrades(clientId)
  if (query.isError && !query.data) return <NotLoaded query={query} what="the trades" />
  return (
    <TradesTable
      label="Trades"
      trades={query.data?.pages.flatMap(({ trades }) => trades) ?? []}
      loading={query.isPending && 'Loading the trades'}
      footer={query.hasNextPage && <More list={query} label="Show older" />}
    />
  )
}
