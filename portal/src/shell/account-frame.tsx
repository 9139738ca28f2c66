import { HonestyMark } from '@sauda/ui/honesty-mark'
import { ChartPie, House, TrendingUp, UserRound, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { BrandMark } from './brand-mark.tsx'
import { useBrand } from './brand.ts'
import { SchemeButton } from './scheme-button.tsx'
import styles from './account-frame.module.css'

const places = [
  { to: '/account/home', label: 'Home', icon: House },
  { to: '/account/portfolio', label: 'Portfolio', icon: ChartPie },
  { to: '/account/position', label: 'Position', icon: TrendingUp },
  { to: '/account/wallet', label: 'Fund', icon: Wallet },
  { to: '/account/profile', label: 'Account', icon: UserRound },
]

/** What stands around every screen of the account area: the bar above, the navigation below. */
export function AccountFrame({ children }: { children: ReactNode }) {
  const { mode } = useBrand()
  return (
    <div className={styles.frame}>
      <header className={styles.bar}>
        <BrandMark />
        <div className={styles.end}>
          {mode === 'demo' && <HonestyMark kind="demo" />}
          <SchemeButton />
        </div>
      </header>
      <main className={styles.main} id="main">
        {children}
      </main>
      <nav className={styles.nav} aria-label="Account">
        {places.map(({ to, label, icon: Icon }) => (
          <NavLink key={to} to={to} className={styles.place}>
            <Icon aria-hidden="true" />
            {label}
          </NavLink>
        ))}
      </nav>
    </div>
  )
}
