import { createStore, useStore } from '@sauda/web/store'
import { useEffect } from 'react'
import { afterInput } from './after-input.ts'

/** Whether the visitor has moved the pointer or pressed a key. Code that needs a user action is loaded from then on. */
const active = createStore(false)

export const startActivity = (): void => void afterInput().then(() => active.set(true))

if (typeof window === 'object')
  for (const name of ['pointermove', 'pointerdown', 'keydown', 'touchstart'])
    window.addEventListener(name, startActivity, { passive: true, once: true })

export const useIsActive = (): boolean => useStore(active)

/** Loads code as soon as the visitor is active. */
export function usePreload(load: () => Promise<unknown>): void {
  const isActive = useIsActive()
  useEffect(() => {
    if (isActive) void load().catch(() => undefined)
  }, [isActive, load])
}
