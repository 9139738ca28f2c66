import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react'
import { isReloading } from '@sauda/web/reload'
import { hasSessionExpired } from './return-to.ts'
import { useSession } from './session.ts'
import { inTab, parseJson } from './storage.ts'

/** For photos: they are too large for the tab's storage, and no part of a card should be stored there. */
const memory = new Map<string, unknown>()

/**
 * State of a form that survives an expired session and a new release: when its screen closes because of that, the input
 * is stored and returned once, to the same client. Never for passwords and codes.
 */
export function useDraft<Value>(
  name: string,
  initial: Value,
  inMemory = false,
): [Value, Dispatch<SetStateAction<Value>>] {
  const { userId } = useSession()
  const [key] = useState(`draft ${userId} ${name}`)
  const [value, setValue] = useState(
    () => (inMemory ? (memory.get(key) as Value | undefined) : parseJson<Value>(inTab.get(key))) ?? initial,
  )
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  useEffect(() => {
    memory.delete(key)
    inTab.remove(key)
    const store = () => {
      if (!hasSessionExpired() && !isReloading.get()) return
      if (inMemory) memory.set(key, latest.current)
      else inTab.set(key, JSON.stringify(latest.current))
    }
    window.addEventListener('pagehide', store)
    return () => {
      window.removeEventListener('pagehide', store)
      store()
    }
  }, [inMemory, key])
  return [value, setValue]
}
