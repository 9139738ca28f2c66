import { TabNav } from '@sauda/ui/page-header'
import { Wallet as WalletIcon } from 'lucide-react'
import { Link, NavLink, Outlet, useLocation } from 'react-router'
import { cleanPath } from '../shell/guard.ts'
import { Screen } from '../shell/screen.tsx'
import styles from './pages.module.css'

/** The statement belongs to the second tab. */
const current: Partial<Record<string, 'page' | 'true'>> = { 'transaction-history': 'page', statement: 'true' }

export default function Wallet() {
  const segment = cleanPath(useLocation().pathname).split('/').at(-1) ?? ''
  return (
    <Screen title="Wallet" icon={<WalletIcon />} wide>
      <div className={styles.tabs}>
        <TabNav label="Wallet">
          <NavLink to="/account/wallet/add-fund">Fund</NavLink>
          <Link to="/account/wallet/transaction-history" aria-current={current[segment]}>
            Transaction History
          </Link>
        </TabNav>
      </div>
      <Outlet />
    </Screen>
  )
}
