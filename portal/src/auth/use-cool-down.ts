import { authRules } from '@sauda/contract/auth'
import { useEffect, useState } from 'react'

const second = 1000

/** Seconds until another code may be asked for. By the clock, so that a sleeping tab is no slower. */
export function useCoolDown(sentAt: number): number {
  const [now, setNow] = useState(Date.now)
  const until = sentAt + authRules.code.resendSeconds * second
  const left = Math.max(0, Math.min(authRules.code.resendSeconds, Math.ceil((until - now) / second)))
  const waiting = left > 0
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => setNow(Date.now()), second / 4)
    return () => clearInterval(timer)
  }, [waiting])
  return left
}
