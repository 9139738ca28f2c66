import { sessionRules } from '@sauda/contract/session'
import { useEffect, useState } from 'react'
import { leave } from './me.ts'

const limitMs = sessionRules.operator.idleMinutes * 60_000
const warningMs = 60_000
const tickMs = 1_000
/** The time of the last activity in any tab. */
const storedKey = 'desk.active'
const activities = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'] as const

/** True in the last minute before an unattended desk logs out. The server cannot count this: live updates send requests too. */
export function useIdle(): boolean {
  const [warned, warn] = useState(false)
  useEffect(() => {
    let last = 0
    const note = () => {
      if (Date.now() - last < tickMs) return
      last = Date.now()
      localStorage.setItem(storedKey, String(last))
      warn(false)
    }
    const timer = setInterval(() => {
      const idle = Date.now() - Math.max(last, Number(localStorage.getItem(storedKey)))
      if (idle >= limitMs) leave('idle')
      else warn(idle >= limitMs - warningMs)
    }, tickMs)
    note()
    for (const name of activities) addEventListener(name, note, { passive: true })
    return () => {
      clearInterval(timer)
      for (const name of activities) removeEventListener(name, note)
    }
  }, [])
  return warned
}
