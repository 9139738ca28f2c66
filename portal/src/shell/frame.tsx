import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { ChartPie, House, TrendingUp, UserRound, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import styles from './frame.module.css'
import { Header } from './header.tsx'
import { clearSession, isComplete, useSession } from './session.ts'

const destinations = [
  { to: '/account/home', label: 'Home', icon: House, under: ['/account/home'] },
  { to: '/account/portfolio', label: 'Portfolio', icon: ChartPie, under: ['/account/portfolio', '/portfolio'] },
  { to: '/account/position', label: 'Position', icon: TrendingUp, under: ['/account/position'] },
  { to: '/account/wallet', label: 'Fund', icon: Wallet, under: ['/account/wallet'] },
]
/** The destination of all other screens of the account area. */
const account = { to: '/account/profile', label: 'Account', icon: UserRound }

export function AccountFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <a className={`${styles.skip} visually-hidden`} href="#main">
        Skip to content
      </a>
      <Header className={styles.sticky} />
      <main className={styles.main} id="main" tabIndex={-1}>
        <LogInAgain />
        {children}
      </main>
      <Navigation />
    </div>
  )
}

/** An incomplete session loads nothing and shows no error (section 6), so this is the way out. */
function LogInAgain() {
  const session = useSession()
  if (!session.isLoggedIn || isComplete(session)) return null
  return (
    <AlertBanner
      tone="warn"
      title="Please log in again"
      action={
        <Button size="small" onClick={clearSession}>
          Log in again
        </Button>
      }
    >
      Your login on this device is incomplete, so nothing can be loaded.
    </AlertBanner>
  )
}

function Navigation() {
  const { pathname } = useLocation()
  const current = destinations.find(({ under }) => under.some((path) => pathname.startsWith(path))) ?? account
  return (
    <nav className={styles.nav} aria-label="Account">
      {[...destinations, account].map((destination) => (
        <Link
          key={destination.to}
          to={destination.to}
          className={styles.destination}
          aria-current={destination === current ? (pathname === destination.to ? 'page' : 'true') : undefined}
        >
          <destination.icon />
          {destination.label}
        </Link>
      ))}
    </nav>
  )
}

export function SimpleFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <Header />
      <main className={styles.column}>{children}</main>
    </div>
  )
}
