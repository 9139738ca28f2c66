import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

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
