import { createStore, useStore } from '@sauda/web/store'
import { useEffect } from 'react'

const mostMilliseconds = 100

/**
 * Waits for the next paint, because asking for a screen's twenty files takes longer than everything else that a click does.
 * A page that is still loading has nothing to answer, and a hidden one no frames.
 */
export async function afterInput(): Promise<void> {
  if (document.readyState !== 'complete') return
  await new Promise<void>((painted) => {
    requestAnimationFrame(() => setTimeout(painted))
    setTimeout(painted, mostMilliseconds)
  })
}

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
