import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { useStore } from '@sauda/web/store'
import { ChartPie, House, TrendingUp, UserRound, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import styles from './frame.module.css'
import { cleanPath } from './guard.ts'
import { Header } from './header.tsx'
import { clearSession, isComplete, useSession } from './session.ts'
import { shortcutsOff } from './amounts.tsx'

export const destinations = [
  { to: '/account/home', label: 'Home', icon: House, under: ['/account/home'] },
  { to: '/account/portfolio', label: 'Portfolio', icon: ChartPie, under: ['/account/portfolio', '/portfolio'] },
  { to: '/account/position', label: 'Position', icon: TrendingUp, under: ['/account/position'] },
  { to: '/account/wallet', label: 'Fund', icon: Wallet, under: ['/account/wallet'] },
  /** Stands for all other screens of the account area. */
  { to: '/account/profile', label: 'Account', icon: UserRound, under: ['/account'] },
]

interface AccountFrameProps {
  /** In the header, beside the scheme button, and at its end. */
  tools?: ReactNode
  client?: ReactNode
  /** The destinations that need attention. */
  marked?: readonly string[]
  /** The next three are shown from 1100 px: at both ends of the navigation, and beside the screen. */
  connection?: ReactNode
  balance?: ReactNode
  side?: ReactNode
  children: ReactNode
}

export function AccountFrame({ tools, marked = [], client, connection, balance, side, children }: AccountFrameProps) {
  // The other screens have the full width.
  const hasSide = cleanPath(useLocation().pathname) === '/account/home'
  return (
    <div className={styles.frame}>
      <a className={`${styles.skip} visually-hidden`} href="#main">
        Skip to content
      </a>
      <a className={`${styles.skip} visually-hidden`} href="#navigation">
        Skip to navigation
      </a>
      <Header className={styles.sticky} end={client}>
        {tools}
      </Header>
      <div className={styles.area} data-side={hasSide || undefined}>
        <main className={styles.main} id="main" tabIndex={-1}>
          <LogInAgain />
          {children}
        </main>
        {hasSide && side && (
          <aside className={styles.side} aria-label="At a glance">
            {side}
          </aside>
        )}
      </div>
      <footer className={styles.dock}>
        <div className={styles.connection}>{connection}</div>
        <Navigation marked={marked} />
        <div className={styles.balance}>{balance}</div>
      </footer>
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

function Navigation({ marked }: { marked: readonly string[] }) {
  const { pathname } = useLocation()
  const hasNoKeys = useStore(shortcutsOff)
  const current = destinations.find(({ under }) => under.some((path) => pathname.startsWith(path)))
  return (
    <nav className={styles.nav} id="navigation" tabIndex={-1} aria-label="Account">
      {destinations.map((destination, index) => (
        <Link
          key={destination.to}
          to={destination.to}
          className={styles.destination}
          aria-current={destination === current ? (pathname === destination.to ? 'page' : 'true') : undefined}
          aria-keyshortcuts={hasNoKeys ? undefined : `${index + 1}`}
          title={hasNoKeys ? undefined : `${destination.label} (${index + 1})`}
        >
          <destination.icon />
          {destination.label}
          {marked.includes(destination.to) && (
            <span className={styles.dot}>
              <span className="visually-hidden">needs attention</span>
            </span>
          )}
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
