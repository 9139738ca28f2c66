import type { Right } from '@sauda/contract/call'
import { TabNav } from '@sauda/ui/page-header'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { useCan } from '../shell/me.ts'
import { Page } from '../shell/page.tsx'
import { PayoutStop } from './payout-stop.tsx'
import layout from '../shell/layout.module.css'

interface PayoutFrameProps {
  title: string
  description: string
  right?: Right
  children: ReactNode
}

export function PayoutFrame({ children, right = 'ledger.read', ...page }: PayoutFrameProps) {
  const mayPay = useCan()('wallet.pay')
  return (
    <Page right={right} actions={<PayoutStop />} {...page}>
      <TabNav label="Payouts">
        <NavLink to="/payouts" end>
          Payouts
        </NavLink>
        {mayPay && <NavLink to="/payouts/settlement">Settlement</NavLink>}
        <NavLink to="/payouts/calendar">Calendar</NavLink>
        <NavLink to="/payouts/layouts">File layouts</NavLink>
      </TabNav>
      <div className={layout.screen}>{children}</div>
    </Page>
  )
}
