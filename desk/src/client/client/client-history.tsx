import { accountHistoryCalls } from '@sauda/contract/trading/account-history'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { SkeletonText } from '@sauda/ui/skeleton'
import { Stack } from '@sauda/ui/stack'
import { lazy, Suspense, useState } from 'react'
import { useCall } from '../../shell/api.ts'
import { Loaded } from '../../shell/loaded.tsx'

const AccountHistoryView = lazy(async () => ({
  default: (await import('@sauda/web/account-history')).AccountHistoryView,
}))
const AccountDay = lazy(async () => ({ default: (await import('@sauda/web/account-day')).AccountDay }))

/** Below the figures of now: the account at the end of any earlier day. */
export function EarlierDay({ clientId }: { clientId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Stack gap={3}>
      <div>
        <Button size="small" variant="secondary" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide earlier days' : 'See an earlier day'}
        </Button>
      </div>
      {isOpen && (
        <Card>
          <History clientId={clientId} />
        </Card>
      )}
    </Stack>
  )
}

function History({ clientId }: { clientId: string }) {
  const query = useCall(accountHistoryCalls.ofClient, { params: { clientId } })
  return (
    <Loaded query={query} what="the account history" lines={8}>
      {(history) => (
        <Suspense fallback={<SkeletonText label="Loading..." lines={8} />}>
          <AccountHistoryView history={history}>
            {(account) => <AccountDay history={history} account={account} />}
          </AccountHistoryView>
        </Suspense>
      )}
    </Loaded>
  )
}
