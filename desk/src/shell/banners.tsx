import { sessionRules } from '@sauda/contract/core/session'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { formatDateTime } from '@sauda/web/date-time'
import { useReachability } from '@sauda/web/reachability'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { usePayoutStop } from './payout-stop.ts'
import { leave, useMe } from './me.ts'
import { refreshAll } from './api.ts'
import styles from './frame.module.css'

export function Banners() {
  const isReachable = useReachability() === 'ok'
  const isIdle = useIdle()
  const { pathname } = useLocation()
  const isHandedOut = useMe().data?.handedOut === true && pathname !== '/you'
  const stopped = usePayoutStop().data?.stopped
  if (isReachable && !isIdle && !isHandedOut && !stopped) return null
  return (
    <div className={styles.banners}>
      {!isReachable && (
        <AlertBanner
          tone="error"
          title="Server not reachable"
          action={
            <Button variant="secondary" size="small" onClick={() => void refreshAll()}>
              Try now
            </Button>
          }
        >
          Your entries are saved on this screen. Retrying automatically.
        </AlertBanner>
      )}
      {stopped && (
        <AlertBanner tone="error" title="All payouts and approvals of withdrawals are stopped">
          {`Since ${formatDateTime(stopped.at)}, by ${stopped.by ?? 'the check of the books'}. Reason: ${stopped.reason}`}
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

const limitMs = sessionRules.operator.idleMinutes * 60_000
const warningMs = 60_000
const tickMs = 1_000
/** The last activity in any tab. */
const storedKey = 'desk.active'
const activities = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'] as const

/** True in the last minute before automatic logout. The server cannot measure this: live updates send requests too. */
function useIdle(): boolean {
  const [isWarned, setWarned] = useState(false)
  useEffect(() => {
    let last = 0
    const note = () => {
      if (Date.now() - last < tickMs) return
      last = Date.now()
      localStorage.setItem(storedKey, String(last))
      setWarned(false)
    }
    const timer = setInterval(() => {
      const idle = Date.now() - Math.max(last, Number(localStorage.getItem(storedKey)))
      if (idle >= limitMs) leave('idle')
      else setWarned(idle >= limitMs - warningMs)
    }, tickMs)
    note()
    for (const name of activities) addEventListener(name, note, { passive: true })
    return () => {
      clearInterval(timer)
      for (const name of activities) removeEventListener(name, note)
    }
  }, [])
  return isWarned
}
