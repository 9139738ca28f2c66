import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False in the prerendered page, true once the browser has taken it over. */
export function useInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
