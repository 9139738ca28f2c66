import { useCallback, useLayoutEffect, useRef, useState } from 'react'

/** `isHere`: whether the screen is still shown, because a response must not navigate a client who has left it. */
type Work = (isHere: () => boolean) => Promise<unknown>

export type Busy = readonly [busy: boolean, run: (work: Work) => Promise<void>]

/** Runs one task at a time: a second press meanwhile does nothing. */
export function useBusy(): Busy {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const here = useRef(false)
  useLayoutEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  const run = useCallback(async (work: Work) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await work(() => here.current)
    } finally {
      running.current = false
      setBusy(false)
    }
  }, [])
  return [busy, run]
}
