import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Link, useLocation } from 'react-router'
import { useIdle } from './idle.ts'
import { useMe } from './me.ts'
import { refreshAll } from './query-client.ts'
import { useReachability } from '@sauda/web/reachability'
import styles from './banners.module.css'

/** What concerns every screen. */
export function Banners() {
  const isReachable = useReachability() === 'ok'
  const isIdle = useIdle()
  const { pathname } = useLocation()
  const isHandedOut = useMe().data?.handedOut === true && pathname !== '/you'
  if (isReachable && !isIdle && !isHandedOut) return null
  return (
    <div className={styles.banners}>
      {!isReachable && (
        <AlertBanner
          tone="error"
          title="Server not reachable"
          action={
            <Button variant="secondary" size="small" onClick={refreshAll}>
              Try now
            </Button>
          }
        >
          Your entries are saved on this screen. Retrying automatically.
        </AlertBanner>
      )}
      {isHandedOut && (
        <AlertBanner
          tone="warn"
          title="Your password was set by someone else"
          action={<Link to="/you">Choose one of your own</Link>}
        />
      )}
      {isIdle && (
        <AlertBanner tone="warn" title="You will be logged out in one minute">
          Press any key to stay logged in. Your entries are saved.
        </AlertBanner>
      )}
    </div>
  )
}
