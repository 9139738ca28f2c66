import { useCan } from '../../shell/me.ts'
import { GroupPage, type PageInGroup, PendingBadge } from '../../shell/navigation.tsx'
import { useReversals } from './trade.api.ts'

/** `forAdmins`: administrators open it too. */
export function TradeFrame({ forAdmins = false, ...page }: PageInGroup & { forAdmins?: boolean }) {
  const can = useCan()
  const may = can('trade.book')
  const manages = may || can('operator.manage')
  return (
    <GroupPage
      {...page}
      right={forAdmins && !may ? 'operator.manage' : 'trade.book'}
      label="Trades"
      tabs={[
        { to: '/trade', name: 'Order entry', may, end: true },
        { to: '/trade/import', name: 'Bulk upload', may },
        { to: '/trade/files', name: 'Exchange files', may: manages },
        { to: '/trade/reversals', name: 'Reversals', may, mark: <PendingCount /> },
        { to: '/trade/instruments', name: 'Instruments', may },
        { to: '/trade/prices', name: 'Closing prices', may },
        { to: '/trade/settlement', name: 'Settlement', may },
        { to: '/trade/charges', name: 'Charges', may: manages },
      ]}
    />
  )
}

const PendingCount = () => (
  <PendingBadge count={useReversals().data?.reversals.filter(({ status }) => status === 'pending').length ?? 0} />
)
