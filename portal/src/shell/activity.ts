import { useEffect, useSyncExternalStore } from 'react'

/** Whether the visitor has moved the pointer or pressed a key. Code that needs a user action is loaded from then on. */
let isActive = false
const listeners = new Set<() => void>()
const events = ['pointermove', 'pointerdown', 'keydown', 'touchstart'] as const

export function startActivity(): void {
  if (isActive) return
  isActive = true
  for (const name of events) window.removeEventListener(name, startActivity)
  for (const listener of listeners) listener()
}

export function useIsActive(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isActive,
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  if (!isActive) for (const name of events) window.addEventListener(name, startActivity, { passive: true })
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Loads code as soon as the visitor is active. */
export function usePreload(load: () => Promise<unknown>): void {
  const isActive = useIsActive()
  useEffect(() => {
    if (isActive) void load().catch(() => undefined)
  }, [isActive, load])
}
