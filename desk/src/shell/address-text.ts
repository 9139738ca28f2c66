import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigation, useSearchParams } from 'react-router'
import { useDebounced } from '@sauda/web/use-debounced'

/** A filter in the address. `typed` follows every key; `settled` is the debounced value to search for. */
export function useAddressText(name: string) {
  const [address, setAddress] = useSearchParams()
  const { state } = useNavigation()
  const held = address.get(name) ?? ''
  const [typed, type] = useState(held)
  const [seen, see] = useState(held)
  const settled = useDebounced(typed.trim())
  if (held !== seen) {
    see(held)
    // Changed by a link or the back button.
    if (held !== settled) type(held)
  }
  const write = useEffectEvent((text: string) => {
    // Must not interrupt a navigation in progress.
    if (text !== held && state === 'idle') setAddress((before) => withText(before, name, text), { replace: true })
  })
  useEffect(() => write(settled), [settled])
  return { typed, type, settled }
}

export function withText(before: URLSearchParams, name: string, text: string): URLSearchParams {
  const after = new URLSearchParams(before)
  if (text === '') after.delete(name)
  else after.set(name, text)
  return after
}
