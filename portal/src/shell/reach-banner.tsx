import type { healthCalls } from '@sauda/contract/health'
import { useEffect } from 'react'
import { long } from './api.ts'
import { useReachability } from '@sauda/web/reachability'
import styles from './reach-banner.module.css'

const againMilliseconds = 5000

const words = {
  offline: 'You are offline. What you see may be old; nothing can be sent until the connection is back.',
  unreachable: 'We cannot reach the server. Trying again.',
}

/** Says that nothing can be sent right now, and goes by itself when it can. */
export function ReachBanner() {
  const reachability = useReachability()
  useEffect(() => {
    if (reachability !== 'unreachable') return
    const ask = (): void => {
      long.send<typeof healthCalls.health>('GET /health', {}, { quiet: true }).catch(() => undefined)
    }
    // At once: where only the browser's own connection was gone, it is back with it.
    ask()
    const timer = setInterval(ask, againMilliseconds)
    return () => clearInterval(timer)
  }, [reachability])
  return <output className={styles.banner}>{reachability !== 'ok' && words[reachability]}</output>
}
