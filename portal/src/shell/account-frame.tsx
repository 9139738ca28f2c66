import { HonestyMark } from '@sauda/ui/honesty-mark'
import { ChartPie, House, TrendingUp, UserRound, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { BrandMark } from './brand-mark.tsx'
import { useBrand } from './brand.ts'
import { SchemeButton } from './scheme-button.tsx'
import styles from './account-frame.module.css'

const places = [
  { to: '/account/home', label: 'Home', icon: House, under: ['/account/home'] },
  { to: '/account/portfolio', label: 'Portfolio', icon: ChartPie, under: ['/account/portfolio', '/portfolio'] },
  { to: '/account/position', label: 'Position', icon: TrendingUp, under: ['/account/position'] },
  { to: '/account/wallet', label: 'Fund', icon: Wallet, under: ['/account/wallet'] },
]
/** Where every other screen of the area belongs. */
const account = { to: '/account/profile', label: 'Account', icon: UserRound }

/** What stands around every screen of the account area: the bar above, the navigation below. */
export function AccountFrame({ children }: { children: ReactNode }) {
  const { mode } = useBrand()
  return (
    <div className={styles.frame}>
      <a className={`${styles.skip} visually-hidden`} href="#main">
        Skip to the screen
      </a>
      <header className={styles.bar}>
        <BrandMark />
        <div className={styles.end}>
          {mode === 'demo' && <HonestyMark kind="demo" />}
          <SchemeButton />
        </div>
      </header>
      <main className={styles.main} id="main" tabIndex={-1}>
        {children}
      </main>
      <Navigation />
    </div>
  )
}

function Navigation() {
  const { pathname } = useLocation()
  const here = places.find(({ under }) => under.some((path) => pathname.startsWith(path))) ?? account
  return (
    <nav className={styles.nav} aria-label="Account">
      {[...places, account].map((place) => (
        <Link
          key={place.to}
          to={place.to}
          className={styles.place}
          aria-current={place === here ? (pathname === place.to ? 'page' : 'true') : undefined}
        >
          <place.icon aria-hidden="true" />
          {place.label}
        </Link>
      ))}
    </nav>
  )
}
