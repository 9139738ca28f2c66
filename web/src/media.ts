import { useCallback, useSyncExternalStore } from 'react'

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
