import { TabNav } from '@sauda/ui/page-header'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { useCan } from '../shell/me.ts'
import { Page } from '../shell/page.tsx'
import { PendingBadge } from '../shell/navigation.tsx'
import { useReversals } from './reversal.api.ts'
import layout from '../shell/layout.module.css'

export function TradeFrame({ children, ...page }: { title: string; description: string; children: ReactNode }) {
  const can = useCan()
  return (
    <Page right="trade.book" {...page}>
      {can('trade.book') && (
        <TabNav label="Trades">
          <NavLink to="/trade" end>
            Order entry
          </NavLink>
          <NavLink to="/trade/import">Bulk upload</NavLink>
          <NavLink to="/trade/reversals">
            Reversals <PendingCount />
          </NavLink>
          <NavLink to="/trade/instruments">Instruments</NavLink>
        </TabNav>
      )}
      <div className={layout.screen}>{children}</div>
    </Page>
  )
}

const PendingCount = () => (
  <PendingBadge count={useReversals().data?.reversals.filter(({ status }) => status === 'pending').length ?? 0} />
)
