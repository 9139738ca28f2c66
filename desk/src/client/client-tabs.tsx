import type { Right } from '@sauda/contract/call'
import { TabNav } from '@sauda/ui/tab-nav'
import { Link, useSearchParams } from 'react-router'
import { useCan } from '../shell/me.ts'

const tabs = [
  { show: 'person', words: 'Person' },
  { show: 'money', words: 'Money' },
  { show: 'trades', words: 'Trades' },
  { show: 'ledger', words: 'Ledger', right: 'ledger.read' },
] as const satisfies readonly { show: string; words: string; right?: Right }[]

export type ClientTab = (typeof tabs)[number]['show']

export function useClientTab(): ClientTab {
  const [address] = useSearchParams()
  return tabs.find(({ show }) => show === address.get('show'))?.show ?? 'person'
}

export function ClientTabs() {
  const can = useCan()
  const open = useClientTab()
  return (
    <TabNav label="Client">
      {tabs
        .filter((tab) => !('right' in tab) || can(tab.right))
        .map(({ show, words }) => (
          <Link
            key={show}
            to={show === 'person' ? '?' : `?show=${show}`}
            replace
            aria-current={show === open ? 'page' : undefined}
          >
            {words}
          </Link>
        ))}
    </TabNav>
  )
}
