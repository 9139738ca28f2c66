import { TabNav } from '@sauda/ui/page-header'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { useCan } from '../../shell/me.ts'
import { Page } from '../../shell/page.tsx'
import { PendingBadge } from '../../shell/navigation.tsx'
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
  return (
    <Page {...page}>
      {can('ledger.read') && (
        <TabNav label="Books">
          <NavLink to="/books" end>
            Trial balance
          </NavLink>
          {can('ledger.adjust') && (
            <NavLink to="/books/adjustments">
              Adjustments <PendingCount />
            </NavLink>
          )}
          <NavLink to="/books/days">Day close</NavLink>
          <NavLink to="/books/accounts">Bank accounts</NavLink>
          <NavLink to="/books/export">Accounting export</NavLink>
        </TabNav>
      )}
      <div className={layout.screen}>{children}</div>
    </Page>
  )
}

const PendingCount = () => (
  <PendingBadge count={useAdjustments().data?.adjustments.filter(({ status }) => status === 'pending').length ?? 0} />
)
