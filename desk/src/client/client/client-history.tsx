import { accountHistoryCalls } from '@sauda/contract/trading/account-history'
import { Card } from '@sauda/ui/card'
import { AccountHistoryView } from '@sauda/web/account-history'
import { useCall } from '../../shell/api.ts'
import { Loaded } from '../../shell/loaded.tsx'
import type { Client } from './client.api.ts'

export function ClientHistory({ client }: { client: Client }) {
  const query = useCall(accountHistoryCalls.ofClient, { params: { clientId: client._id } })
  return (
    <Card title="Account on an earlier day">
      <Loaded query={query} what="the account history" lines={8}>
        {(history) => <AccountHistoryView history={history} />}
      </Loaded>
    </Card>
  )
}
