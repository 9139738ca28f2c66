import { createStore } from '@sauda/web/store'
import { useEffect, useSyncExternalStore } from 'react'
import { afterInput } from './after-input.ts'

/** Whether the visitor has moved the pointer or pressed a key. Code that needs a user action is loaded from then on. */
const active = createStore(false)
const events = ['pointermove', 'pointerdown', 'keydown', 'touchstart'] as const

export function startActivity(): void {
  for (const name of events) window.removeEventListener(name, startActivity)
  void afterInput().then(() => active.set(true))
}

export function useIsActive(): boolean {
  return useSyncExternalStore(subscribe, active.get, () => false)
}

function subscribe(listener: () => void): () => void {
  if (!active.get()) for (const name of events) window.addEventListener(name, startActivity, { passive: true })
  return active.subscribe(listener)
}

/** Loads code as soon as the visitor is active. */
export function usePreload(load: () => Promise<unknown>): void {
  const isActive = useIsActive()
  useEffect(() => {
    if (isActive) void load().catch(() => undefined)
  }, [isActive, load])
}
