import { TabNav } from '@sauda/ui/tab-nav'
import { Wallet as WalletIcon } from 'lucide-react'
import { NavLink, Outlet, redirect, type MiddlewareFunction } from 'react-router'
import { cleanPath } from '../shell/guard.ts'
import { Screen } from '../shell/screen.tsx'
import styles from './wallet.module.css'

const toFirstTab: MiddlewareFunction = ({ request }) => {
  if (cleanPath(new URL(request.url).pathname) === '/account/wallet') throw redirect('/account/wallet/add-fund')
}
export const clientMiddleware = [toFirstTab]

/** The wallet's two tabs. */
export default function Wallet() {
  return (
    <Screen title="Wallet" icon={<WalletIcon aria-hidden="true" />} wide>
      <div className={styles.tabs}>
        <TabNav label="Wallet">
          <NavLink to="/account/wallet/add-fund">Fund</NavLink>
          <NavLink to="/account/wallet/transaction-history">Transaction History</NavLink>
        </TabNav>
      </div>
      <Outlet />
    </Screen>
  )
}
