import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { serverReachable } from '@sauda/web/reachability'

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
        // The server answers without this file: a newer version is out, and only loading the page again helps.
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
