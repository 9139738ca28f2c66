import type { ReactNode } from 'react'
import { useCan } from '../../shell/me.ts'
import { Page } from '../../shell/page.tsx'
import { GroupTabs, PendingBadge } from '../../shell/navigation.tsx'
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
  const may = can('trade.book')
  const manages = may || can('operator.manage')
  return (
    <Page
      {...page}
      right={forAdmins && !may ? 'operator.manage' : 'trade.book'}
      tabs={
        <GroupTabs
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
      }
    >
      <div className={layout.screen}>{children}</div>
    </Page>
  )
}

const PendingCount = () => (
  <PendingBadge count={useReversals().data?.reversals.filter(({ status }) => status === 'pending').length ?? 0} />
)
