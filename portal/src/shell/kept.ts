import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react'
import { sessionWasLost } from './return-to.ts'
import { useSession } from './session.ts'
import { inTab } from './storage.ts'

/** What cannot be written as text, such as photos; it lasts as long as the page. */
const inMemory = new Map<string, unknown>()

/**
 * State of a form that outlives a session ending by itself: when its screen goes because of that, what stands in it is
 * kept in this tab and given back once, to the same client. Never for passwords and codes.
 */
export function useKept<Value>(
  name: string,
  initial: Value,
  keeper: Keeper = inText,
): [Value, Dispatch<SetStateAction<Value>>] {
  const { userId } = useSession()
  const [place] = useState(`kept ${userId} ${name}`)
  const [value, setValue] = useState(() => keeper.read<Value>(place) ?? initial)
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  useEffect(() => {
    keeper.forget(place)
    return () => {
      if (sessionWasLost()) keeper.keep(place, latest.current)
    }
  }, [keeper, place])
  return [value, setValue]
}

interface Keeper {
  read<Value>(place: string): Value | undefined
  keep(place: string, value: unknown): void
  forget(place: string): void
}

const inText: Keeper = {
  read(place) {
    try {
      return JSON.parse(inTab.get(place) ?? '') as never
    } catch {
      return undefined
    }
  },
  keep: (place, value) => inTab.set(place, JSON.stringify(value)),
  forget: (place) => inTab.remove(place),
}

/** For photos: they are too large for the tab's storage, and nothing of a card is to lie in it. */
export const asItIs: Keeper = {
  read: (place) => inMemory.get(place) as never,
  keep: (place, value) => void inMemory.set(place, value),
  forget: (place) => void inMemory.delete(place),
}
