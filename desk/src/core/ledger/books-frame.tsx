import { useCan } from '../../shell/me.ts'
import { GroupPage, type PageInGroup, PendingBadge } from '../../shell/navigation.tsx'
import { useAdjustments } from './ledger.api.ts'

export function BooksFrame(page: PageInGroup) {
  const can = useCan()
  const may = can('ledger.read')
  return (
    <GroupPage
      {...page}
      label="Books"
      tabs={[
        { to: '/books', name: 'Trial balance', may, end: true },
        { to: '/books/adjustments', name: 'Adjustments', may: can('ledger.adjust'), mark: <PendingCount /> },
        { to: '/books/days', name: 'Day close', may },
        { to: '/books/accounts', name: 'Bank accounts', may },
        { to: '/books/export', name: 'Accounting export', may },
      ]}
    />
  )
}

const PendingCount = () => (
  <PendingBadge count={useAdjustments().data?.adjustments.filter(({ status }) => status === 'pending').length ?? 0} />
)
