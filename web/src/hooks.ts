import { useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'

/** `isMounted`: false once the client has left the screen, so that a late response does not navigate. */
type Task = (isMounted: () => boolean) => Promise<unknown>

export type Busy = readonly [busy: boolean, run: (task: Task) => Promise<void>]

/** Runs one task at a time; while it runs, `run` ignores further calls. */
export function useBusy(): Busy {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const mounted = useRef(false)
  useLayoutEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  const run = useCallback(async (task: Task) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await task(() => mounted.current)
    } finally {
      running.current = false
      setBusy(false)
    }
  }, [])
  return [busy, run]
}

/** The value once it has not changed for a quarter of a second. */
export function useDebounced<Value>(value: Value): Value {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), 250)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}

/** An object URL for a blob, revoked when the component unmounts. */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!blob) return undefined
    const created = URL.createObjectURL(blob)
    setUrl(created)
    return () => {
      URL.revokeObjectURL(created)
      setUrl(undefined)
    }
  }, [blob])
  return url
}

/** From here on a list has a detail beside it, as in the style sheets. */
const desktop = '(min-width: 68.75rem)'

export const useIsDesktop = (): boolean => useMedia(desktop)

/** Whether tables are cards, as in the style sheet of the table: without headers to press. */
export const useIsNarrow = (): boolean => useMedia('(max-width: 45rem)')

export const useIsPhone = (): boolean => useMedia('(max-width: 640px)')

/** Whether a table keeps its rows, but has no room for all columns. */
export const useIsTablet = (): boolean => useMedia('(min-width: 721px) and (max-width: 1000px)')

/** Whether a media query matches, also after the window has changed. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )
}

const tickMilliseconds = 15_000

const read = (): number => Math.floor(Date.now() / tickMilliseconds) * tickMilliseconds

function subscribe(listener: () => void) {
  const timer = setInterval(listener, tickMilliseconds)
  return () => clearInterval(timer)
}

/** The time now, to 15 seconds, for what depends on it. */
export const useNow = (): number => useSyncExternalStore(subscribe, read, read)
