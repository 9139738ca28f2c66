import { accountHistoryCalls } from '@sauda/contract/trading/account-history'
import { Loaded } from '@sauda/ui/error-state'
import { SkeletonText } from '@sauda/ui/skeleton'
import { AccountHistoryView } from '@sauda/web/account-history'
import { useClientQuery } from '../shell/query.tsx'

export function AccountHistory() {
  const history = useClientQuery(accountHistoryCalls.own)
  return (
    <Loaded
      query={history}
      loading={<SkeletonText label="Loading..." lines={3} />}
      failed="Your account history could not be loaded"
    >
      {(data) => <AccountHistoryView history={data} />}
    </Loaded>
  )
}
