import { TabNav } from '@sauda/ui/page-header'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { useCan } from '../../shell/me.ts'
import { Page, RequireRight } from '../../shell/page.tsx'
import { PendingBadge } from '../../shell/navigation.tsx'
import { useReversals } from './trade.api.ts'
import layout from '../../shell/layout.module.css'

interface TradeFrameProps {
  title: string
  description: string
  actions?: ReactNode
  /** Administrators open it too. */
  forAdmins?: boolean
  children: ReactNode
}

export function TradeFrame({ children, forAdmins = false, ...page }: TradeFrameProps) {
  const can = useCan()
  return (
    <Page {...page}>
      {!can('trade.book') && can('operator.manage') && (
        <TabNav label="Trades">
          <NavLink to="/trade/files">Exchange files</NavLink>
          <NavLink to="/trade/charges">Charges</NavLink>
        </TabNav>
      )}
      {can('trade.book') && (
        <TabNav label="Trades">
          <NavLink to="/trade" end>
            Order entry
          </NavLink>
          <NavLink to="/trade/import">Bulk upload</NavLink>
          <NavLink to="/trade/files">Exchange files</NavLink>
          <NavLink to="/trade/reversals">
            Reversals <PendingCount />
          </NavLink>
          <NavLink to="/trade/instruments">Instruments</NavLink>
          <NavLink to="/trade/prices">Closing prices</NavLink>
          <NavLink to="/trade/settlement">Settlement</NavLink>
          <NavLink to="/trade/charges">Charges</NavLink>
        </TabNav>
      )}
      <RequireRight right={forAdmins && !can('trade.book') ? 'operator.manage' : 'trade.book'}>
        <div className={layout.screen}>{children}</div>
      </RequireRight>
    </Page>
  )
}

const PendingCount = () => (
  <PendingBadge count={useReversals().data?.reversals.filter(({ status }) => status === 'pending').length ?? 0} />
)
