import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** After a change of screen the focus goes to its heading, so that a screen reader says where we are. */
export function useRouteFocus(): void {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    // A screen that is one field has brought the cursor there itself.
    if (document.activeElement instanceof HTMLInputElement) return
    document.querySelector<HTMLElement>('h1[tabindex="-1"]')?.focus({ preventScroll: true })
  }, [pathname])
}
