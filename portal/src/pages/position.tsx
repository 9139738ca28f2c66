import { TabNav } from '@sauda/ui/page-header'
import { TrendingUp } from 'lucide-react'
import { NavLink, Outlet, useLocation } from 'react-router'
import { cleanPath } from '../shell/guard.ts'
import { Screen } from '../shell/screen.tsx'
import { screenTitle } from '../shell/titles.ts'
import styles from './pages.module.css'

export default function Position() {
  const { pathname } = useLocation()
  return (
    <Screen title={screenTitle(cleanPath(pathname)) ?? 'Positions'} icon={<TrendingUp />} wide>
      <div className={styles.tabs}>
        <TabNav label="Position">
          <NavLink to="/account/position/position">Positions</NavLink>
          <NavLink to="/account/position/order-history">Orders</NavLink>
        </TabNav>
      </div>
      <Outlet />
    </Screen>
  )
}
