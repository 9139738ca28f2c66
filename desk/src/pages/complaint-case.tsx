import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { Table } from '@sauda/ui/table'
import { PinnedWarnings } from '../client/client/pinned-warnings.tsx'
import { ComplaintPage } from '../client/complaint/complaint-page.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { useTrades } from '../trading/trade/trade.api.ts'
import { tradeColumns } from '../trading/trade/trades-table.tsx'

export const ComplaintCase = () => (
  <ComplaintPage
    beside={({ category, clientId }) =>
      clientId !== undefined && (
        <>
          <PinnedWarnings clientId={clientId} />
          {category === 'trade' && <RecentTrades clientId={clientId} />}
        </>
      )
    }
  />
)

const newest = 5

const RecentTrades = ({ clientId }: { clientId: string }) => (
  <Card title="Recent trades" flush>
    <Loaded query={useTrades(clientId)} what="the trades" lines={4}>
      {({ pages }) => (
        <Table
          label="Recent trades"
          columns={tradeColumns}
          rows={pages.flatMap(({ trades }) => trades).slice(0, newest)}
          rowKey={({ _id }) => _id}
          empty={<EmptyState title="No trades yet" />}
        />
      )}
    </Loaded>
  </Card>
)
