import { TabNav } from '@sauda/ui/page-header'
import { ChartPie, TrendingUp, Wallet as WalletIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, NavLink, Outlet, useLocation } from 'react-router'
import { logOut } from '../client/auth/auth.api.ts'
import { cleanPath } from '../shell/guard.ts'
import { lazyPart } from '../shell/lazy-part.tsx'
import { useIsDesktop } from '@sauda/web/hooks'
import { Screen } from '../shell/screen.tsx'
import { screenTitle } from '../shell/titles.ts'
import styles from './pages.module.css'

interface TabFrameProps {
  title: string
  label?: string
  icon: ReactNode
  children: ReactNode
}

/** The title and the tabs, which are links, over the screen of the open one. */
function TabFrame({ title, label = title, icon, children }: TabFrameProps) {
  return (
    <Screen title={title} icon={icon} actions={<TabNav label={label}>{children}</TabNav>}>
      <Outlet />
    </Screen>
  )
}

const usePath = () => cleanPath(useLocation().pathname)

export function Wallet() {
  return (
    <TabFrame title="Wallet" icon={<WalletIcon />}>
      <NavLink to="/account/wallet/add-fund">Fund</NavLink>
      <NavLink to="/account/wallet/transaction-history">Transaction History</NavLink>
      <NavLink to="/account/wallet/statement">Statement</NavLink>
    </TabFrame>
  )
}

export function Position() {
  return (
    <TabFrame title={screenTitle(usePath()) ?? 'Positions'} label="Position" icon={<TrendingUp />}>
      <NavLink to="/account/position/position">Positions</NavLink>
      <NavLink to="/account/position/order-history">Orders</NavLink>
    </TabFrame>
  )
}

/** The overview has three addresses. */
export function Portfolio() {
  return (
    <TabFrame title="Portfolio" icon={<ChartPie />}>
      <Link to="/portfolio/overview" aria-current={usePath() === '/portfolio/equity' ? undefined : 'page'}>
        Overview
      </Link>
      <NavLink to="/portfolio/equity">Forex Coins</NavLink>
    </TabFrame>
  )
}

const ProfileMenu = lazyPart(() => import('../client/profile/links.tsx').then((module) => module.ProfileMenu))

/** From 1100 px each screen of the menu opens beside it; below, the profile leads there. */
export function AccountMenu() {
  const isDesktop = useIsDesktop()
  return (
    <div className={styles.withMenu}>
      {isDesktop && (
        <div className={styles.menu}>
          <ProfileMenu onLogOut={logOut} />
        </div>
      )}
      <Outlet />
    </div>
  )
}
