import type { healthCalls } from '@sauda/contract/health'
import { useEffect } from 'react'
import { long } from './api.ts'
import { useReach } from './reach.ts'
import styles from './reach-banner.module.css'

const againMilliseconds = 5000

const words = {
  offline: 'You are offline. What you see may be old; nothing can be sent until the connection is back.',
  away: 'We cannot reach the server. Trying again.',
}

/** Says that nothing can be sent right now, and goes by itself when it can. */
export function ReachBanner() {
  const reach = useReach()
  useEffect(() => {
    if (reach !== 'away') return
    const timer = setInterval(() => {
      long.send<typeof healthCalls.health>('GET /health', {}, { quiet: true }).catch(() => undefined)
    }, againMilliseconds)
    return () => clearInterval(timer)
  }, [reach])
  return <output className={styles.banner}>{reach !== 'ok' && words[reach]}</output>
}
