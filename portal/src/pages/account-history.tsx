import { accountHistoryCalls } from '@sauda/contract/trading/account-history'
import { Loaded } from '@sauda/ui/error-state'
import { AccountHistoryView } from '@sauda/web/account-history'
import { lazyPart } from '../shell/lazy-part.tsx'
import { useClientQuery } from '../shell/query.tsx'

const AccountDay = lazyPart(async () => (await import('@sauda/web/account-day')).AccountDay)

export function AccountHistory() {
  const history = useClientQuery(accountHistoryCalls.own)
  return (
    <Loaded query={history} lines={3} failed="Your account history could not be loaded." look="line">
      {(data) => (
        <AccountHistoryView history={data}>
          {(account) => <AccountDay history={data} account={account} />}
        </AccountHistoryView>
      )}
    </Loaded>
  )
}
