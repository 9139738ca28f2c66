import { TabNav } from '@sauda/ui/page-header'
import { Link, NavLink } from 'react-router'
import styles from './pages.module.css'

/** The overview has three addresses, so a NavLink does not know when it is open. */
export function PortfolioTabs({ isOverview = false }: { isOverview?: boolean }) {
  return (
    <div className={styles.tabs}>
      <TabNav label="Portfolio">
        <Link to="/portfolio/overview" aria-current={isOverview ? 'page' : undefined}>
          Overview
        </Link>
        <NavLink to="/portfolio/equity">Forex Coins</NavLink>
      </TabNav>
    </div>
  )
}
