import type { healthCalls } from '@sauda/contract/health'
import { useReachability } from '@sauda/web/reachability'
import { useEffect } from 'react'
import { long } from './api.ts'
import styles from './frame.module.css'

const retryMilliseconds = 5000

const texts = {
  offline: 'You are offline. What you see may be out of date, and nothing can be sent until you are connected again.',
  unreachable: 'We can’t reach the server. Retrying…',
}

export function ReachBanner() {
  const reachability = useReachability()
  useEffect(() => {
    if (reachability !== 'unreachable') return
    const check = (): void => {
      long.send<typeof healthCalls.health>('GET /health', {}).catch(() => undefined)
    }
    check()
    const timer = setInterval(check, retryMilliseconds)
    return () => clearInterval(timer)
  }, [reachability])
  return <output className={styles.banner}>{reachability !== 'ok' && texts[reachability]}</output>
}
