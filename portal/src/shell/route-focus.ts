import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

export function useRouteFocus(): void {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    // The screen has already focused its field.
    if (document.activeElement instanceof HTMLInputElement) return
    document.querySelector<HTMLElement>('h1[tabindex="-1"]')?.focus({ preventScroll: true })
  }, [pathname])
}
