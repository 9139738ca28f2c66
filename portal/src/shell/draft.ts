import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react'
import { hasSessionExpired } from './return-to.ts'
import { useSession } from './session.ts'
import { inTab } from './storage.ts'

interface DraftStorage {
  read<Value>(name: string): Value | undefined
  write(name: string, value: unknown): void
  remove(name: string): void
}

/**
 * State of a form that survives an expired session: when its screen closes because of that, the input is stored and
 * returned once, to the same client. Never for passwords and codes.
 */
export function useDraft<Value>(
  name: string,
  initial: Value,
  storage: DraftStorage = tabStorage,
): [Value, Dispatch<SetStateAction<Value>>] {
  const { userId } = useSession()
  const [stored] = useState(`draft ${userId} ${name}`)
  const [value, setValue] = useState(() => storage.read<Value>(stored) ?? initial)
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  useEffect(() => {
    storage.remove(stored)
    return () => {
      if (hasSessionExpired()) storage.write(stored, latest.current)
    }
  }, [storage, stored])
  return [value, setValue]
}

const tabStorage: DraftStorage = {
  read(name) {
    try {
      return JSON.parse(inTab.get(name) ?? '') as never
    } catch {
      return undefined
    }
  },
  write: (name, value) => inTab.set(name, JSON.stringify(value)),
  remove: (name) => inTab.remove(name),
}

const memory = new Map<string, unknown>()

/** For photos: they are too large for the tab's storage, and no part of a card should be stored there. */
export const memoryStorage: DraftStorage = {
  read: (name) => memory.get(name) as never,
  write: (name, value) => void memory.set(name, value),
  remove: (name) => void memory.delete(name),
}
