import { authRules } from '@sauda/contract/auth'
import { useEffect, useState } from 'react'

const second = 1000

/** Seconds left until another code may be asked for; `start` begins anew. By the clock, so a sleeping tab is no slower. */
export function useCoolDown(): { left: number; start: () => void } {
  const [until, setUntil] = useState(() => Date.now() + authRules.code.resendSeconds * second)
  const [now, setNow] = useState(Date.now)
  const left = Math.max(0, Math.ceil((until - now) / second))
  const waiting = left > 0
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => setNow(Date.now()), second / 4)
    return () => clearInterval(timer)
  }, [waiting])
  const start = () => {
    setNow(Date.now())
    setUntil(Date.now() + authRules.code.resendSeconds * second)
  }
  return { left, start }
}
