import type { Right } from '@sauda/contract/platform/call'
import { useCan } from '../../shell/me.ts'
import { GroupPage, type PageInGroup, PendingBadge, tradePages } from '../../shell/navigation.tsx'
import { useReversals } from './trade.api.ts'

/** `rights`: each of them opens the page. */
export function TradeFrame({ rights = ['trade.book'], ...page }: PageInGroup & { rights?: readonly Right[] }) {
  const can = useCan()
  const right = rights.find(can) ?? rights[0] ?? 'trade.book'
  return (
    <GroupPage
      {...page}
      right={right}
      label="Trades"
      tabs={tradePages.map(({ rights: needed, ...tab }) => ({
        ...tab,
        may: needed.some(can),
        mark: tab.to === '/trade/reversals' && <PendingCount />,
      }))}
    />
  )
}

const PendingCount = () => (
  <PendingBadge count={useReversals().data?.reversals.filter(({ status }) => status === 'pending').length ?? 0} />
)
