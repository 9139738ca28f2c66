import { sessionRules } from '@sauda/contract/session'
import { useEffect, useState } from 'react'
import { leave } from './me.ts'

const limitMs = sessionRules.operator.idleMinutes * 60_000
const warningMs = 60_000
const signs = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'] as const

/** True in the last minute before an unattended desk logs out. Live updates keep the server's own clock from noticing. */
export function useIdle(): boolean {
  const [warned, warn] = useState(false)
  useEffect(() => {
    let last = Date.now()
    const sign = () => {
      last = Date.now()
      warn(false)
    }
    const timer = setInterval(() => {
      const idle = Date.now() - last
      if (idle >= limitMs) leave('idle')
      else warn(idle >= limitMs - warningMs)
    }, 1_000)
    for (const name of signs) addEventListener(name, sign, { passive: true })
    return () => {
      clearInterval(timer)
      for (const name of signs) removeEventListener(name, sign)
    }
  }, [])
  return warned
}
