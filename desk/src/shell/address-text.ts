import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigation, useSearchParams } from 'react-router'
import { useDebounced } from '@sauda/web/hooks'

/** A filter in the address. `typed` follows every key; `settled` is the debounced value to search for. */
export function useAddressText(name: string) {
  const [address, setAddress] = useSearchParams()
  const { state } = useNavigation()
  const current = address.get(name) ?? ''
  const [typed, setTyped] = useState(current)
  const [seen, setSeen] = useState(current)
  const settled = useDebounced(typed.trim())
  if (current !== seen) {
    setSeen(current)
    // Changed by a link or the back button.
    if (current !== settled) setTyped(current)
  }
  const write = useEffectEvent((text: string) => {
    // Must not interrupt a navigation in progress.
    if (text !== current && state === 'idle') setAddress((before) => withText(before, name, text), { replace: true })
  })
  useEffect(() => write(settled), [settled])
  return { typed, setTyped, settled }
}

export function withText(before: URLSearchParams, name: string, text: string): URLSearchParams {
  const after = new URLSearchParams(before)
  if (text === '') after.delete(name)
  else after.set(name, text)
  return after
}
