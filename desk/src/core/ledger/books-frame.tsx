import type { ReactNode } from 'react'
import { useCan } from '../../shell/me.ts'
import { Page } from '../../shell/page.tsx'
import { GroupTabs, PendingBadge } from '../../shell/navigation.tsx'
import { useAdjustments } from './ledger.api.ts'
import layout from '../../shell/layout.module.css'

interface BooksFrameProps {
  title: string
  right: 'ledger.read' | 'ledger.adjust'
  description: string
  actions?: ReactNode
  children: ReactNode
}

export function BooksFrame({ children, ...page }: BooksFrameProps) {
  const can = useCan()
  const may = can('ledger.read')
  return (
    <Page
      {...page}
      tabs={
        <GroupTabs
          label="Books"
          tabs={[
            { to: '/books', name: 'Trial balance', may, end: true },
            { to: '/books/adjustments', name: 'Adjustments', may: can('ledger.adjust'), mark: <PendingCount /> },
            { to: '/books/days', name: 'Day close', may },
            { to: '/books/accounts', name: 'Bank accounts', may },
            { to: '/books/export', name: 'Accounting export', may },
          ]}
        />
      }
    >
      <div className={layout.screen}>{children}</div>
    </Page>
  )
}

const PendingCount = () => (
  <PendingBadge count={useAdjustments().data?.adjustments.filter(({ status }) => status === 'pending').length ?? 0} />
)
