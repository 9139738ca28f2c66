import { useCallback, useRef, useState } from 'react'

export type Busy = readonly [busy: boolean, run: (work: () => Promise<unknown>) => Promise<void>]

/** Runs one piece of work at a time: a second press while the first is under way does nothing. */
export function useBusy(): Busy {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const run = useCallback(async (work: () => Promise<unknown>) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await work()
    } finally {
      running.current = false
      setBusy(false)
    }
  }, [])
  return [busy, run]
}
