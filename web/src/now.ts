import { useSyncExternalStore } from 'react'

const tickMilliseconds = 15_000

const read = (): number => Math.floor(Date.now() / tickMilliseconds) * tickMilliseconds

function subscribe(listener: () => void) {
  const timer = setInterval(listener, tickMilliseconds)
  return () => clearInterval(timer)
}

/** The time now, to 15 seconds, for what depends on it. */
export const useNow = (): number => useSyncExternalStore(subscribe, read, read)
