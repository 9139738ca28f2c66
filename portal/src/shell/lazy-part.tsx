import { lazy, Suspense, useState, type ComponentType, type ReactNode, useEffect } from 'react'
import { isMissingCode, reloadOnce } from '@sauda/web/reload'
import { serverReachable } from '@sauda/web/reachability'
import { createStore, useStore } from '@sauda/web/store'

const retryMilliseconds = 2000

/**
 * A part of a screen that is loaded when it is first shown. While the server cannot be reached, loading is retried instead
 * of failing, because the error screen would discard everything typed. `fallback` is shown meanwhile.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> & { preload: () => Promise<unknown> } {
  let loaded: ComponentType<Props> | undefined
  const preload = async () => (loaded = await load())
  const Lazy = lazy(async () => ({ default: await withRetry(preload) }))
  function LazyPart(props: Props) {
    // A part that is already here is not suspended, so that it appears at once.
    const [Part] = useState<ComponentType<Props>>(() => loaded ?? Lazy)
    return (
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    )
  }
  return Object.assign(LazyPart, { preload })
}

async function withRetry<T>(load: () => Promise<T>): Promise<T> {
  for (let isSecondAnswer = false; ;) {
    try {
      return await load()
    } catch (error) {
      if (await isReachable()) {
        // The server answers without this file. Until the page is loaded again, the screen stays.
        if (isSecondAnswer && isMissingCode(error) && reloadOnce()) return new Promise<T>(() => undefined)
        if (isSecondAnswer) throw error
        isSecondAnswer = true
      } else {
        serverReachable.set(false)
        await new Promise((done) => setTimeout(done, retryMilliseconds))
      }
    }
  }
}

const isReachable = (): Promise<boolean> =>
  fetch('/api/health').then(
    () => true,
    () => false,
  )

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
