import { useEffect, useState } from 'react'
import { createStore } from './store.ts'

/** A newer release has other files: code that an open page has not loaded yet is gone, and only loading the page again helps. */

const key = 'reloadedAt'
/** A second failure so soon is not a new release. */
const pauseMs = 60_000

/** Set while the page is loaded again by itself: forms then store what was typed. */
export const isReloading = createStore(false)

/** Whether code could not be fetched; browsers have no common name for it. */
export const isMissingCode = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|importing a module script|preload/i.test(error.message)

/** Loads the page again, at most once a minute; false if that did not help before, or if the browser stores nothing. */
export function reloadOnce(): boolean {
  const now = Date.now()
  try {
    if (now - Number(sessionStorage.getItem(key)) < pauseMs) return false
    sessionStorage.setItem(key, String(now))
  } catch {
    return false
  }
  isReloading.set(true)
  location.reload()
  return true
}

/** For an error page: true until it is known whether the page is loaded again. A lost connection is no new release. */
export function useReloadOfCode(error: unknown): boolean {
  const [isWaiting, setWaiting] = useState(() => isMissingCode(error))
  useEffect(() => {
    if (!isWaiting) return
    fetch('/api/health', { signal: AbortSignal.timeout(10_000) }).then(
      ({ ok }) => setWaiting(ok && reloadOnce()),
      () => setWaiting(false),
    )
  }, [isWaiting])
  return isWaiting
}
