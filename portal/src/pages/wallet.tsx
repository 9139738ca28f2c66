import { TabNav } from '@sauda/ui/tab-nav'
import { Wallet as WalletIcon } from 'lucide-react'
import { Link, NavLink, Outlet, redirect, useLocation, type MiddlewareFunction } from 'react-router'
import { cleanPath } from '../shell/guard.ts'
import { Screen } from '../shell/screen.tsx'
import styles from './wallet.module.css'

const toFirstTab: MiddlewareFunction = ({ request }) => {
  if (cleanPath(new URL(request.url).pathname) === '/account/wallet') throw redirect('/account/wallet/add-fund')
}
export const clientMiddleware = [toFirstTab]

/** The statement is reached from the second tab and belongs to it. */
const current: Partial<Record<string, 'page' | 'true'>> = { 'transaction-history': 'page', statement: 'true' }

/** The wallet's two tabs. */
export default function Wallet() {
  const place = cleanPath(useLocation().pathname).split('/').at(-1) ?? ''
  return (
    <Screen title="Wallet" icon={<WalletIcon aria-hidden="true" />} wide>
      <div className={styles.tabs}>
        <TabNav label="Wallet">
          <NavLink to="/account/wallet/add-fund">Fund</NavLink>
          <Link to="/account/wallet/transaction-history" aria-current={current[place]}>
            Transaction History
          </Link>
        </TabNav>
      </div>
      <Outlet />
    </Screen>
  )
}
