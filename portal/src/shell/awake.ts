import { useEffect, useSyncExternalStore } from 'react'

/** Whether the visitor has moved the pointer or pressed a key. Code that only a reaction needs is loaded from then on. */
let awake = false
const listeners = new Set<() => void>()
const moves = ['pointermove', 'pointerdown', 'keydown', 'touchstart'] as const

export function wake(): void {
  if (awake) return
  awake = true
  for (const name of moves) window.removeEventListener(name, wake)
  for (const listener of listeners) listener()
}

export function useAwake(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => awake,
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  if (!awake) for (const name of moves) window.addEventListener(name, wake, { passive: true })
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Loads code as soon as the visitor is active. */
export function useEarly(load: () => Promise<unknown>): void {
  const awake = useAwake()
  useEffect(() => {
    if (awake) void load().catch(() => undefined)
  }, [awake, load])
}
