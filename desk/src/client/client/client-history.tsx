import { accountHistoryCalls } from '@sauda/contract/trading/account-history'
import { AccountDay } from '@sauda/web/account-day'
import { AccountHistoryView } from '@sauda/web/account-history'
import { useCall } from '../../shell/api.ts'
import { Loaded } from '../../shell/loaded.tsx'

export const ClientHistory = ({ clientId }: { clientId: string }) => (
  <Loaded query={useCall(accountHistoryCalls.ofClient, { params: { clientId } })} what="the account history" lines={8}>
    {(history) => (
      <AccountHistoryView history={history}>
        {(account) => <AccountDay history={history} account={account} />}
      </AccountHistoryView>
    )}
  </Loaded>
)
