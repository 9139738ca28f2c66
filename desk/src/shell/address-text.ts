import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigation, useSearchParams } from 'react-router'
import { useDebounced } from '@sauda/web/use-debounced'

/**
 * A text that filters a list and is part of the address. `typed` follows every key at once; `settled` is what to ask
 * for, and what the address holds.
 */
export function useAddressText(name: string) {
  const [address, setAddress] = useSearchParams()
  const { state } = useNavigation()
  const held = address.get(name) ?? ''
  const [typed, type] = useState(held)
  const [seen, see] = useState(held)
  const settled = useDebounced(typed.trim())
  if (held !== seen) {
    see(held)
    // Not our own writing: a link or the back button changed it.
    if (held !== settled) type(held)
  }
  const write = useEffectEvent((text: string) => {
    // Somebody already on the way to another screen must not be called back.
    if (text !== held && state === 'idle') setAddress((before) => withText(before, name, text), { replace: true })
  })
  useEffect(() => write(settled), [settled])
  return { typed, type, settled }
}

/** The address with one of its texts changed; an empty one is left out. */
export function withText(before: URLSearchParams, name: string, text: string): URLSearchParams {
  const after = new URLSearchParams(before)
  if (text === '') after.delete(name)
  else after.set(name, text)
  return after
}
