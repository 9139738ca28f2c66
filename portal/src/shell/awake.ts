import { useEffect, useSyncExternalStore } from 'react'

/** Whether anybody is at the screen yet: what only an answer to them needs is fetched from their first move on, not before. */
let awake = false
const waiting = new Set<() => void>()
const moves = ['pointermove', 'pointerdown', 'keydown', 'touchstart'] as const

export function wake(): void {
  if (awake) return
  awake = true
  for (const name of moves) window.removeEventListener(name, wake)
  for (const tell of waiting) tell()
}

export function useAwake(): boolean {
  return useSyncExternalStore(
    listen,
    () => awake,
    () => false,
  )
}

function listen(tell: () => void): () => void {
  if (!awake) for (const name of moves) window.addEventListener(name, wake, { passive: true })
  waiting.add(tell)
  return () => void waiting.delete(tell)
}

/** Fetches what a press will want before it is wanted: as soon as somebody is there. */
export function useEarly(load: () => Promise<unknown>): void {
  const awake = useAwake()
  useEffect(() => {
    if (awake) void load().catch(() => undefined)
  }, [awake, load])
}
